"""The weights of the evaluation: for each feature those for the middle of the game, then those for its end, in hundredths of a pawn.

Found by `python -m bench.tune_chess` from games of this engine against itself and from what its own search says of positions near them,
beginning with weights written by hand.
Places are the left half of the board from the own first rank up, four a row; the right half is alike.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "material: pawn, knight, bishop, rook, queen": (
        (84, 290, 303, 420, 882),
        (109, 328, 342, 547, 1023),
    ),
    "place of a pawn": (
        (
              -1,   -1,   -3,   -3,
             -12,    7,    2,   -7,
              -8,    7,    0,   -3,
              -9,   -5,   -1,   15,
              -9,   -2,   10,   14,
               2,   32,   20,   27,
             -14,    2,    5,   47,
               6,    6,   18,   18,
        ),
        (
               0,    0,    0,    0,
               5,    1,    3,   10,
               5,   -6,    5,    8,
               3,   -1,    2,    0,
              17,   15,    1,   10,
              27,   28,   13,   13,
              59,   14,   15,    4,
              21,   21,   21,   21,
        ),
    ),
    "place of a knight": (
        (
             -39,  -15,  -17,   -7,
              -6,  -22,    0,    6,
             -13,   -4,    6,   13,
              -2,   29,   14,   21,
              11,   10,   26,   25,
             -31,   24,   15,   39,
             -26,  -29,  -20,  -18,
             -29,  -28,    5,    0,
        ),
        (
             -25,   -7,  -16,   -2,
              -4,   -2,   -2,   -9,
             -12,    7,    9,    2,
              11,   17,   19,   17,
               7,   12,   19,   18,
             -32,   -2,    5,   14,
              -8,   -6,  -12,   17,
             -31,  -35,   -1,    5,
        ),
    ),
    "place of a bishop": (
        (
             -21,  -27,   -6,    1,
              13,    9,   20,   10,
               2,   10,   11,    9,
              -5,   -4,    9,   28,
               1,   14,   32,   13,
              17,   14,   28,   18,
             -36,  -47,  -35,    0,
              -5,  -44,   11,  -32,
        ),
        (
              -4,   -7,   -5,   -4,
             -10,  -12,   -9,   -3,
              -6,    3,    9,   11,
              -8,    5,   17,   13,
              -1,   10,   11,   12,
              21,    2,    7,    4,
              -1,    7,    4,    0,
             -16,   -2,    3,    0,
        ),
    ),
    "place of a rook": (
        (
              -6,   -3,    2,    5,
             -11,   -4,    5,   -8,
             -10,  -10,  -14,  -14,
              -8,  -10,   12,   -5,
             -12,   -2,   10,   13,
             -15,   -8,   10,   28,
              31,  -28,  -25,   34,
              12,   11,  -14,  -45,
        ),
        (
              -7,  -11,   -6,  -10,
              -7,   -7,    0,   -4,
              -2,   -2,    1,    2,
               1,    9,    4,   -7,
               7,    4,    1,    4,
              13,   17,   15,   -2,
              -7,   12,    4,  -18,
              18,    4,    3,   13,
        ),
    ),
    "place of a queen": (
        (
             -11,    0,   -4,   -2,
             -13,    7,    2,   -2,
              -2,    0,   -9,   -6,
              -5,  -11,  -10,   -5,
              -3,  -12,    6,   -8,
             -15,   15,    1,    0,
              25,    6,  -13,   -4,
              25,   -2,  -39,    3,
        ),
        (
             -16,  -27,  -17,  -25,
             -16,  -38,  -21,   -3,
               9,  -16,   25,    6,
               1,   15,   -9,   29,
              18,    8,   26,   18,
               2,   35,   29,    7,
             -15,   -4,   -9,   44,
               3,   -8,    1,   -4,
        ),
    ),
    "place of the king": (
        (
              -4,   15,    7,   -9,
               0,   15,  -12,  -30,
             -24,  -26,  -41,  -57,
            -100,  -63,  -72,  -76,
            -108,  -69,  -92, -110,
            -110,  -71,  -67, -137,
            -109, -102, -104, -142,
            -134, -112, -123, -205,
        ),
        (
             -45,  -25,  -26,  -13,
             -25,  -15,  -10,   -4,
             -11,   -9,   -4,    0,
             -11,    0,    6,    5,
              -5,    7,   11,   17,
              12,   54,   32,   42,
              12,   61,   44,   18,
             -72,    1,    1,  -16,
        ),
    ),
    "mobility of a knight": (
        (-9, 2, 5, 9, 11, 17, 25, 21, 35),
        (9, -8, 14, 12, 26, 22, 23, 32, 21),
    ),
    "mobility of a bishop": (
        (-1, 6, 8, 13, 17, 20, 21, 22, 26, 18, 34, 68, 39, 42),
        (-10, 10, 18, 20, 26, 32, 31, 37, 38, 39, 38, 25, 42, 30),
    ),
    "mobility of a rook": (
        (-6, -4, -1, 2, 1, 3, 6, 4, 10, 16, 17, 18, 31, 10, 21),
        (-26, -15, 1, 11, 26, 29, 41, 46, 44, 44, 48, 54, 54, 58, 53),
    ),
    "mobility of a queen": (
        (
             -30,  -27,  -22,  -20,  -15,  -14,  -11,   -8,   -1,   -3,    0,    4,    4,   17,   13,    9,
              36,   52,    9,   74,    4,   31,   22,   32,   44,   24,   26,   32,
        ),
        (
              -4,  -38,  -17,  -33,  -30,   -5,  -30,    1,   -7,   -3,   12,   21,   20,   18,   43,   46,
              31,   34,   35,   34,   44,   39,   41,   35,   52,   28,   26,   36,
        ),
    ),
    "doubled pawn": (
        (-8,),
        (-14,),
    ),
    "isolated pawn": (
        (-9,),
        (-13,),
    ),
    "connected pawn": (
        (5,),
        (3,),
    ),
    "backward pawn": (
        (-5,),
        (-5,),
    ),
    "pawn before the other king": (
        (-1,),
        (3,),
    ),
    "passed pawn, by rank": (
        (0, 48, 21, 24, 22, 8, 65, 0),
        (0, -38, 0, 15, 46, 103, 150, 0),
    ),
    "passed pawn that is blocked, by rank": (
        (0, -27, -3, -11, -19, -2, -31, 0),
        (0, 6, -13, -11, 0, -30, -29, 0),
    ),
    "passed pawn with a free way, by rank": (
        (0, -17, -37, -28, -26, -16, 41, 0),
        (0, 19, 2, 14, 25, 58, 56, 0),
    ),
    "passed pawn protected by a pawn": (
        (26,),
        (-7,),
    ),
    "rook behind a passed pawn: its own, the other side's": (
        (0, -11),
        (13, -56),
    ),
    "passed pawn: steps from its king": (
        (1,),
        (-11,),
    ),
    "passed pawn: steps from the other king": (
        (-11,),
        (18,),
    ),
    "outpost: knight, bishop": (
        (14, 23),
        (7, 4),
    ),
    "pawn on the squares of its bishop": (
        (-2,),
        (-8,),
    ),
    "bishop pair": (
        (14,),
        (55,),
    ),
    "rook on the seventh rank": (
        (21,),
        (8,),
    ),
    "rook on a half-open file": (
        (13,),
        (3,),
    ),
    "rook on an open file": (
        (36,),
        (7,),
    ),
    "pawn before its king": (
        (3,),
        (4,),
    ),
    "attacks around the other king": (
        (
               1,    0,  -11,    1,   -8,   18,   -2,   16,    7,    7,   33,   34,   42,   59,   74,   62,
             141,  108,  125,   92,   98,  146,  189,  148,  199,  213,  249,  244,  276,  254,  300,  308,
        ),
        (
              -4,    0,   14,    0,   -2,   33,    9,  -10,    1,    4,    1,  -35,  -20,   -2,   20,    5,
             -33,   27,  -38,  -31,   17,   -5,   37,  -33,  -40,    0,   13,    1,   10,  -35,    0,  -12,
        ),
    ),
    "threat: pawn attacks piece, minor piece attacks rook or queen": (
        (58, 52),
        (58, 29),
    ),
    "unprotected piece that is attacked: by who is to move, by the other": (
        (138, 2),
        (290, -16),
    ),
    "file without a pawn beside the king, half-open and open": (
        (-14, -15),
        (14, -1),
    ),
    "unprotected square beside the king that is attacked": (
        (13,),
        (-6,),
    ),
    "to move": (
        (29,),
        (29,),
    ),
}
# fmt: on
