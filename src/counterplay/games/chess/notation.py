"""How chess is written: positions as FEN, moves as SAN (`Nbd7`) and as programs write them (`b8d7`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...bits import lowest, members
from ...errors import UsageError
from .attacks import FIRST_RANK, LAST_RANK, turned
from .position import CASTLING, DOUBLE, PASSING, PROMOTION, Position

if TYPE_CHECKING:
    from .rules import Chess

FILES = "abcdefgh"
KING_AT_FIRST = 4
"""e1, as who moves sees the board."""
PROMOTED = "nbrq"
KNIGHTS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
"""On which two of the five squares that are left the knights of an array stand (Reinhard Scharnagl's numbering)."""
SAN = re.compile(r"(?P<piece>[KQRBN]?)(?P<file>[a-h]?)(?P<rank>[1-8]?)[x:-]?(?P<to>[a-h][1-8])=?(?P<promoted>[QRBNqrbn]?)")
UCI = re.compile(r"(?P<start>[a-h][1-8])(?P<to>[a-h][1-8])(?P<promoted>[qrbn]?)")
SUFFIXES = re.compile(r"(?:[+#!?]|e\.?p\.?)+$")


def square_name(square: int) -> str:
    """`e4`."""
    return f"{FILES[square % 8]}{square // 8 + 1}"


def array(number: int) -> list[int]:
    """The pieces of a Chess960 array as the first eight fields of a position."""
    row = [""] * 8
    rest, bishop = divmod(number, 4)
    row[2 * bishop + 1] = "B"
    rest, bishop = divmod(rest, 4)
    row[2 * bishop] = "B"
    rest, queen = divmod(rest, 6)
    row[[i for i in range(8) if not row[i]][queen]] = "Q"
    free = [i for i in range(8) if not row[i]]
    for knight in KNIGHTS[rest]:
        row[free[knight]] = "N"
    for place, piece in zip((i for i in range(8) if not row[i]), "RKR", strict=False):
        row[place] = piece

    def pieces(which: str) -> int:
        return sum((1 << i) | (1 << 56 + i) for i in range(8) if row[i] in which)

    both = 0xFFFF | 0xFFFF << 48
    return [0xFFFF, 0xFFFF << 48, both & ~(FIRST_RANK | LAST_RANK), *(pieces(which) for which in ("N", "BQ", "RQ", "K", "R"))]


# ── Positions ──


def letter_at(state: Position, square: int) -> str:
    """The letter of the piece on a square of the board as White sees it, small for Black; empty where there is none."""
    black = state.played & 1
    seen = square ^ 56 if black else square
    piece = ("", "b", "r", "q")[(state.diagonal >> seen & 1) + 2 * (state.straight >> seen & 1)]
    for letter, pieces in (("p", state.pawns), ("n", state.knights), ("k", state.kings)):
        if pieces >> seen & 1:
            piece = letter
    return piece.upper() if (state.mine >> seen & 1) != black else piece


def write_fen(state: Position) -> str:
    """A position as FEN; rights to castle as in X-FEN, the square for taking in passing only where a pawn stands that attacks it."""
    ranks = []
    for rank in range(7, -1, -1):
        text = "".join(letter_at(state, 8 * rank + file) or "." for file in range(8))
        ranks.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), text))
    black = state.played & 1
    passing = square_name((state.passing.bit_length() - 1) ^ (56 if black else 0)) if state.passing else "-"
    return f"{'/'.join(ranks)} {'wb'[black]} {_rights(state) or '-'} {passing} {state.clock} {state.played // 2 + 1}"


def _rights(state: Position) -> str:
    text = ""
    for black in (0, 1):
        mine = black == state.played & 1
        own = state.mine if mine else state.theirs
        rank = FIRST_RANK if mine else LAST_RANK
        king = (state.kings & own).bit_length() - 1
        rooks = list(members(state.straight & ~state.diagonal & own & rank))
        for rook in sorted(members(state.castling & own), reverse=True):
            outermost = rook == (max(rooks) if rook > king else min(rooks))
            letter = ("K" if rook > king else "Q") if outermost else FILES[rook % 8].upper()
            text += letter.lower() if black else letter
    return text


