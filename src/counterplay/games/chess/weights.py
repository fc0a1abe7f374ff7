"""The weights of the evaluation: for each feature those for the middle of the game, then those for its end, in hundredths of a pawn.

Found by `python -m bench.tune_chess` from games of this engine against itself and from what its own search says of positions near them,
beginning with weights written by hand.
Places are the left half of the board from the own first rank up, four a row; the right half is alike.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "material: pawn, knight, bishop, rook, queen": (
        (86, 328, 330, 432, 1001),
        (101, 342, 364, 610, 1049),
    ),
    "place of a pawn": (
        (
              -1,   -1,   -4,   -4,
             -13,    7,    4,   -7,
              -2,   -4,    2,   -9,
             -12,  -30,    1,   11,
               1,   -6,    1,    4,
              44,    4,   49,    1,
             -18,   63,  -34,   66,
               7,    7,   22,   22,
        ),
        (
               0,    0,    0,    0,
               8,   11,    8,   11,
              -3,    1,   -3,    3,
               6,    8,   -7,   -3,
               8,   13,   -1,   -3,
               5,   23,   21,   13,
              21,   21,   48,    3,
              18,   18,   18,   18,
        ),
    ),
    "place of a knight": (
        (
             -69,  -22,  -20,  -16,
             -24,  -22,   -1,    5,
             -19,   24,    6,   12,
              -4,   19,   15,   10,
              17,   17,   29,   35,
             -10,   10,   45,   51,
             -26,    6,    1,  -58,
             -57,  -62,  -10,    7,
        ),
        (
              12,  -23,  -23,  -11,
             -16,   10,    7,  -10,
               0,  -21,   -2,   11,
               5,   28,   21,   25,
              14,   -6,   -5,   11,
              10,   -6,   13,   13,
              -2,  -29,  -17,   21,
             -54,  -12,   12,  -12,
        ),
    ),
    "place of a bishop": (
        (
               2,  -29,   -4,   -4,
              12,   24,   20,   13,
              -2,   43,   12,   16,
              -7,  -17,   12,   20,
               2,   13,   22,   15,
              15,   16,  -17,   22,
             -16,  -44,  -13,  -60,
             -24,  -33,    9,  -59,
        ),
        (
               1,   -6,    0,   -1,
              -4,  -20,   -4,   -6,
               0,  -10,    6,    3,
               4,   13,    9,   16,
              -4,   -3,    0,   26,
             -24,    1,    3,  -12,
              23,    3,    9,   22,
               2,    5,   -2,   15,
        ),
    ),
    "place of a rook": (
        (
              -8,   -6,    4,   12,
             -23,  -14,  -15,   -9,
             -30,  -10,  -19,  -31,
             -21,  -15,    8,    6,
             -22,  -45,  -10,   17,
             -45,   12,  -21,   48,
             -22,   18,  -12,   61,
             -31,   39,  -10,    1,
        ),
        (
             -20,   -9,   -4,  -16,
              -7,  -18,   -9,  -13,
               5,    1,    1,   11,
               9,   11,   -1,  -12,
              24,   18,   33,   -4,
              34,    9,   17,    0,
              21,   -7,    0,  -26,
              29,    1,   13,    8,
        ),
    ),
    "place of a queen": (
        (
              -3,    1,   -6,   -3,
              -6,   10,    4,    1,
              -8,   -3,   -5,   -7,
              -1,   -8,   -7,   -6,
               0,   -2,    5,   -8,
               4,   -2,   23,   -4,
              -7,  -24,   -6,   13,
              31,  -39,  -16,  -18,
        ),
        (
             -53,  -59,    3,  -18,
             -10,  -66,  -14,   -2,
              53,   15,   15,   13,
              -2,   24,   -2,   34,
              15,    4,   14,   38,
              -1,  -41,  -22,   20,
             -22,  -16,   43,   28,
             -43,   -2,   42,   13,
        ),
    ),
    "place of the king": (
        (
             -21,   -7,  -22,  -31,
             -21,  -10,  -27,  -46,
             -82,  -13,  -34,  -64,
             -97,  -88,  -94, -107,
            -143,  -40,  -62,  -87,
            -111,  -47,  -73, -138,
            -128,  -91,  -91, -147,
            -159, -141, -143, -232,
        ),
        (
             -67,  -38,  -34,  -51,
             -44,  -28,  -14,   -7,
             -28,   -9,   -7,   -6,
             -27,    3,    8,   10,
               3,   -2,   12,   16,
               3,   48,   35,   50,
              35,   38,   35,   27,
              -2,    2,   25,   52,
        ),
    ),
    "mobility of a knight": (
        (-24, -7, 0, 1, 8, 14, 20, 30, 74),
        (-9, 8, 11, 15, 23, 25, 27, 26, 7),
    ),
    "mobility of a bishop": (
        (0, 10, 13, 17, 20, 18, 25, 29, 33, 23, 14, 22, 65, 61),
        (-11, -15, 16, 22, 31, 37, 38, 40, 50, 50, 59, 43, 34, 23),
    ),
    "mobility of a rook": (
        (-20, -19, -14, -9, -9, -8, -1, 3, 4, 7, 11, 39, 35, -11, 64),
        (-57, -10, 12, 30, 44, 47, 49, 48, 50, 49, 50, 49, 51, 70, 47),
    ),
    "mobility of a queen": (
        (
             -36,  -31,  -28,  -26,  -25,  -19,  -20,  -13,  -16,  -16,  -10,  -16,   -2,   -2,    9,   27,
              25,   23,   -2,   48,   73,   66,   57,   66,   55,   38,   32,   22,
        ),
        (
              -9,  -39,  -36,  -42,  -21,  -42,  -28,  -10,   18,   23,   32,   72,   33,   47,   52,   36,
              41,   43,   53,   56,   35,   13,   45,   -7,   51,  -49,   33,  -25,
        ),
    ),
    "doubled pawn": (
        (2,),
        (-11,),
    ),
    "isolated pawn": (
        (-17,),
        (-3,),
    ),
    "connected pawn, by rank": (
        (6, 3, 6, 9, 14, -16, 29, 6),
        (3, -3, 8, 9, 17, 57, -9, 3),
    ),
    "backward pawn": (
        (-1,),
        (-10,),
    ),
    "pawn before the other king": (
        (3,),
        (-6,),
    ),
    "passed pawn, by rank": (
        (0, 63, -13, -28, -38, 17, 89, 0),
        (0, -7, 33, 47, 74, 96, 143, 0),
    ),
    "passed pawn that is blocked, by rank": (
        (0, -34, -16, 9, -15, -25, -51, 0),
        (0, -10, -5, -12, 1, -15, -43, 0),
    ),
    "passed pawn with a free way, by rank": (
        (0, -8, -8, -35, -35, -40, 68, 0),
        (0, 11, 7, 18, 33, 70, 88, 0),
    ),
    "passed pawn protected by a pawn": (
        (25,),
        (-9,),
    ),
    "rook behind a passed pawn: its own, the other side's": (
        (7, 29),
        (-10, -79),
    ),
    "passed pawn: steps from its king": (
        (16,),
        (-16,),
    ),
    "passed pawn: steps from the other king, by rank": (
        (-25, -22, -14, -25, -24, -39, -27, -25),
        (25, 13, 9, 20, 26, 41, 42, 25),
    ),
    "outpost: knight, bishop": (
        (20, 35),
        (15, 13),
    ),
    "pawn on the squares of its bishop": (
        (-3,),
        (-8,),
    ),
    "bishop pair": (
        (21,),
        (42,),
    ),
    "rook on the seventh rank": (
        (46,),
        (5,),
    ),
    "rook on a half-open file": (
        (22,),
        (-2,),
    ),
    "rook on an open file": (
        (63,),
        (-6,),
    ),
    "pawn before its king": (
        (8,),
        (-9,),
    ),
    "attacks around the other king": (
        (
              20,    0,   16,   18,   15,   14,   26,   29,   30,   25,   51,   38,   46,   92,   26,   59,
             152,  121,  129,  107,  129,  121,  183,  154,  156,  224,  248,  253,  277,  228,  316,  319,
        ),
        (
               5,    0,   16,   22,   17,   22,    2,   39,   21,   -2,   40,   13,   -6,  -22,   60,  -23,
             -64,   34,  -64,   -1,  -56,  -39,   32,  -40, -107,    9,    9,    1,   11,  -49,    2,  -13,
        ),
    ),
    "threat: pawn attacks piece, minor piece attacks rook or queen, minor piece attacks minor piece": (
        (55, 63, 17),
        (50, 26, 30),
    ),
    "unprotected piece that is attacked: by who is to move, by the other": (
        (168, 4),
        (209, 5),
    ),
    "unprotected pawn that is attacked: by who is to move, by the other": (
        (22, -2),
        (65, 24),
    ),
    "file without a pawn beside the king, half-open and open": (
        (-14, -10),
        (-2, -15),
    ),
    "unprotected square beside the king that is attacked": (
        (12,),
        (-5,),
    ),
    "pawn that could step up to attack a piece": (
        (16,),
        (7,),
    ),
    "to move": (
        (26,),
        (24,),
    ),
    "safe check: by knight, bishop, rook, queen": (
        (101, 11, 104, 30),
        (5, 21, -1, 79),
    ),
    "unprotected square beside the other king: queen and another attack it": (
        (154,),
        (-5,),
    ),
    "rook attacks queen": (
        (87,),
        (29,),
    ),
    "passed pawn whose next square is attacked, by rank": (
        (0, -13, 23, 35, 30, -2, -8, 0),
        (0, -14, -24, -29, -25, -64, -86, 0),
    ),
    "passed pawn whose next square is protected, by rank": (
        (0, -3, -10, 2, 11, 28, -5, 0),
        (0, 1, 10, 11, 24, 26, 51, 0),
    ),
}
# fmt: on

WHOLE_LEAD = 64
LATE_LEAD = (35, 57, 69, 75, 77, 77, 80, 80, 71)
"""How much of a lead counts at the end, in parts of WHOLE_LEAD, by the pawns of who is ahead: without any it is hard to win."""
