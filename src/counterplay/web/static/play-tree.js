// The tree of a game and its variations: numbered nodes, the root is 0, a node's first child is its main line: what was played last.

export class Tree {
  /** From the server's list of nodes, or from the moves that lead to a position. */
  constructor(nodes) {
    this.nodes = [];
    for (const node of nodes) this.add(node);
  }

  static ofLine(plies) {
    return new Tree([
      { number: 0, parent: null, move: null, player: null, clocks: null },
      ...plies.map(({ move, player }, i) => ({ number: i + 1, parent: i, move, player, clocks: null })),
    ]);
  }

  add(node) {
    if (this.nodes[node.number]) return this.nodes[node.number];
    const parent = node.parent === null ? null : this.nodes[node.parent];
    const added = { ...node, children: [], ply: parent ? parent.ply + 1 : 0 };
    this.nodes[node.number] = added;
    parent?.children.unshift(added);
    return added;
  }

  at(number) {
    return this.nodes[number];
  }

  parent(node) {
    return node.parent === null ? null : this.nodes[node.parent];
  }

  /** The nodes from the root to this one, both included. */
  path(node) {
    const path = [];
    for (let one = node; one; one = this.parent(one)) path.push(one);
    return path.reverse();
  }

  moves(node) {
    return this.path(node).slice(1).map((one) => one.move);
  }

  /** This line to its end: the path to the node, then the first children. */
  line(node) {
    const line = this.path(node);
    for (let one = node; one.children.length; ) {
      one = one.children.find((child) => child.visited) ?? one.children[0];
      line.push(one);
    }
    return line;
  }

  /** Where these moves lead, as far as the tree knows them; null if it does not. */
  find(moves) {
    let node = this.nodes[0];
    for (const move of moves) {
      node = node.children.find((child) => child.move === move);
      if (!node) return null;
    }
    return node;
  }

  child(node, move) {
    return node.children.find((one) => one.move === move) ?? null;
  }

  /** This was played last: the way here is the main line, what it replaced are variations. */
  playedLast(node) {
    for (const one of this.path(node)) {
      const siblings = this.parent(one)?.children;
      siblings?.unshift(...siblings.splice(siblings.indexOf(one), 1));
    }
  }

  /** Remember which variation was looked at last: → follows it. */
  visit(node) {
    for (const one of this.path(node)) {
      const parent = this.parent(one);
      for (const sibling of parent?.children ?? []) sibling.visited = false;
      one.visited = true;
    }
  }
}
