"""The weights of the evaluation: for each feature those for the middle of the game, then those for its end, in hundredths of a pawn.

Found by `python -m bench.tune_chess` from games of this engine against itself and from what its own search says of positions near them,
beginning with weights written by hand; those of a king that is driven are as they were written, and so, but for smoothing, is what a rook
more without pawns counts.
Places are the left half of the board from the own first rank up, four a row; the right half is alike.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "material: pawn, knight, bishop, rook, queen": (
        (112, 403, 397, 485, 1263),
        (101, 350, 358, 642, 1126),
    ),
    "place of a pawn": (
        (
              -1,   -1,   -3,   -3,
             -11,    7,    1,   -6,
              -3,   -3,    0,   -5,
             -11,  -29,    1,   10,
              -1,   -4,    1,    8,
              37,    3,   40,    3,
             -11,   53,  -27,   54,
               6,    6,   18,   18,
        ),
        (
               0,    0,    0,    0,
               5,    9,    6,   10,
               0,   -1,   -3,    5,
               2,    5,   -8,   -6,
               8,   12,    0,   -7,
               5,   27,   16,   15,
              18,   11,   45,    3,
              15,   15,   15,   15,
        ),
    ),
    "place of a knight": (
        (
             -93,  -30,  -26,  -20,
             -26,  -29,    3,    3,
             -27,   22,    5,   22,
               0,   20,   23,   24,
              24,   16,   39,   44,
              -9,   12,   62,   65,
             -31,    6,    5,  -75,
             -75,  -80,  -16,   10,
        ),
        (
               8,  -20,  -19,   -5,
             -15,   10,   -2,   -4,
              -3,  -15,    0,    9,
               4,   12,   16,   22,
              13,   -5,    2,   14,
              10,   -3,    1,   16,
              -5,  -22,  -13,   17,
             -47,   -9,    8,   -8,
        ),
    ),
    "place of a bishop": (
        (
               3,  -30,   -8,   -5,
              15,   24,   25,   12,
               5,   44,   17,   15,
              -1,   -9,   15,   18,
               0,   20,   26,   16,
              14,   16,   -9,   25,
             -22,  -52,  -17,  -71,
             -26,  -39,    8,  -71,
        ),
        (
              -1,   -4,    0,    3,
              -5,  -12,   -5,   -8,
               0,   -6,    5,    3,
               0,    5,   10,   13,
              -4,   -2,   -2,   18,
             -18,    1,   10,  -10,
              19,    2,    7,   20,
               2,    6,    1,   12,
        ),
    ),
    "place of a rook": (
        (
             -10,   -4,    5,   15,
             -38,  -23,  -22,   -8,
             -43,   -5,  -26,  -37,
             -27,  -14,    0,    2,
             -21,  -53,  -14,   21,
             -50,   21,  -22,   62,
             -30,   25,   -9,   73,
             -39,   50,  -13,   -3,
        ),
        (
             -23,  -12,   -7,  -13,
              -9,  -25,  -18,  -12,
               6,   -7,   -1,    3,
              18,   11,    2,   -7,
              25,   29,   33,    3,
              34,    9,   25,   -7,
              18,   -5,    9,  -32,
              35,   10,   21,    5,
        ),
    ),
    "place of a queen": (
        (
              -3,   -2,   -7,   -2,
              -7,    6,    7,    1,
              -8,    0,   -5,   -8,
              -3,   -3,   -4,    0,
               0,   -3,    3,   -9,
               0,    6,   24,    1,
              -1,  -20,   -6,    4,
              26,  -32,  -14,  -14,
        ),
        (
             -50,  -59,   -1,  -21,
              -7,  -62,  -16,   -3,
              50,   15,   10,   10,
              -4,   21,    4,   35,
              21,    6,   19,   34,
              -1,  -32,  -18,   24,
             -18,  -15,   39,   23,
             -46,   -1,   40,   13,
        ),
    ),
    "place of the king": (
        (
             -25,    1,  -25,  -36,
             -26,   -6,  -29,  -51,
             -83,  -18,  -36,  -70,
            -108,  -95, -106, -117,
            -154,  -43,  -65,  -94,
            -120,  -53,  -80, -149,
            -140, -100,  -97, -158,
            -172, -151, -154, -251,
        ),
        (
             -66,  -40,  -38,  -48,
             -43,  -26,  -16,  -16,
             -32,  -13,   -6,   -2,
             -26,   -3,    6,    7,
               4,    3,   15,   16,
              11,   33,   32,   46,
              35,   40,   41,   35,
               3,   10,   29,   50,
        ),
    ),
    "mobility of a knight": (
        (-24, -5, 0, 5, 10, 16, 22, 31, 69),
        (-8, 0, 8, 18, 22, 27, 27, 22, 14),
    ),
    "mobility of a bishop": (
        (-2, 10, 19, 28, 31, 31, 39, 37, 41, 37, 27, 27, 89, 87),
        (-17, -7, 19, 26, 34, 42, 46, 48, 51, 54, 62, 44, 36, 30),
    ),
    "mobility of a rook": (
        (-24, -16, -12, -7, -8, -6, -1, -1, 8, 12, 17, 32, 27, -10, 57),
        (-59, -7, 18, 29, 41, 47, 48, 53, 49, 50, 52, 52, 57, 79, 57),
    ),
    "mobility of a queen": (
        (
             -30,  -23,  -20,  -23,  -20,  -15,  -13,  -12,  -13,  -11,   -9,  -10,   -3,   -3,    3,   20,
              19,   22,   -2,   37,   59,   56,   48,   54,   44,   35,   26,   18,
        ),
        (
              -8,  -34,  -33,  -41,  -21,  -32,  -18,   -1,   15,   19,   27,   53,   42,   41,   46,   31,
              34,   42,   48,   44,   29,   15,   42,   -6,   43,  -36,   28,  -22,
        ),
    ),
    "doubled pawn": (
        (2,),
        (-13,),
    ),
    "isolated pawn": (
        (-17,),
        (-5,),
    ),
    "connected pawn, by rank": (
        (6, 3, 6, 10, 15, -14, 37, 6),
        (3, -5, 6, 9, 18, 52, 7, 3),
    ),
    "backward pawn": (
        (-3,),
        (-9,),
    ),
    "pawn before the other king": (
        (4,),
        (-5,),
    ),
    "passed pawn, by rank": (
        (0, 47, -11, -23, -33, 13, 72, 0),
        (0, 1, 30, 43, 64, 72, 115, 0),
    ),
    "passed pawn that is blocked, by rank": (
        (0, -29, -17, 13, -18, -25, -53, 0),
        (0, -5, -5, -12, -1, -14, -40, 0),
    ),
    "passed pawn with a free way, by rank": (
        (0, -9, -12, -25, -27, -30, 50, 0),
        (0, 8, 6, 20, 39, 75, 89, 0),
    ),
    "passed pawn protected by a pawn": (
        (33,),
        (-4,),
    ),
    "rook behind a passed pawn: its own, the other side's": (
        (7, 22),
        (-14, -83),
    ),
    "passed pawn: steps from its king": (
        (17,),
        (-17,),
    ),
    "passed pawn: steps from the other king, by rank": (
        (-28, -27, -18, -33, -32, -51, -29, -28),
        (29, 14, 10, 22, 30, 50, 51, 29),
    ),
    "outpost: knight, bishop": (
        (34, 50),
        (13, 9),
    ),
    "pawn on the squares of its bishop": (
        (-3,),
        (-5,),
    ),
    "bishop pair": (
        (33,),
        (35,),
    ),
    "rook on the seventh rank": (
        (38,),
        (7,),
    ),
    "rook on a half-open file": (
        (36,),
        (-2,),
    ),
    "rook on an open file": (
        (78,),
        (-7,),
    ),
    "pawn before its king": (
        (11,),
        (-8,),
    ),
    "attacks around the other king": (
        (
              21,    0,   14,   13,   15,   16,   25,   23,   24,   29,   55,   35,   51,   95,   30,   65,
             155,  124,  136,  112,  131,  128,  189,  160,  164,  232,  256,  261,  286,  234,  326,  328,
        ),
        (
               5,    0,   10,    6,    7,   20,    4,   28,   14,    2,   36,    9,   -5,  -19,   52,  -15,
             -44,   29,  -54,    0,  -51,  -31,   28,  -34,  -91,    8,    8,    1,   10,  -43,    2,  -12,
        ),
    ),
    "threat: pawn attacks piece, minor piece attacks rook or queen, minor piece attacks minor piece": (
        (63, 73, 20),
        (44, 37, 30),
    ),
    "unprotected piece that is attacked: by who is to move, by the other": (
        (121, 7),
        (184, 0),
    ),
    "unprotected pawn that is attacked: by who is to move, by the other": (
        (33, 1),
        (63, 23),
    ),
    "file without a pawn beside the king, half-open and open": (
        (-13, -17),
        (3, -10),
    ),
    "unprotected square beside the king that is attacked": (
        (16,),
        (-2,),
    ),
    "pawn that could step up to attack a piece": (
        (15,),
        (5,),
    ),
    "to move": (
        (23,),
        (14,),
    ),
    "safe check: by knight, bishop, rook, queen": (
        (97, 15, 95, 37),
        (14, 20, 6, 79),
    ),
    "unprotected square beside the other king: queen and another attack it": (
        (141,),
        (6,),
    ),
    "rook attacks queen": (
        (82,),
        (24,),
    ),
    "passed pawn whose next square is attacked, by rank": (
        (0, -8, 20, 30, 27, 7, -5, 0),
        (0, -12, -18, -29, -32, -70, -107, 0),
    ),
    "passed pawn whose next square is protected, by rank": (
        (0, -2, -8, 4, 3, 26, -1, 0),
        (0, 4, 9, 20, 23, 29, 78, 0),
    ),
    "other king, without pawns and a rook behind: how far it is driven": (
        (0, 0, 0, 0, 0, 0, 0, 0),
        (0, 20, 40, 60, 80, 105, 130, 160),
    ),
    "steps from that king": (
        (0,),
        (-30,),
    ),
}
# fmt: on

WHOLE_LEAD = 64
LATE_LEAD = (
    (5, 45, 69, 84, 98, 101, 101, 105, 105),
    (62, 62, 63, 74, 85, 85, 85, 93, 93),
)
"""How much of a lead counts at the end, in parts of WHOLE_LEAD, by the pawns of who is ahead: first with less than a rook
more, where without pawns it is hard to win, then with a rook or more."""
