"""Every bound of the web door in one place: what a request may ask for, and how much of this computer it may take."""

from __future__ import annotations

from typing import Final

BODY_BYTES: Final = 256 << 10
"""The largest request."""
SOCKET_BYTES: Final = 64 << 10
"""The largest message over a WebSocket."""
BRACKETS: Final = 15_000
"""How many brackets a request may open. While a search runs interpreted, Python's own limit of nesting is off, and JSON is read with it."""
NAME_CHARACTERS: Final = 80
MOVE_CHARACTERS: Final = 120
POSITION_CHARACTERS: Final = 4_000
PASTE_CHARACTERS: Final = 60_000
PARAMETERS: Final = 20
"""How many parameters a game may be given …"""
PARAMETER_VALUES: Final = 2_000
"""… with how many numbers and words in all of them …"""
PARAMETER_DEPTH: Final = 16
"""… nested how deep …"""
PARAMETER_NUMBER: Final = 2**31
"""… and how great."""
LEGAL_MOVES: Final = 2_000
"""A position with more moves than this is not shown."""
PICTURE_CHARACTERS: Final = 2_000_000

# The Lab: everything there is drawn, and every step told.
TREE_CHARACTERS: Final = 20_000
"""A tree that somebody types."""
LAB_NODES: Final = 1_500
LAB_LEAVES: Final = 512
"""Of a random tree."""
LAB_READABLE: Final = 100
"""A position is searched so deep that its tree has about so many nodes, unless a depth is given."""
LAB_DEPTH: Final = 40
LAB_STEPS: Final = 20_000
LAB_SIMULATIONS: Final = 1_000
LAB_SWAPS: Final = 200

HORIZON_DEPTH: Final = 10
HORIZON_SECONDS: Final = 60.0
"""How deep the two searches side by side look, and for how long at most."""

MATRIX_CELLS: Final = 100
"""The largest table of a matrix game."""

EXTENSIVE_NODES: Final = 300
"""The largest tree with information sets …"""
EXTENSIVE_CELLS: Final = 300
"""… and the largest table of its strategies whose equilibria are all looked for."""
EXTENSIVE_SHOWN: Final = 20
"""So many equilibria are drawn on the tree."""
# Hidden information: tables in memory, opponents that are solved when they are first needed.
HIDDEN_TABLES: Final = 5_000
OPPONENTS: Final = 32
HISTORIES: Final = 400_000
"""Larger trees are not solved here: then the opponent plays at random."""
EXPLOITABILITY: Final = 1e-5
SOLVING_SECONDS: Final = 4.0
"""How near to an equilibrium an opponent comes, and in how much time at most: what decisions cost is told to a thousandth."""

PLIES: Final = 1_000
"""The longest line of a game."""
NODES: Final = 4_000
"""The most positions that one game keeps, variations included."""
GAMES_OF_A_VISITOR: Final = 1_000
GAMES: Final = 200_000
"""The most games that the database keeps."""
LISTED_GAMES: Final = 100
"""How many of a visitor's games are listed, the last ones first."""

MATCHES: Final = 500
"""How many matches are listed, the last ones first."""
MATCH_GAMES: Final = 200
"""How many games of a match one answer lists."""
MATCH_NUMBER: Final = 10**9
REPLAY_POSITIONS: Final = 32
"""How many positions of a game one answer draws."""

RUNS: Final = 100
"""So many runs that learn are shown …"""
GENERATIONS: Final = 200
"""… with so many generations of each, the last ones …"""
CURVE_POINTS: Final = 400
"""… and so many points of a curve."""

LINES: Final = 256
"""The most lines that an analysis shows: every move of most games."""
LINES_READ: Final = 5
"""So many of them are written out to be read: as many as the page shows at most."""
ANALYSIS_SECONDS: Final = 60.0
MOVE_SECONDS: Final = 30.0
PATIENCE_SECONDS: Final = 2.0
"""An analysis that has run this long gives way when others wait."""
WAITING: Final = 2_000
"""The most searches that wait."""
WAITING_OF_A_VISITOR: Final = 8
SOCKETS_OF_A_VISITOR: Final = 16
COMPILED_GAMES: Final = 100
"""So many different games (parameters included) are compiled by one server; more are searched interpreted."""
TREE_BYTES: Final = 64 << 20
"""One Monte Carlo tree: a million nodes for two players."""
TABLE_BYTES: Final = 16 << 20
"""The table of one search of the engine."""


def brackets(text: str | bytes) -> int:
    """How many brackets open in a text, in strings or not: it cannot nest more deeply than that.

    >>> brackets("[[1, 2], {}]"), brackets(b"[" * 1000)
    (3, 1000)
    """
    signs = text.encode() if isinstance(text, str) else text
    return signs.count(b"[") + signs.count(b"{")
