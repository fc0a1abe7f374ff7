"""The weights of the evaluation: for each feature those for the middle of the game, then those for its end, in hundredths of a pawn.

Found by `python -m bench.tune_chess` from games of this engine against itself and from what its own search says of positions near them,
beginning with weights written by hand; those of a king that is driven are as they were written.
Places are the left half of the board from the own first rank up, four a row; the right half is alike.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "material: pawn, knight, bishop, rook, queen": (
        (99, 406, 395, 508, 1167),
        (86, 325, 336, 588, 1119),
    ),
    "place of a pawn": (
        (
              -1,   -1,   -3,   -3,
             -14,   11,    4,   -3,
             -10,    0,   -4,   -8,
             -18,  -28,    1,   14,
              -4,   -3,    1,   16,
              35,    2,   37,    6,
             -13,   55,  -26,   56,
               6,    6,   18,   18,
        ),
        (
               0,    0,    0,    0,
               2,    3,    5,    8,
              -3,   -3,    0,    6,
               8,   13,   -5,   -7,
               9,   13,    0,   -5,
               3,   22,    7,   16,
              14,   10,   47,    2,
              14,   14,   14,   14,
        ),
    ),
    "place of a knight": (
        (
             -82,  -25,  -22,  -19,
             -21,  -26,   -4,    9,
             -24,   20,    7,   15,
              -6,   16,   17,   25,
              22,   20,   37,   40,
              -8,   10,   52,   57,
             -27,    4,    6,  -65,
             -67,  -71,  -15,    9,
        ),
        (
               7,  -21,  -18,   -8,
             -14,    7,   -6,   -2,
              -5,  -11,   -2,    6,
               5,    8,   15,   22,
              13,   -2,   12,   17,
               8,   -1,   -2,   14,
              -4,  -21,  -13,   19,
             -47,   -9,    7,   -7,
        ),
    ),
    "place of a bishop": (
        (
               2,  -25,   -9,   -7,
              16,   22,   18,   13,
               1,   39,   15,   10,
              -2,   -8,    9,   22,
               2,   20,   22,   18,
              11,   13,   -9,   21,
             -20,  -45,  -13,  -63,
             -21,  -34,    7,  -63,
        ),
        (
              -3,   -2,   -3,   -2,
              -8,  -12,   -7,   -5,
              -3,   -9,    4,    5,
               0,    9,    7,   15,
              -3,    2,   -4,   15,
             -16,   -1,   10,   -4,
              16,    3,   13,   19,
               2,    6,    0,   12,
        ),
    ),
    "place of a rook": (
        (
             -12,  -11,   10,   14,
             -38,  -21,  -15,  -11,
             -38,   -5,  -24,  -38,
             -29,  -15,    3,    0,
             -17,  -47,  -10,   20,
             -40,   20,  -18,   58,
             -25,   19,   -9,   67,
             -35,   44,  -14,   -2,
        ),
        (
             -19,  -14,  -16,  -21,
             -13,  -20,  -11,  -12,
               6,   -3,    2,    0,
              11,    9,    5,   -6,
              26,   28,   28,    4,
              35,   13,   25,   -2,
              15,   -5,    5,  -20,
              26,    7,   14,    7,
        ),
    ),
    "place of a queen": (
        (
              -1,   -4,  -13,   -3,
              -7,    9,    7,    0,
             -10,   -2,   -2,  -11,
               0,   -3,   -4,   -3,
               0,   -4,    4,  -12,
               1,    9,   27,    0,
              -1,  -20,   -4,    6,
              28,  -34,  -15,  -13,
        ),
        (
             -43,  -52,   -5,  -22,
              -7,  -53,  -18,   -7,
              38,    9,   11,    9,
              -1,   18,    8,   30,
              17,    7,   19,   29,
              -3,  -26,  -12,   21,
             -16,  -11,   33,   22,
             -38,    0,   35,   14,
        ),
    ),
    "place of the king": (
        (
             -21,   10,  -24,  -20,
             -20,  -12,  -35,  -61,
             -77,  -21,  -37,  -67,
            -102,  -88,  -98, -110,
            -144,  -41,  -61,  -89,
            -113,  -50,  -75, -140,
            -132,  -93,  -91, -148,
            -162, -142, -145, -236,
        ),
        (
             -52,  -37,  -32,  -37,
             -32,  -23,  -14,  -11,
             -19,  -11,   -6,    0,
             -18,    1,   10,    8,
               3,    3,   13,   18,
               7,   23,   25,   34,
              23,   33,   31,   26,
              -1,    9,   23,   38,
        ),
    ),
    "mobility of a knight": (
        (-24, -6, 0, 6, 13, 17, 19, 28, 59),
        (-13, 0, 7, 18, 24, 32, 32, 30, 18),
    ),
    "mobility of a bishop": (
        (-2, 11, 19, 24, 31, 31, 35, 38, 39, 36, 26, 29, 87, 85),
        (-26, -9, 22, 33, 41, 52, 51, 59, 64, 62, 69, 56, 44, 38),
    ),
    "mobility of a rook": (
        (-22, -17, -13, -5, -10, -8, -3, 0, 8, 16, 16, 31, 27, -10, 56),
        (-50, -4, 13, 20, 35, 41, 39, 41, 47, 44, 47, 50, 54, 65, 51),
    ),
    "mobility of a queen": (
        (
             -28,  -23,  -26,  -20,  -20,  -16,  -11,  -11,  -13,   -4,   -4,  -11,   -3,   -3,    1,   18,
              17,   20,    0,   36,   56,   54,   46,   52,   42,   34,   25,   17,
        ),
        (
              -8,  -32,  -32,  -40,  -22,  -29,  -15,   -2,   12,   20,   26,   48,   41,   41,   45,   31,
              33,   39,   47,   42,   27,   14,   39,   -5,   40,  -34,   27,  -21,
        ),
    ),
    "doubled pawn": (
        (7,),
        (-10,),
    ),
    "isolated pawn": (
        (-15,),
        (-8,),
    ),
    "connected pawn, by rank": (
        (6, 3, 8, 14, 16, -11, 40, 6),
        (3, 0, 7, 2, 14, 41, 11, 3),
    ),
    "backward pawn": (
        (1,),
        (-11,),
    ),
    "pawn before the other king": (
        (-2,),
        (-4,),
    ),
    "passed pawn, by rank": (
        (0, 50, -11, -23, -30, 16, 76, 0),
        (0, 6, 26, 41, 49, 51, 94, 0),
    ),
    "passed pawn that is blocked, by rank": (
        (0, -27, -12, 12, -17, -22, -50, 0),
        (0, -5, -4, -13, -2, -11, -44, 0),
    ),
    "passed pawn with a free way, by rank": (
        (0, -12, -16, -27, -29, -33, 58, 0),
        (0, 6, 8, 18, 32, 56, 78, 0),
    ),
    "passed pawn protected by a pawn": (
        (40,),
        (1,),
    ),
    "rook behind a passed pawn: its own, the other side's": (
        (16, 23),
        (-1, -58),
    ),
    "passed pawn: steps from its king": (
        (17,),
        (-16,),
    ),
    "passed pawn: steps from the other king, by rank": (
        (-24, -24, -16, -28, -27, -38, -25, -24),
        (28, 13, 12, 20, 29, 48, 49, 28),
    ),
    "outpost: knight, bishop": (
        (42, 52),
        (9, 4),
    ),
    "pawn on the squares of its bishop": (
        (-1,),
        (-6,),
    ),
    "bishop pair": (
        (39,),
        (33,),
    ),
    "rook on the seventh rank": (
        (36,),
        (10,),
    ),
    "rook on a half-open file": (
        (28,),
        (-4,),
    ),
    "rook on an open file": (
        (65,),
        (-5,),
    ),
    "pawn before its king": (
        (14,),
        (-5,),
    ),
    "attacks around the other king": (
        (
              19,    0,   10,   15,   10,   17,   26,   24,   25,   30,   58,   36,   53,   97,   33,   68,
             154,  125,  138,  114,  133,  131,  191,  162,  167,  235,  260,  265,  290,  237,  331,  333,
        ),
        (
              -1,    0,    7,    6,    4,   14,   -2,   16,    7,   -1,   19,    6,   -1,  -10,   32,   -6,
             -25,   15,  -32,    0,  -27,  -18,   16,  -20,  -52,    4,    5,    1,    6,  -25,    1,   -7,
        ),
    ),
    "threat: pawn attacks piece, minor piece attacks rook or queen, minor piece attacks minor piece": (
        (63, 66, 24),
        (38, 27, 25),
    ),
    "unprotected piece that is attacked: by who is to move, by the other": (
        (75, 7),
        (97, 11),
    ),
    "unprotected pawn that is attacked: by who is to move, by the other": (
        (27, 11),
        (40, 28),
    ),
    "file without a pawn beside the king, half-open and open": (
        (-18, -21),
        (-1, -12),
    ),
    "unprotected square beside the king that is attacked": (
        (13,),
        (-3,),
    ),
    "pawn that could step up to attack a piece": (
        (19,),
        (8,),
    ),
    "to move": (
        (20,),
        (8,),
    ),
    "safe check: by knight, bishop, rook, queen": (
        (79, 11, 78, 28),
        (8, 18, 3, 77),
    ),
    "unprotected square beside the other king: queen and another attack it": (
        (117,),
        (6,),
    ),
    "rook attacks queen": (
        (81,),
        (25,),
    ),
    "passed pawn whose next square is attacked, by rank": (
        (0, -7, 18, 30, 27, 10, -4, 0),
        (0, -9, -20, -23, -34, -59, -99, 0),
    ),
    "passed pawn whose next square is protected, by rank": (
        (0, -1, -5, 4, 7, 27, 1, 0),
        (0, 6, 11, 19, 25, 27, 93, 0),
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
    (3, 48, 78, 98, 114, 116, 119, 119, 119),
    (45, 61, 79, 86, 88, 88, 95, 107, 126),
)
"""How much of a lead counts at the end, in parts of WHOLE_LEAD, by the pawns of who is ahead: first with less than a rook
more, where without pawns it is hard to win, then with a rook or more."""