def read_fen(text: str) -> Position:
    """The position that a FEN describes; all after the side to move may be missing."""
    fields = text.split()
    if not 2 <= len(fields) <= 6:
        if len(fields) == 1 and "/" in text:
            _read_board(text)  # if that is wrong, it says more
        raise UsageError(f"{text!r:.90} is no FEN: it has two to six fields, such as 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1.")
    board, side, rights, passing, clock, number = [*fields, *("w", "-", "-", "0", "1")[len(fields) - 1 :]]
    pieces = _read_board(board)
    if side not in ("w", "b"):
        raise UsageError(f"The side to move in a FEN is w or b, not {side!r:.20}.")
    if not (clock.isdecimal() and number.isdecimal()) or len(clock + number) > 8:
        raise UsageError(f"The counters at the end of a FEN are whole numbers, not {clock!r:.20} and {number!r:.20}.")
    white, black = (sum(pieces[letter] for letter in letters) for letters in ("PNBRQK", "pnbrqk"))
    both = {letter: pieces[letter] | pieces[letter.lower()] for letter in "PNBRQK"}
    fields_of = [white, black, both["P"], both["N"], both["B"] | both["Q"], both["R"] | both["Q"], both["K"]]
    fields_of += [_read_rights(rights, pieces), _read_passing(passing, side, pieces)]
    if side == "b":
        fields_of = [turned(squares) for squares in (black, white, *fields_of[2:])]
    return Position._make([*fields_of, int(clock), 2 * max(0, int(number) - 1) + (side == "b")])


def _read_board(board: str) -> dict[str, int]:
    ranks = board.split("/")
    if len(ranks) != 8:
        raise UsageError(f"The board of a FEN has eight ranks, not {len(ranks)}: {board!r:.90}.")
    pieces = dict.fromkeys("PNBRQKpnbrqk", 0)
    for row, text in enumerate(ranks):
        file = 0
        for letter in text:
            if letter in "12345678":
                file += int(letter)
            elif letter in pieces and file < 8:
                pieces[letter] |= 1 << 8 * (7 - row) + file
                file += 1
            else:
                raise UsageError(f"{letter!r} is neither a piece nor a number of empty squares, in rank {8 - row} of {board!r:.90}.")
        if file != 8:
            raise UsageError(f"Rank {8 - row} of {board!r:.90} has {file} squares instead of eight.")
    for king, side in (("K", "White"), ("k", "Black")):
        if pieces[king].bit_count() != 1:
            raise UsageError(f"{side} has {pieces[king].bit_count()} kings instead of one.")
    if (pieces["P"] | pieces["p"]) & (FIRST_RANK | LAST_RANK):
        raise UsageError("A pawn cannot stand on the first or the last rank.")
    return pieces


def _read_rights(rights: str, pieces: dict[str, int]) -> int:
    """The rooks that may castle. Some programs write KQkq whatever has moved: what has no rook is passed over, and whoever has a king off
    the e-file and lacks a rook has castled."""
    castling = 0
    for white in (True, False):
        rank = FIRST_RANK if white else LAST_RANK
        letters = [letter for letter in rights if letter.isupper() == white and rights != "-"]
        king = lowest(pieces["K" if white else "k"])
        rooks = list(members(pieces["R" if white else "r"] & rank)) if rank >> king & 1 else []
        found = [_rook_meant(letter, king, rooks) for letter in letters]
        for letter, rook in zip(letters, found, strict=True):
            if rook is None and letter not in "KQkq":
                raise UsageError(f"{letter!r:.3} of {rights!r:.20}: there are no king and rook on the first rank that could castle so.")
        if None not in found or FILES[king % 8] == "e":
            castling |= sum(1 << rook for rook in set(found) if rook is not None)
    return castling


def _rook_meant(letter: str, king: int, rooks: list[int]) -> int | None:
    """The outermost rook on a side of the king, or that on a file (X-FEN)."""
    right, left = [rook for rook in rooks if rook > king], [rook for rook in rooks if rook < king]
    meant = {"k": right[-1:], "q": left[:1]}.get(letter.lower(), [rook for rook in rooks if FILES[rook % 8] == letter.lower()])
    return meant[0] if meant else None


def _read_passing(passing: str, side: str, pieces: dict[str, int]) -> int:
    if passing == "-":
        return 0
    rank, pawn, other = ("6", "p", "P") if side == "w" else ("3", "P", "p")
    if not re.fullmatch(f"[a-h]{rank}", passing):
        raise UsageError(f"{passing!r:.20} is no square on which a pawn can be taken in passing: give one on rank {rank}, or -.")
    square = FILES.index(passing[0]) + 8 * (int(passing[1]) - 1)
    before = square - 8 if side == "w" else square + 8
    behind = 2 * square - before
    if not pieces[pawn] >> before & 1 or any(squares >> square & 1 or squares >> behind & 1 for squares in pieces.values()):
        raise UsageError(f"No pawn has just gone past {passing}.")
    beside = [place for place, there in ((before - 1, before % 8 > 0), (before + 1, before % 8 < 7)) if there]
    return 1 << square if any(pieces[other] >> place & 1 for place in beside) else 0


# ── Moves ──


