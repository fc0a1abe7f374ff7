"""The weights of the evaluation: for each feature those for the middle of the game, then those for its end, in hundredths of a pawn.

Found by `python -m bench.tune_chess` from games of this engine against itself and from what its own search says of positions near them,
beginning with weights written by hand.
Places are the left half of the board from the own first rank up, four a row; the right half is alike.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "material: pawn, knight, bishop, rook, queen": (
        (69, 273, 285, 386, 853),
        (113, 332, 352, 568, 1049),
    ),
    "place of a pawn": (
        (
              -1,   -1,   -3,   -3,
              -9,   11,    5,    0,
              -3,    6,    5,    1,
              -8,  -14,    2,   15,
              -6,   -8,    2,    7,
              12,   17,   16,   24,
              -7,   10,   13,   13,
               6,    6,   18,   18,
        ),
        (
               0,    0,    0,    0,
               6,    7,    9,   13,
               1,   -2,    2,    6,
               1,    2,   -4,   -4,
              14,   12,   -8,    0,
              31,   23,   20,    9,
              51,   20,   46,    2,
              21,   21,   21,   21,
        ),
    ),
    "place of a knight": (
        (
             -42,  -15,  -16,  -19,
              -3,  -37,   -1,    6,
             -15,    0,    6,    7,
              -6,   17,   13,   12,
              11,   19,   31,   28,
             -21,   23,   30,   51,
             -26,  -23,  -17,   -9,
             -52,  -37,    1,    5,
        ),
        (
             -30,  -21,  -19,   -6,
              -2,   -2,   -1,   -7,
             -16,    2,   -1,   18,
               6,    7,   15,   20,
               5,    8,   12,   24,
               4,    1,    5,   11,
              -1,    4,   -5,    4,
             -17,  -32,   -7,   -1,
        ),
    ),
    "place of a bishop": (
        (
              -6,  -14,   -8,   -4,
               3,   11,   14,    9,
              -1,   15,   17,    5,
               0,   -8,    6,   25,
              -1,   14,   13,   17,
              23,    3,   21,   15,
             -23,  -52,  -15,  -21,
              -5,  -50,    4,  -17,
        ),
        (
              -6,  -17,    3,   -5,
              -7,   -8,  -12,   -4,
              -7,    0,    3,   19,
              -7,   12,   10,   16,
               8,    9,   11,   15,
              -9,    5,    4,   -3,
              -4,    9,    0,    2,
              -1,    7,    6,   12,
        ),
    ),
    "place of a rook": (
        (
             -14,  -11,   -7,    0,
             -21,  -18,   -9,  -22,
             -21,  -13,  -10,  -13,
             -14,  -29,    1,   -2,
             -15,  -34,    6,   20,
              -1,    7,   34,   35,
              23,  -23,  -25,   42,
              25,   -1,    4,   -7,
        ),
        (
             -13,   -5,   -3,  -10,
             -10,    2,   -8,   -3,
              -3,   -1,    1,   -3,
               3,    8,   17,    7,
              11,   18,    1,   -5,
              12,    8,   -3,   -5,
              -3,   11,    0,  -16,
              11,   12,   17,   16,
        ),
    ),
    "place of a queen": (
        (
              -9,   -6,   -6,    0,
             -18,    8,    4,    4,
              -3,   -3,   -3,   -1,
              -8,  -12,    0,   -1,
              -1,   -3,    7,    2,
              -9,    6,  -10,    8,
              14,   -2,  -12,    9,
              21,  -10,  -66,  -15,
        ),
        (
             -47,  -68,  -19,  -33,
             -26,  -42,  -45,  -21,
              -1,    4,   22,   15,
              16,   10,    3,   36,
              17,   -6,   24,   47,
               4,   36,   97,   15,
             -21,    8,    4,   32,
             -18,   14,   16,    2,
        ),
    ),
    "place of the king": (
        (
              -6,   17,    2,   -7,
              -6,   17,  -12,  -30,
             -40,  -23,  -37,  -76,
             -70,  -87,  -85,  -78,
            -133,  -87,  -92, -109,
             -99,  -49,  -62, -119,
            -115,  -92,  -88, -139,
            -130, -111, -126, -201,
        ),
        (
             -40,  -38,  -28,  -30,
             -26,  -20,  -16,   -7,
             -25,   -9,   -8,    7,
             -21,    2,    2,    0,
               3,   17,   15,   25,
              16,   23,   28,   24,
               7,   12,   25,   34,
               5,   10,   19,   28,
        ),
    ),
    "mobility of a knight": (
        (-15, -5, 3, 6, 12, 15, 18, 29, 36),
        (3, -3, 5, 12, 19, 32, 31, 30, 27),
    ),
    "mobility of a bishop": (
        (-8, -2, 2, 9, 12, 15, 16, 17, 21, 41, 40, 70, 46, 37),
        (-23, 2, 19, 27, 33, 36, 42, 43, 44, 35, 34, 28, 39, 26),
    ),
    "mobility of a rook": (
        (-9, -4, -2, 1, 2, 2, 1, 8, 7, 11, 12, 24, 4, 5, 32),
        (-44, -15, -4, 13, 23, 36, 41, 44, 50, 52, 54, 53, 66, 64, 55),
    ),
    "mobility of a queen": (
        (
             -35,  -33,  -26,  -22,  -20,  -15,   -9,   -7,   -6,    0,    1,    4,    5,    9,   14,   19,
              31,   42,   22,   40,   17,   31,   29,   37,   40,   27,   27,   28,
        ),
        (
              -5,  -44,  -26,  -49,  -23,  -39,  -14,  -13,  -16,   24,   22,   19,   50,   40,   61,   64,
              40,   44,   61,    6,   66,   46,   30,   20,   34,   10,   27,   19,
        ),
    ),
    "doubled pawn": (
        (-5,),
        (-14,),
    ),
    "isolated pawn": (
        (-10,),
        (-9,),
    ),
    "connected pawn, by rank": (
        (5, 4, 4, 7, 11, -9, 5, 5),
        (3, -1, 5, 7, 17, 26, -8, 3),
    ),
    "backward pawn": (
        (-4,),
        (-4,),
    ),
    "pawn before the other king": (
        (0,),
        (-1,),
    ),
    "passed pawn, by rank": (
        (0, 60, 12, 2, -6, -2, 54, 0),
        (0, -44, -3, 28, 67, 121, 177, 0),
    ),
    "passed pawn that is blocked, by rank": (
        (0, -12, -14, -7, -23, -23, -31, 0),
        (0, -12, -8, -7, 4, -34, -37, 0),
    ),
    "passed pawn with a free way, by rank": (
        (0, -31, -13, -47, -19, -40, 30, 0),
        (0, 8, -7, 15, 26, 78, 91, 0),
    ),
    "passed pawn protected by a pawn": (
        (27,),
        (-8,),
    ),
    "rook behind a passed pawn: its own, the other side's": (
        (2, -7),
        (5, -52),
    ),
    "passed pawn: steps from its king": (
        (10,),
        (-16,),
    ),
    "passed pawn: steps from the other king": (
        (-18,),
        (21,),
    ),
    "outpost: knight, bishop": (
        (22, 21),
        (8, 12),
    ),
    "pawn on the squares of its bishop": (
        (-1,),
        (-9,),
    ),
    "bishop pair": (
        (12,),
        (49,),
    ),
    "rook on the seventh rank": (
        (25,),
        (8,),
    ),
    "rook on a half-open file": (
        (17,),
        (5,),
    ),
    "rook on an open file": (
        (45,),
        (-1,),
    ),
    "pawn before its king": (
        (7,),
        (-3,),
    ),
    "attacks around the other king": (
        (
               9,    0,   -1,   -5,   -2,    5,    7,    8,   12,    8,   23,   40,   52,   63,   53,   59,
             125,  121,  128,  106,  107,  131,  200,  143,  185,  214,  245,  247,  269,  264,  300,  320,
        ),
        (
               3,    0,   17,    1,    5,   17,   10,    7,    8,    0,   24,  -16,  -25,  -13,   31,   -6,
             -50,    7,  -45,  -10,  -17,  -32,   40,  -36,  -53,    0,   10,    1,   10,  -27,    0,   -7,
        ),
    ),
    "threat: pawn attacks piece, minor piece attacks rook or queen": (
        (61, 59),
        (41, 19),
    ),
    "unprotected piece that is attacked: by who is to move, by the other": (
        (153, 6),
        (251, -10),
    ),
    "file without a pawn beside the king, half-open and open": (
        (-11, -20),
        (6, -10),
    ),
    "unprotected square beside the king that is attacked": (
        (16,),
        (-7,),
    ),
    "pawn that could step up to attack a piece": (
        (12,),
        (4,),
    ),
    "to move": (
        (31,),
        (28,),
    ),
}
# fmt: on
