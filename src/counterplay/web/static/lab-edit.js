// Editing a written tree: the text in, the text out. Nodes are named by the moves that lead to them.

/** The tree that a text says: nested lists, numbers, objects. */
export function parse(text) {
  const plain = text.includes('"') ? text : text.replace(/\(([^()[\]{}]*)\)/g, '{"payoffs":[$1]}').replace(/,\s*]/g, "]");
  const data = JSON.parse(plain);
  return data && !Array.isArray(data) && "tree" in data ? { ...data } : { tree: data };
}

export function write({ tree, ...more }) {
  const text = JSON.stringify(Object.keys(more).length ? { tree, ...more } : tree);
  return text.replace(/^(?!.*"(?!payoffs").*":).*$/s, (all) => all.replace(/\{"payoffs":\[([^\]]*)\]\}/g, "($1)"));
}

const childrenOf = (node) => (Array.isArray(node) ? node : node?.children ?? null);
const namesOf = (node) => (!Array.isArray(node) && node.actions) || childrenOf(node).map((_, i) => String(i + 1));

/** The node after these moves, with the list it stands in. */
function find(whole, path) {
  let holder = whole, key = "tree", above = null;
  for (const name of path) {
    const node = holder[key], place = namesOf(node).indexOf(name);
    if (place < 0) throw new Error("This node is not in the tree any more.");
    above = node;
    holder = childrenOf(node);
    key = place;
  }
  return { holder, key, above, node: holder[key] };
}

const change = (text, path, work) => {
  const whole = parse(text);
  work(find(whole, path), whole);
  return write(whole);
};

/** A leaf's value: a number, or one for each player. */
export const setValue = (text, path, value) => change(text, path, ({ holder, key, node }) => {
  const numbers = value.trim().replaceAll("−", "-").replace(/^\(|\)$/g, "").split(/[,;\s]+/).map(Number);
  if (!value.trim() || numbers.some((one) => !Number.isFinite(one))) throw new Error(`“${value}” is not a number.`);
  const named = node && typeof node === "object" && node.name ? { name: node.name } : null;
  if (numbers.length > 1) holder[key] = { ...named, payoffs: numbers };
  else holder[key] = named ? { ...named, value: numbers[0] } : numbers[0];
});

/** One more child; a leaf becomes a node whose first child is what it was. */
export const addChild = (text, path) => change(text, path, ({ holder, key, node }) => {
  const children = childrenOf(node), leaf = children ? firstLeaf(node) : node;
  const fresh = leaf?.payoffs ? { payoffs: leaf.payoffs.map(() => 0) } : 0;
  if (!children) { holder[key] = [node, fresh]; return; }
  children.push(fresh);
  if (node.actions) node.actions.push(freeName(node.actions));
  spread(node);
});

const firstLeaf = (node) => { let at = node; while (childrenOf(at)) at = childrenOf(at)[0]; return at; };
const freeName = (names) => { let number = names.length + 1; while (names.includes(String(number))) number += 1; return String(number); };

/** A node goes, with all below it; a parent without children becomes a leaf. */
export const removeNode = (text, path) => change(text, path, ({ holder, key, above }, whole) => {
  if (!path.length) throw new Error("The root stays.");
  holder.splice(key, 1);
  if (above.actions) above.actions.splice(key, 1);
  if (holder.length) { spread(above); return; }
  const parent = find(whole, path.slice(0, -1));
  parent.holder[parent.key] = 0;
});

/** Orders of children, named by the moves that lead there, as they are after a node was removed: places behind it move up by one. */
export function swapsWithout(text, path, swaps) {
  const place = path.length - 1, gone = path[place], above = find(parse(text), path.slice(0, -1)).node;
  const renamed = (name) => (!above.actions && Number(name) > Number(gone) ? String(Number(name) - 1) : name);
  return swaps.flatMap((swap) => {
    if (!path.slice(0, -1).every((name, i) => swap.path[i] === name)) return [swap];
    if (swap.path.length > place) return swap.path[place] === gone ? [] : [{ ...swap, path: swap.path.map((name, i) => (i === place ? renamed(name) : name)) }];
    const first = swap.first.filter((name) => name !== gone).map(renamed);
    return first.length ? [{ ...swap, first }] : [];
  });
}

/** Who decides at a node: "max", "min", "chance", a number, or "" for whose turn it would be. */
export const setPlayer = (text, path, player) => change(text, path, ({ holder, key, node }) => {
  const full = Array.isArray(node) ? { children: node } : { ...node };
  delete full.player;
  delete full.chance;
  delete full.probabilities;
  if (player === "chance") full.chance = full.children.map(() => 1 / full.children.length);
  else if (player !== "") full.player = player;
  holder[key] = Object.keys(full).length === 1 ? full.children : full;
});

/** Probabilities of the children of a chance node, all alike after one came or went. */
function spread(node) {
  const name = node.chance ? "chance" : node.probabilities ? "probabilities" : null;
  if (name) node[name] = node.children.map(() => 1 / node.children.length);
}

export const setChances = (text, path, value) => change(text, path, ({ node }) => {
  const parts = value.split(/[,;\s]+/).filter(Boolean).map((one) => (one.includes("/") ? one : Number(one)));
  delete node.probabilities;
  node.chance = parts;
});