def write_uci(game: Chess, state: Position, action: int) -> str:
    """A move as programs write it: `e2e4`, `e7e8q`; castling as the king's step, in Chess960 as the king taking its rook.

    So too in usual chess where the king stands elsewhere than in its array: f1g1 could mean either.
    """
    if action >> 12 == CASTLING and not game.chess960 and action & 63 == KING_AT_FIRST:
        return _kings_step(state, action)
    return _from_to(state, action)


def _from_to(state: Position, action: int) -> str:
    """From where to where, and what a pawn becomes; castling is the king taking its rook."""
    over = 56 if state.played & 1 else 0
    start, to, kind = action & 63, action >> 6 & 63, action >> 12
    promoted = PROMOTED[kind - PROMOTION] if kind >= PROMOTION else ""
    return square_name(start ^ over) + square_name(to ^ over) + promoted


def write_san(game: Chess, state: Position, action: int) -> str:
    """A move as people write it: `Nbd7`, `exd5`, `O-O`, `e8=Q+`."""
    after = game.result(state, action)
    suffix = ""
    if game.in_check(after):
        suffix = "+" if game.has_action(after) else "#"
    return _plain_san(state, action, list(game.actions(state))) + suffix


def _plain_san(state: Position, action: int, legal: list[int]) -> str:
    start, to, kind = action & 63, action >> 6 & 63, action >> 12
    if kind == CASTLING:
        return "O-O" if to > start else "O-O-O"
    over = 56 if state.played & 1 else 0
    letter = letter_at(state, start ^ over).upper()
    takes = "x" if state.theirs >> to & 1 or kind == PASSING else ""
    name = square_name(start ^ over)
    if letter == "P":
        promoted = f"={PROMOTED[kind - PROMOTION].upper()}" if kind >= PROMOTION else ""
        return f"{name[0] if takes else ''}{takes}{square_name(to ^ over)}{promoted}"
    rivals = [
        square_name(other & 63 ^ over)
        for other in legal
        if other != action and other >> 6 & 63 == to and other >> 12 <= DOUBLE and letter_at(state, other & 63 ^ over).upper() == letter
    ]
    if not rivals:
        name = ""
    elif all(rival[0] != name[0] for rival in rivals):
        name = name[0]
    elif all(rival[1] != name[1] for rival in rivals):
        name = name[1]
    return f"{letter}{name}{takes}{square_name(to ^ over)}"


def read_move(game: Chess, state: Position, text: str) -> int:
    """The move that SAN, long algebraic notation or a program's notation means here."""
    legal = list(game.actions(state))
    word = SUFFIXES.sub("", text.strip())
    match = SAN.fullmatch(word)
    if re.fullmatch("[O0o]-?[O0o](-?[O0o])?", word):
        long = len(re.sub("-", "", word)) == 3
        found = [action for action in legal if action >> 12 == CASTLING and (action >> 6 & 63 > action & 63) != long]
    elif UCI.fullmatch(word.lower()) and not (match and match["piece"]):  # B6b7 is a bishop's move, b6b7 any piece's
        # King takes rook and king's step both mean castling, whatever the game calls itself; but a plain step of the king comes first.
        wanted = word.lower()
        found = [action for action in legal if wanted == _from_to(state, action)]
        found = found or [action for action in legal if action >> 12 == CASTLING and wanted == _kings_step(state, action)]
    elif match:
        found = [action for action in legal if _means(match, state, action)]
    else:
        raise UsageError(f"{text!r:.40} is no move of chess: write Nf3, exd5, O-O, e8=Q or g1f3.")
    if len(found) == 1:
        return found[0]
    moves = ", ".join(sorted(write_san(game, state, action) for action in found or legal)) or "none"
    if found:
        raise UsageError(f"{text!r:.40} may mean {moves} here: write it so.")
    raise UsageError(f"{text!r:.40} is not legal here. Legal: {moves}.")


def _kings_step(state: Position, action: int) -> str:
    """From where to where the king goes when it castles."""
    over = 56 if state.played & 1 else 0
    start, rook = action & 63, action >> 6 & 63
    return square_name(start ^ over) + square_name((6 if rook > start else 2) ^ over)


def _means(match: re.Match[str], state: Position, action: int) -> bool:
    kind = action >> 12
    over = 56 if state.played & 1 else 0
    start = square_name(action & 63 ^ over)
    return (
        kind != CASTLING
        and letter_at(state, action & 63 ^ over).upper() == (match["piece"] or "P")
        and square_name(action >> 6 & 63 ^ over) == match["to"]
        and (not match["file"] or start[0] == match["file"])
        and (not match["rank"] or start[1] == match["rank"])
        and (PROMOTED[kind - PROMOTION] if kind >= PROMOTION else "") == match["promoted"].lower()
    )
