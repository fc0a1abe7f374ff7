"""SGF, the Smart Game Format (FF[4]): games of Go as the programs of others read and write them.

Reading follows the main line, that is the first variation everywhere, and takes from it what a game of Go needs: the board's size, komi,
stones set up before the first move, the moves, the players' names and the result. All other properties are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..errors import UsageError
from ..games.go import Go
from ..games.go.rules import NO_KO, NO_MOVE, Position

Node = dict[str, list[str]]
"""The properties of a node: each identifier with its values."""

TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)\s*|\[((?:[^\]\\]|\\.)*)\]\s*)", re.DOTALL)
MOST_CHARACTERS = 10_000_000


@dataclass
class Record:
    """A game of Go: who played it, from which position, which moves, how it ended."""

    game: Go
    start: Position
    moves: list[int] = field(default_factory=list)
    """Actions, one after another; where the same side moved twice, the other one has passed in between."""
    black: str = ""
    white: str = ""
    result: str = ""

    def states(self) -> Iterator[Position]:
        """The positions of the game, the first and the last included."""
        state = self.start
        yield state
        for action in self.moves:
            state = self.game.result(state, action)
            yield state


def read_sgf(text: str) -> Record:
    """The first game in a file.

    >>> record = read_sgf("(;GM[1]SZ[5]KM[0.5];B[cc];W[cd](;B[bd])(;B[dd]))")
    >>> [record.game.format_action(record.start, action) for action in record.moves]
    ['C3', 'C2', 'B2']
    """
    nodes = main_line(text)
    root = nodes[0]
    if _first(root, "GM", "1").strip() != "1":
        raise UsageError(f"This SGF file is of another game (GM[{_first(root, 'GM', '')}]); Go is GM[1].")
    record = _begun(root)
    state = record.start
    for number, node in enumerate(nodes):
        if number and {"AB", "AW", "AE"} & set(node):
            raise UsageError(f"Node {number + 1} of this SGF file sets up stones in the middle of the game, which is not read here.")
        for colour, side in (("B", 0), ("W", 1)):
            for value in node.get(colour, [])[:1]:
                if record.game.to_move(state) != side:
                    record.moves.append(record.game.points)
                    state = record.game.result(state, record.game.points)
                action = _action(record.game, value)
                if action != record.game.points and action not in record.game.actions(state):
                    name = record.game.point_name(action)
                    raise UsageError(f"Move {len(record.moves) + 1} of this SGF file, {colour}[{value}] at {name}, is not a legal one.")
                record.moves.append(action)
                state = record.game.result(state, action)
    return record


def write_sgf(record: Record) -> str:
    """The game as the text of a file.

    >>> game = Go(board_size=5, komi=0.5)
    >>> write_sgf(Record(game, game.initial(), [12, 25], result="B+24.5"))
    '(;GM[1]FF[4]CA[UTF-8]AP[counterplay]SZ[5]KM[0.5]RU[Chinese]RE[B+24.5]\\n;B[cc]\\n;W[])\\n'
    """
    game, start = record.game, record.start
    size = str(game.rows) if game.rows == game.width else f"{game.width}:{game.rows}"
    head = f";GM[1]FF[4]CA[UTF-8]AP[counterplay]SZ[{size}]KM[{game.komi:g}]RU[Chinese]"
    for name, value in (("PB", record.black), ("PW", record.white), ("RE", record.result)):
        head += f"{name}[{_escaped(value)}]" if value else ""
    for name, stones in (("AB", start.black), ("AW", start.white)):
        points = [point for point in range(game.points) if stones >> point + point // game.width & 1]
        head += name + "".join(f"[{_written(game, point)}]" for point in points) if points else ""
    if start.black | start.white:
        head += f"PL[{'BW'[game.to_move(start)]}]"
    turn = game.to_move(start)
    moves = (f"\n;{'BW'[(turn + i) % 2]}[{_written(game, action)}]" for i, action in enumerate(record.moves))
    return f"({head}{''.join(moves)})\n"


def main_line(text: str) -> list[Node]:
    """The nodes of the first game, the first variation taken at every fork.

    >>> main_line("(;A[1];B[x][y](;C[\\\\]])(;D[no]))")
    [{'A': ['1']}, {'B': ['x', 'y']}, {'C': [']']}]
    """
    start = re.search(r"\(\s*;", text)
    if start is None or len(text) > MOST_CHARACTERS:
        raise UsageError("This is not an SGF file: it has no game that begins with (; or is larger than ten million characters.")
    nodes: list[Node] = []
    place, depth, name = start.start(), 0, ""
    read = False  # whether the first variation has come to its end: the others, and what is in them, only have brackets to count
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            raise UsageError(f"This SGF file cannot be read from {text[place : place + 20]!r} on (character {place + 1:,}).")
        place = token.end()
        mark, identifier, value = token.groups()
        if mark == "(":
            depth += 1
        elif mark == ")":
            depth, read = depth - 1, True
            if depth == 0:
                break
        elif read:
            continue
        elif mark == ";":
            nodes.append({})
            name = ""
        elif identifier:
            name = "".join(letter for letter in identifier if letter.isupper())  # before FF[4] small letters meant nothing
        elif not nodes or not name:
            raise UsageError(f"This SGF file has a value that belongs to no property: [{value[:20]}] before character {place + 1:,}.")
        else:
            nodes[-1].setdefault(name, []).append(_plain(value))
    if depth:
        raise UsageError("This SGF file ends in the middle of a game: a bracket ) is missing.")
    return nodes


def _plain(value: str) -> str:
    """A value without its escapes; an escaped end of line is none."""
    return re.sub(r"\\(\r\n|\n\r|\n|\r)|\\(.)", lambda found: found[2] or "", value, flags=re.DOTALL)


def _escaped(value: str) -> str:
    return re.sub(r"([\]\\:])", r"\\\1", value)


def _first(node: Node, name: str, default: str) -> str:
    values = node.get(name)
    return values[0] if values else default


def _begun(root: Node) -> Record:
    """The game and its first position, as the first node describes them."""
    size = re.fullmatch(r"\s*(\d{1,3})(?::(\d{1,3}))?\s*", _first(root, "SZ", "19"), re.ASCII)
    if size is None:
        raise UsageError(f"SZ[{_first(root, 'SZ', '')}]: the size of the board is a number such as 9, or columns:rows.")
    columns, rows = int(size[1]), int(size[2] or size[1])
    try:
        komi = float(_first(root, "KM", "0") or 0)
    except ValueError as error:
        raise UsageError(f"KM[{_first(root, 'KM', '')}]: komi is a number such as 7.5.") from error
    game = Go(rows, komi, 0 if rows == columns else columns, max_game_length=100_000)
    black, white = (sum(1 << point + point // game.width for point in set(_points(game, root.get(name, [])))) for name in ("AB", "AW"))
    begins = _first(root, "PL", "W" if black and not white else "B").strip().upper()[:1]
    start = Position(black, white, NO_KO, 0, 1 if begins == "W" else 0, NO_MOVE)
    empty = game.board ^ (black | white)
    if black & white or any(game.enclosed(1 << bit, stones, empty) for stones in (black, white) for bit in _bits(stones)):
        raise UsageError("The stones that this SGF file sets up (AB, AW) overlap or have no liberty.")
    return Record(game, start, black=_first(root, "PB", ""), white=_first(root, "PW", ""), result=_first(root, "RE", ""))


def _bits(stones: int) -> Iterator[int]:
    return (bit for bit in range(stones.bit_length()) if stones >> bit & 1)


def _points(game: Go, values: list[str]) -> Iterator[int]:
    """Points, also as rectangles from corner to corner: `aa:cc`."""
    for value in values:
        first, _, last = value.partition(":")
        corners = [divmod(_action(game, corner), game.width) for corner in (first, last or first)]
        if game.points in (_action(game, first), _action(game, last or first)):
            raise UsageError(f"[{value}] is not a point to set up a stone on.")
        for row in range(min(corners)[0], max(corners)[0] + 1):
            for column in range(min(corner[1] for corner in corners), max(corner[1] for corner in corners) + 1):
                yield row * game.width + column


def _action(game: Go, value: str) -> int:
    """The action that `cd` means: column c, row d from the top; nothing is a pass, and so is tt where there is no such point."""
    value = value.strip()
    if value == "" or (value == "tt" and max(game.rows, game.width) <= 19):
        return game.points
    column, row = (ord(letter) - ord("a") for letter in value) if len(value) == 2 else (-1, -1)
    if not (0 <= column < game.width and 0 <= row < game.rows):
        raise UsageError(f"[{value[:20]}] is not a point of this board of {game.rows} rows and {game.width} columns.")
    return (game.rows - 1 - row) * game.width + column


def _written(game: Go, action: int) -> str:
    if action == game.points:
        return ""
    row, column = divmod(action, game.width)
    return chr(ord("a") + column) + chr(ord("a") + game.rows - 1 - row)
