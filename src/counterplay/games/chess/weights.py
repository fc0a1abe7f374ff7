"""The weights of the evaluation: for each feature those for the middle of the game, then those for its end, in hundredths of a pawn.

Found by `python -m bench.tune_chess` from games of this engine against itself and from what its own search says of positions near them,
beginning with weights written by hand.
Places are the left half of the board from the own first rank up, four a row; the right half is alike.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "material: pawn, knight, bishop, rook, queen": (
        (65, 262, 264, 350, 848),
        (106, 323, 350, 576, 991),
    ),
    "place of a pawn": (
        (
              -1,   -1,   -3,   -3,
              -9,    7,    4,   -6,
               1,   -1,    4,   -4,
              -9,  -25,    1,    9,
               1,   -6,    1,    1,
              29,    7,   35,    3,
              -8,   38,  -10,   37,
               6,    6,   18,   18,
        ),
        (
               0,    0,    0,    0,
               7,   12,    8,   14,
              -8,    0,   -4,    3,
               2,    6,  -11,   -4,
               4,   13,   -6,   -7,
              14,   33,   23,   15,
              43,   41,   45,    9,
              21,   21,   21,   21,
        ),
    ),
    "place of a knight": (
        (
             -48,  -18,  -15,  -15,
             -19,  -24,   -1,    3,
             -18,   17,    3,    9,
              -4,   15,   10,    7,
              15,   13,   28,   27,
             -12,   17,   35,   47,
             -22,  -11,   -3,  -30,
             -52,  -44,   -3,    4,
        ),
        (
              -5,  -18,  -18,  -10,
             -14,    6,    6,   -7,
              -7,  -15,   -5,    9,
               3,   23,   20,   25,
              10,   -1,   -1,   13,
               7,   -5,   13,   10,
               1,  -14,  -10,   13,
             -38,  -20,    5,   -6,
        ),
    ),
    "place of a bishop": (
        (
               1,  -20,   -5,   -4,
               6,   18,   15,    8,
              -1,   32,    9,   11,
              -5,  -11,    8,   18,
               0,   16,   19,   17,
               9,   10,   -6,   17,
             -14,  -42,  -13,  -39,
             -18,  -36,    5,  -34,
        ),
        (
              -5,  -11,   -1,   -4,
              -9,  -18,   -5,   -6,
              -1,   -7,    8,    7,
              -1,   13,   10,   21,
              -4,   -3,    4,   24,
             -22,    0,    4,   -7,
              14,    9,   10,   14,
               0,    9,    2,   14,
        ),
    ),
    "place of a rook": (
        (
              -7,   -7,    2,    7,
             -19,  -14,  -14,  -14,
             -23,  -10,  -14,  -23,
             -17,  -17,    1,    2,
             -17,  -35,    1,   15,
             -24,   11,    1,   38,
              -7,    3,  -10,   46,
              -6,   16,   -8,   -4,
        ),
        (
             -19,   -8,   -6,  -14,
              -6,  -12,  -10,   -9,
               1,    1,   -2,    7,
               7,   11,    2,   -5,
              19,   16,   24,   -2,
              24,    9,   11,    4,
              12,    0,    1,  -20,
              16,    4,    9,    9,
        ),
    ),
    "place of a queen": (
        (
              -6,    1,   -6,   -3,
              -7,   10,    6,    3,
              -5,   -2,   -6,   -7,
              -2,   -6,   -7,   -7,
               1,    1,    6,   -7,
               2,   -6,    9,    2,
              -6,  -22,   -3,   12,
              27,  -36,  -36,  -17,
        ),
        (
             -48,  -62,   -6,  -24,
             -17,  -60,  -24,   -8,
              32,    8,   15,   14,
               1,   18,   -1,   38,
              12,    4,   20,   43,
               2,  -17,   10,   20,
             -22,   -7,   33,   34,
             -36,   -2,   36,   10,
        ),
    ),
    "place of the king": (
        (
             -11,   -1,  -14,  -21,
             -11,   -3,  -20,  -35,
             -59,  -12,  -29,  -61,
             -79,  -78,  -86,  -88,
            -129,  -60,  -72,  -93,
             -97,  -44,  -64, -118,
            -112,  -84,  -82, -132,
            -135, -116, -125, -201,
        ),
        (
             -51,  -31,  -27,  -42,
             -39,  -24,  -11,   -4,
             -28,   -8,   -8,   -4,
             -29,    2,    7,    4,
               3,    3,   11,   15,
               1,   40,   29,   42,
              27,   32,   32,   25,
              -2,    7,   22,   40,
        ),
    ),
    "mobility of a knight": (
        (-19, -5, 1, 2, 7, 12, 16, 23, 51),
        (-5, 5, 9, 17, 26, 27, 30, 30, 10),
    ),
    "mobility of a bishop": (
        (-2, 6, 9, 13, 17, 15, 20, 23, 28, 21, 18, 35, 48, 44),
        (-10, -9, 16, 25, 30, 35, 36, 38, 46, 44, 48, 32, 31, 21),
    ),
    "mobility of a rook": (
        (-15, -13, -9, -6, -5, -5, 0, 2, 4, 5, 10, 28, 22, -3, 44),
        (-53, -11, 8, 25, 40, 44, 46, 47, 48, 49, 48, 48, 52, 63, 45),
    ),
    "mobility of a queen": (
        (
             -30,  -26,  -23,  -21,  -19,  -15,  -15,   -9,  -11,  -11,   -6,   -8,    0,    1,   11,   21,
              27,   29,    5,   48,   43,   43,   43,   46,   45,   26,   28,   24,
        ),
        (
              -7,  -41,  -31,  -46,  -21,  -43,  -27,  -13,    7,   24,   26,   59,   36,   46,   56,   44,
              42,   44,   54,   42,   47,   23,   42,   -2,   44,  -36,   30,   -4,
        ),
    ),
    "doubled pawn": (
        (0,),
        (-15,),
    ),
    "isolated pawn": (
        (-15,),
        (-4,),
    ),
    "connected pawn, by rank": (
        (5, 3, 4, 8, 13, -11, 16, 5),
        (3, -4, 9, 13, 23, 59, -11, 3),
    ),
    "backward pawn": (
        (-2,),
        (-10,),
    ),
    "pawn before the other king": (
        (4,),
        (-8,),
    ),
    "passed pawn, by rank": (
        (0, 64, 9, -20, -23, 9, 82, 0),
        (0, -45, 2, 53, 107, 150, 196, 0),
    ),
    "passed pawn that is blocked, by rank": (
        (0, -24, -13, 3, -19, -21, -44, 0),
        (0, -14, -9, -13, -8, -27, -34, 0),
    ),
    "passed pawn with a free way, by rank": (
        (0, -13, -10, -46, -38, -45, 71, 0),
        (0, 8, 2, 17, 30, 83, 107, 0),
    ),
    "passed pawn protected by a pawn": (
        (24,),
        (-14,),
    ),
    "rook behind a passed pawn: its own, the other side's": (
        (9, 15),
        (-12, -70),
    ),
    "passed pawn: steps from its king": (
        (14,),
        (-19,),
    ),
    "passed pawn: steps from the other king": (
        (-23,),
        (25,),
    ),
    "outpost: knight, bishop": (
        (16, 27),
        (14, 14),
    ),
    "pawn on the squares of its bishop": (
        (-3,),
        (-9,),
    ),
    "bishop pair": (
        (18,),
        (46,),
    ),
    "rook on the seventh rank": (
        (40,),
        (8,),
    ),
    "rook on a half-open file": (
        (15,),
        (-1,),
    ),
    "rook on an open file": (
        (50,),
        (-9,),
    ),
    "pawn before its king": (
        (8,),
        (-10,),
    ),
    "attacks around the other king": (
        (
              15,    0,   10,   13,    8,    8,   17,   23,   23,   16,   43,   39,   44,   75,   32,   56,
             142,  122,  125,  103,  115,  124,  188,  147,  166,  217,  243,  247,  270,  243,  305,  316,
        ),
        (
               7,    0,   15,   14,   12,   19,    3,   24,   17,    0,   31,    1,  -14,  -16,   39,  -14,
             -53,   22,  -51,   -7,  -40,  -33,   32,  -35,  -76,    4,    9,    1,   10,  -35,    1,   -9,
        ),
    ),
    "threat: pawn attacks piece, minor piece attacks rook or queen": (
        (51, 53),
        (47, 25),
    ),
    "unprotected piece that is attacked: by who is to move, by the other": (
        (166, 5),
        (241, -15),
    ),
    "file without a pawn beside the king, half-open and open": (
        (-11, -8),
        (-3, -16),
    ),
    "unprotected square beside the king that is attacked": (
        (13,),
        (-7,),
    ),
    "pawn that could step up to attack a piece": (
        (15,),
        (7,),
    ),
    "to move": (
        (31,),
        (29,),
    ),
    "safe check: by knight, bishop, rook, queen": (
        (91, 10, 88, 31),
        (6, 25, 5, 74),
    ),
    "unprotected square beside the other king: queen and another attack it": (
        (103,),
        (7,),
    ),
    "rook attacks queen": (
        (67,),
        (26,),
    ),
    "passed pawn whose next square is attacked, by rank": (
        (0, -6, 22, 25, 20, -14, -12, 0),
        (0, -16, -25, -25, -25, -57, -67, 0),
    ),
}
# fmt: on
