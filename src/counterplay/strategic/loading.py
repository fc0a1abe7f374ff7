"""From a text to a matrix game or a tree: a classic by name, a file of Gambit's, the matrix itself, or any game's rules.

load_matrix_game("rock_paper_scissors")      a classic
load_matrix_game("coordination(size=4)")     with parameters
load_matrix_game("games/pd.nfg")             a file of Gambit's
load_matrix_game("[[1,-1],[-1,1]]")          one matrix, zero-sum; cells may be pairs, numbers may be "1/3"
load_tree("games/poker.efg")                 a tree of Gambit's
load_tree("seltens_horse")                   a tree that every course draws
load_tree("nim(2,2)")                        the tree of a game
load_strategic_game(…)                       whichever of the two a text means; a classic is a table
"""

from __future__ import annotations

import ast
import difflib
import re
from pathlib import Path

from ..errors import UsageError
from ..positions import read_position
from ..registry import literal, load, names, pieces
from .classics import CLASSICS, classic
from .extensive import CLASSIC_TREES, ExtensiveForm, classic_tree
from .extensive.efg import read_efg_file
from .gambit import read_nfg_file
from .matrix_game import MatrixGame
from .normal_form import NormalForm

LONGEST = 1_000_000
"""No description is longer than this; larger games belong in a file."""


def load_matrix_game(text: str) -> NormalForm:
    """The game that a text describes.

    >>> load_matrix_game("coordination(size=2)")
    <MatrixGame 'Coordination 2 x 2' 2 x 2>
    """
    given = text.strip()
    if given.lower().endswith(".nfg"):
        return read_nfg_file(Path(given).expanduser())
    if len(given) > LONGEST:
        raise UsageError(f"The description of a game may have {LONGEST:,} characters; write a large one to a .nfg file.")
    if given.startswith("["):
        return MatrixGame(_matrix(given))
    match = re.fullmatch(r"(\w+)(?:\((.*)\))?", given, re.DOTALL)
    if match is None or match[1] not in CLASSICS:
        close = difflib.get_close_matches(given.partition("(")[0].lower(), CLASSICS, n=2, cutoff=0.5)
        hint = f"Did you mean {' or '.join(close)}? " if close else ""
        raise UsageError(
            f"{given[:80]!r} is no matrix game. {hint}Give a .nfg file, a matrix like '[[1,-1],[-1,1]]', or one of: {', '.join(CLASSICS)}."
        )
    settings = {}
    for piece in pieces(match[1], match[2] or ""):
        name, equals, value = piece.partition("=")
        if not equals or not name.strip().isidentifier():
            raise UsageError(f"{match[1]}: write parameters as name=value, not {piece.strip()[:40]!r}.")
        settings[name.strip()] = literal(value)
    found: NormalForm = classic(match[1], **settings)
    return found


def load_tree(text: str, nodes: int | None = None, position: str | None = None) -> ExtensiveForm:
    """The tree that a text describes: a `.efg` file, a classic, or any game that `load` knows, of at most so many nodes.

    A game's tree begins where `position` says: a state as the game writes it, or the moves that lead there.

    >>> load_tree("nim(1,2)")
    <ExtensiveForm 'Nim' of 2 players: 12 nodes, 5 of them ends, 7 information sets>
    """
    given = text.strip()
    if given.lower().endswith(".efg") or given in CLASSIC_TREES:
        if position is not None:
            raise UsageError(f"{given} is a tree already, and has no positions to begin with: only the tree of a game's rules has.")
        return classic_tree(given) if given in CLASSIC_TREES else read_efg_file(Path(given).expanduser())
    game = load(given)
    return ExtensiveForm.from_game(game, None if position is None else read_position(game, position), nodes=nodes)


def load_strategic_game(text: str, nodes: int | None = None) -> NormalForm | ExtensiveForm:
    """The table or the tree that a text describes."""
    given = text.strip()
    name = given.partition("(")[0].rstrip()
    is_tree = given.lower().endswith(".efg") or name in CLASSIC_TREES
    is_game = name not in CLASSICS and (name in names() or re.search(r"\.(py|json)\b", given) is not None)
    if (is_tree or is_game) and not given.startswith("["):
        return load_tree(given, nodes)
    try:
        return load_matrix_game(given)
    except UsageError as error:
        if name in CLASSICS and name in names() and "does not take" in str(error):  # of a repeated dilemma there are only the rules
            return load_tree(given, nodes)
        if re.fullmatch(r"\w+", name) is None or name in CLASSICS:
            raise
        trees = f"or a tree: a .efg file, {', '.join(CLASSIC_TREES)}, or any game: `counterplay games` lists them."
        raise UsageError(f"{str(error).rstrip('.')}; {trees}") from error


def _matrix(text: str) -> object:
    try:
        return ast.literal_eval(re.sub(r"(?<![\w.'\"/])(-?\d+/\d+)(?![\w.'\"/])", r"'\1'", text))
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        raise UsageError(
            f"{text[:80]!r} is no matrix: write lists of numbers like [[1,-1],[-1,1]], or of pairs, [[(3,2),(0,0)],…]."
        ) from None
