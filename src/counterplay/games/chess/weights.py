"""The weights of the evaluation: for each feature those for the middle of the game, then those for its end, in hundredths of a pawn.

Found by `python -m bench.tune_chess` from games of this engine against itself, beginning with weights written by hand.
Places are the left half of the board from the own first rank up, four a row; the right half is alike.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "material: pawn, knight, bishop, rook, queen": (
        (96, 323, 332, 500, 975),
        (106, 317, 331, 501, 975),
    ),
    "place of a pawn": (
        (
              -1,   -1,   -3,   -3,
              -2,    2,    4,   -1,
               0,    4,    2,   -2,
               1,   -1,    4,   16,
               4,    2,    7,   17,
               4,    5,   12,   12,
               5,    5,   15,   15,
               6,    6,   18,   18,
        ),
        (
               0,    0,    0,    0,
               4,    6,    5,    4,
               4,    5,    7,    4,
               8,    8,    8,    7,
              14,   12,   11,   12,
              14,   15,   15,   15,
              18,   18,   18,   18,
              21,   21,   21,   21,
        ),
    ),
    "place of a knight": (
        (
             -22,  -16,   -8,   -1,
             -15,   -8,   -1,    6,
              -9,   -1,    9,   12,
               0,    6,   14,   20,
              -1,    6,   13,   20,
              -8,   -1,    6,   13,
             -15,   -8,   -1,    6,
             -22,  -15,   -8,   -1,
        ),
        (
             -22,  -15,   -8,   -1,
             -15,   -8,   -1,    6,
              -8,   -1,    6,   13,
              -1,    6,   12,   19,
              -1,    6,   13,   19,
              -8,   -1,    6,   13,
             -15,   -8,   -1,    6,
             -22,  -15,   -8,   -1,
        ),
    ),
    "place of a bishop": (
        (
             -16,  -12,  -10,   -4,
              -6,    0,    2,    6,
              -3,    2,    5,   10,
               2,    6,   10,   15,
               2,    6,   10,   14,
              -2,    2,    6,   10,
              -6,   -2,    2,    6,
             -10,   -6,   -2,    2,
        ),
        (
             -16,  -12,   -8,   -4,
              -6,   -2,    2,    6,
              -2,    2,    5,   11,
               2,    6,   10,   14,
               2,    6,   10,   13,
              -2,    2,    6,   10,
              -6,   -2,    2,    6,
             -10,   -6,   -2,    2,
        ),
    ),
    "place of a rook": (
        (
              -3,    0,    2,    2,
               1,    0,    0,    0,
               0,    0,    0,    0,
              -1,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
        ),
        (
               0,   -1,    0,    1,
               1,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               1,   -1,    0,    0,
               0,    0,    0,    0,
        ),
    ),
    "place of a queen": (
        (
               0,    0,    0,    1,
               0,    1,    1,    1,
              -1,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
        ),
        (
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
               0,    0,    0,    0,
        ),
    ),
    "place of the king": (
        (
               0,   12,    3,  -16,
             -23,  -14,  -20,  -38,
             -46,  -37,  -42,  -61,
             -69,  -60,  -65,  -84,
             -87,  -78,  -83, -102,
            -100,  -91,  -96, -115,
            -113, -104, -109, -128,
            -126, -117, -122, -141,
        ),
        (
             -26,  -16,   -7,    2,
             -17,   -8,    0,   11,
              -8,    1,   10,   19,
               1,   10,   19,   27,
               1,   10,   19,   26,
              -8,    1,   10,   19,
             -17,   -8,    1,   10,
             -26,  -17,   -8,    1,
        ),
    ),
    "mobility of a knight": (
        (0, 3, 10, 14, 16, 20, 25, 28, 32),
        (0, 4, 8, 12, 16, 21, 24, 26, 30),
    ),
    "mobility of a bishop": (
        (-4, 6, 8, 12, 16, 21, 24, 28, 32, 36, 40, 44, 48, 52),
        (0, 4, 8, 13, 16, 20, 24, 28, 32, 36, 40, 44, 48, 51),
    ),
    "mobility of a rook": (
        (1, 0, 2, 5, 10, 12, 13, 14, 15, 18, 20, 22, 24, 26, 28),
        (0, 4, 8, 12, 16, 22, 25, 28, 32, 36, 40, 45, 48, 52, 54),
    ),
    "mobility of a queen": (
        (
               0,    0,    2,    2,    3,    6,    7,    7,    9,    9,   10,   11,   12,   13,   14,   15,
              16,   17,   18,   19,   20,   21,   22,   23,   24,   25,   26,   27,
        ),
        (
               0,    1,    2,    3,    4,    5,    6,    7,    8,    9,   10,   11,   12,   13,   14,   15,
              16,   17,   18,   19,   20,   21,   22,   23,   24,   25,   26,   27,
        ),
    ),
    "doubled pawn": (
        (-10,),
        (-11,),
    ),
    "isolated pawn": (
        (-16,),
        (-12,),
    ),
    "connected pawn": (
        (6,),
        (1,),
    ),
    "backward pawn": (
        (-9,),
        (-8,),
    ),
    "pawn before the other king": (
        (2,),
        (-2,),
    ),
    "passed pawn, by rank": (
        (0, 3, 5, 12, 23, 42, 65, 0),
        (0, 7, 11, 25, 50, 83, 129, 0),
    ),
    "passed pawn that is blocked, by rank": (
        (0, 0, 0, 0, 0, 0, 0, 0),
        (0, -2, -3, -6, -12, -21, -34, 0),
    ),
    "passed pawn with a free way, by rank": (
        (0, 0, 0, 0, 0, 5, 10, 0),
        (0, 0, 1, 4, 10, 20, 40, 0),
    ),
    "passed pawn protected by a pawn": (
        (5,),
        (10,),
    ),
    "rook behind a passed pawn: its own, the other side's": (
        (6, -5),
        (16, -15),
    ),
    "passed pawn: steps from its king": (
        (-2,),
        (-7,),
    ),
    "passed pawn: steps from the other king": (
        (-4,),
        (11,),
    ),
    "outpost: knight, bishop": (
        (20, 10),
        (12, 6),
    ),
    "pawn on the squares of its bishop": (
        (-3,),
        (-2,),
    ),
    "bishop pair": (
        (33,),
        (41,),
    ),
    "rook on the seventh rank": (
        (9,),
        (15,),
    ),
    "rook on a half-open file": (
        (15,),
        (15,),
    ),
    "rook on an open file": (
        (25,),
        (19,),
    ),
    "pawn before its king": (
        (6,),
        (-3,),
    ),
    "attacks around the other king": (
        (
              -1,    0,    2,    4,    4,    8,   12,   16,   21,   27,   33,   40,   48,   56,   65,   75,
              85,   96,  108,  120,  133,  147,  161,  176,  192,  208,  225,  243,  261,  280,  300,  320,
        ),
        (
               0,    0,    0,    1,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
               0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
        ),
    ),
    "threat: pawn attacks piece, minor piece attacks rook or queen": (
        (30, 20),
        (30, 20),
    ),
    "unprotected piece that is attacked: by who is to move, by the other": (
        (25, 15),
        (25, 15),
    ),
    "file without a pawn beside the king, half-open and open": (
        (-8, -20),
        (4, -1),
    ),
    "unprotected square beside the king that is attacked": (
        (5,),
        (-3,),
    ),
    "to move": (
        (11,),
        (9,),
    ),
}
# fmt: on
