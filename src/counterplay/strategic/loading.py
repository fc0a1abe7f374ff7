"""From a text to a matrix game: a classic by name, a `.nfg` file, or the matrix itself.

load_matrix_game("rock_paper_scissors")      a classic
load_matrix_game("coordination(size=4)")     with parameters
load_matrix_game("games/pd.nfg")             a file of Gambit's
load_matrix_game("[[1,-1],[-1,1]]")          one matrix, zero-sum; cells may be pairs, numbers may be "1/3"
"""

from __future__ import annotations

import ast
import difflib
import re
from pathlib import Path

from ..errors import UsageError
from ..registry import literal, pieces
from .classics import CLASSICS, classic
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


def _matrix(text: str) -> object:
    try:
        return ast.literal_eval(re.sub(r"(?<![\w.'\"/])(-?\d+/\d+)(?![\w.'\"/])", r"'\1'", text))
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        raise UsageError(
            f"{text[:80]!r} is no matrix: write lists of numbers like [[1,-1],[-1,1]], or of pairs, [[(3,2),(0,0)],…]."
        ) from None
