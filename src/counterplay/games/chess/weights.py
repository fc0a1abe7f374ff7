"""The weights of the evaluation: for each feature those for the middle of the game, then those for its end, in hundredths of a pawn.

Found by `python -m bench.tune_chess` from games of this engine against itself and from what its own search says of positions near them,
beginning with weights written by hand.
Places are the left half of the board from the own first rank up, four a row; the right half is alike.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "material: pawn, knight, bishop, rook, queen": (
        (66, 262, 260, 344, 853),
        (105, 322, 350, 575, 975),
    ),
    "place of a pawn": (
        (
              -1,   -1,   -3,   -3,
             -11,    6,    3,   -6,
              -2,   -3,    2,   -7,
             -10,  -25,    1,    9,
               1,   -5,    1,    3,
              36,    3,   40,    1,
             -15,   52,  -28,   54,
               6,    6,   18,   18,
        ),
        (
               0,    0,    0,    0,
               9,   13,    9,   13,
              -4,    1,   -4,    4,
               7,    9,   -8,   -4,
               9,   16,   -1,   -4,
               6,   28,   25,   16,
              25,   25,   58,    3,
              21,   21,   21,   21,
        ),
    ),
    "place of a knight": (
        (
             -56,  -18,  -16,  -13,
             -19,  -18,   -1,    4,
             -15,   19,    5,   10,
              -3,   15,   12,    8,
              14,   14,   23,   28,
              -8,    8,   36,   41,
             -21,    5,    1,  -47,
             -46,  -50,   -8,    6,
        ),
        (
              10,  -19,  -19,   -9,
             -13,    8,    6,   -8,
               0,  -17,   -2,    9,
               4,   23,   17,   21,
              12,   -5,   -4,    9,
               8,   -5,   11,   11,
              -2,  -24,  -14,   17,
             -45,  -10,   10,  -10,
        ),
    ),
    "place of a bishop": (
        (
               2,  -24,   -3,   -3,
              10,   20,   16,   11,
              -2,   35,   10,   13,
              -6,  -14,   10,   16,
               2,   11,   18,   12,
              12,   13,  -14,   18,
             -13,  -36,  -11,  -49,
             -20,  -27,    7,  -48,
        ),
        (
               1,   -6,    0,   -1,
              -4,  -19,   -4,   -6,
               0,   -9,    6,    3,
               4,   12,    8,   15,
              -4,   -3,    0,   24,
             -22,    1,    3,  -11,
              21,    3,    8,   20,
               2,    5,   -2,   14,
        ),
    ),
    "place of a rook": (
        (
              -6,   -5,    3,    9,
             -18,  -11,  -12,   -7,
             -23,   -8,  -15,  -24,
             -16,  -12,    6,    5,
             -17,  -35,   -8,   13,
             -35,    9,  -16,   37,
             -17,   14,   -9,   47,
             -24,   30,   -8,    1,
        ),
        (
             -15,   -7,   -3,  -12,
              -5,  -14,   -7,  -10,
               4,    1,    1,    8,
               7,    8,   -1,   -9,
              18,   14,   25,   -3,
              26,    7,   13,    0,
              16,   -5,    0,  -20,
              22,    1,   10,    6,
        ),
    ),
    "place of a queen": (
        (
              -3,    1,   -7,   -3,
              -7,   11,    4,    1,
              -9,   -3,   -6,   -8,
              -1,   -9,   -8,   -7,
               0,   -2,    6,   -9,
               4,   -2,   26,   -4,
              -8,  -27,   -7,   14,
              34,  -43,  -18,  -20,
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
             -18,   -6,  -19,  -27,
             -18,   -9,  -24,  -40,
             -72,  -11,  -30,  -56,
             -85,  -77,  -82,  -94,
            -125,  -35,  -54,  -76,
             -97,  -41,  -64, -121,
            -112,  -80,  -80, -129,
            -139, -123, -125, -203,
        ),
        (
             -59,  -34,  -30,  -45,
             -39,  -25,  -12,   -6,
             -25,   -8,   -6,   -5,
             -24,    3,    7,    9,
               3,   -2,   11,   14,
               3,   42,   31,   44,
              31,   34,   31,   24,
              -2,    2,   22,   46,
        ),
    ),
    "mobility of a knight": (
        (-18, -5, 0, 1, 6, 11, 15, 23, 56),
        (-10, 9, 12, 17, 25, 28, 30, 29, 8),
    ),
    "mobility of a bishop": (
        (0, 8, 11, 14, 17, 15, 21, 24, 28, 19, 12, 18, 54, 51),
        (-10, -14, 15, 20, 29, 34, 35, 37, 46, 46, 54, 40, 31, 21),
    ),
    "mobility of a rook": (
        (-15, -14, -10, -7, -7, -6, -1, 2, 3, 5, 8, 29, 26, -8, 47),
        (-54, -9, 11, 28, 42, 44, 46, 45, 47, 46, 47, 46, 48, 66, 44),
    ),
    "mobility of a queen": (
        (
             -32,  -28,  -25,  -23,  -22,  -17,  -18,  -12,  -14,  -14,   -9,  -14,   -2,   -2,    8,   24,
              22,   21,   -2,   43,   65,   59,   51,   59,   49,   34,   29,   20,
        ),
        (
              -9,  -39,  -36,  -42,  -21,  -42,  -28,  -10,   18,   23,   32,   73,   33,   47,   53,   36,
              41,   43,   54,   57,   35,   13,   45,   -7,   52,  -50,   33,  -25,
        ),
    ),
    "doubled pawn": (
        (2,),
        (-14,),
    ),
    "isolated pawn": (
        (-16,),
        (-3,),
    ),
    "connected pawn, by rank": (
        (5, 3, 5, 8, 12, -14, 25, 5),
        (3, -3, 9, 10, 18, 61, -10, 3),
    ),
    "backward pawn": (
        (-1,),
        (-9,),
    ),
    "pawn before the other king": (
        (3,),
        (-6,),
    ),
    "passed pawn, by rank": (
        (0, 63, -13, -28, -38, 17, 89, 0),
        (0, -8, 39, 56, 88, 114, 169, 0),
    ),
    "passed pawn that is blocked, by rank": (
        (0, -31, -15, 8, -14, -23, -47, 0),
        (0, -10, -5, -12, 1, -15, -44, 0),
    ),
    "passed pawn with a free way, by rank": (
        (0, -10, -9, -41, -42, -47, 81, 0),
        (0, 11, 7, 18, 34, 72, 90, 0),
    ),
    "passed pawn protected by a pawn": (
        (21,),
        (-11,),
    ),
    "rook behind a passed pawn: its own, the other side's": (
        (7, 31),
        (-10, -78),
    ),
    "passed pawn: steps from its king": (
        (14,),
        (-17,),
    ),
    "passed pawn: steps from the other king, by rank": (
        (-23, -20, -13, -23, -22, -35, -24, -23),
        (25, 13, 9, 20, 26, 40, 41, 25),
    ),
    "outpost: knight, bishop": (
        (16, 28),
        (15, 13),
    ),
    "pawn on the squares of its bishop": (
        (-3,),
        (-8,),
    ),
    "bishop pair": (
        (20,),
        (38,),
    ),
    "rook on the seventh rank": (
        (43,),
        (5,),
    ),
    "rook on a half-open file": (
        (16,),
        (-2,),
    ),
    "rook on an open file": (
        (50,),
        (-6,),
    ),
    "pawn before its king": (
        (8,),
        (-11,),
    ),
    "attacks around the other king": (
        (
              20,    0,   16,   18,   15,   14,   25,   28,   29,   24,   50,   37,   45,   90,   25,   58,
             149,  118,  126,  105,  126,  118,  179,  150,  152,  219,  242,  247,  271,  223,  309,  312,
        ),
        (
               4,    0,   14,   19,   15,   19,    2,   34,   18,   -2,   35,   11,   -5,  -19,   52,  -20,
             -56,   30,  -56,   -1,  -49,  -34,   28,  -35,  -93,    8,    8,    1,   10,  -43,    2,  -11,
        ),
    ),
    "threat: pawn attacks piece, minor piece attacks rook or queen, minor piece attacks minor piece": (
        (49, 56, 15),
        (51, 26, 30),
    ),
    "unprotected piece that is attacked: by who is to move, by the other": (
        (172, 4),
        (221, 5),
    ),
    "unprotected pawn that is attacked: by who is to move, by the other": (
        (22, -2),
        (72, 26),
    ),
    "file without a pawn beside the king, half-open and open": (
        (-11, -8),
        (-2, -16),
    ),
    "unprotected square beside the king that is attacked": (
        (13,),
        (-5,),
    ),
    "pawn that could step up to attack a piece": (
        (15,),
        (7,),
    ),
    "to move": (
        (29,),
        (28,),
    ),
    "safe check: by knight, bishop, rook, queen": (
        (99, 11, 102, 29),
        (6, 23, -1, 87),
    ),
    "unprotected square beside the other king: queen and another attack it": (
        (133,),
        (-5,),
    ),
    "rook attacks queen": (
        (82,),
        (29,),
    ),
    "passed pawn whose next square is attacked, by rank": (
        (0, -12, 22, 34, 29, -2, -8, 0),
        (0, -15, -26, -31, -27, -69, -93, 0),
    ),
    "passed pawn whose next square is protected, by rank": (
        (0, -3, -10, 2, 11, 27, -5, 0),
        (0, 1, 9, 10, 22, 24, 48, 0),
    ),
}
# fmt: on
