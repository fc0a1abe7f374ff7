"""The weights of the evaluation: for each feature those for the middle of the game, then those for its end, in hundredths of a pawn.

Found by `python -m bench.tune_chess` from games of this engine against itself, beginning with weights written by hand; those of a king that
is driven are as they were written. What the units of `units.csv` add is at the end.
Places are the left half of the board from the own first rank up, four a row; the right half is alike.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "material: pawn, knight, bishop, rook, queen": (
        (94, 391, 384, 498, 1133),
        (85, 319, 330, 579, 1092),
    ),
    "place of a pawn": (
        (
              -1,   -1,   -3,   -3,
             -14,   12,    4,   -4,
             -11,    0,   -4,   -8,
             -17,  -27,    1,   14,
              -5,   -2,    1,   13,
              34,   -3,   36,    7,
             -12,   47,  -22,   50,
               6,    6,   18,   18,
        ),
        (
               0,    0,    0,    0,
               3,    4,    5,   10,
              -3,   -1,    2,    4,
               8,   12,   -5,   -9,
              10,   14,    0,   -6,
               4,   20,    5,   15,
              11,   11,   43,    0,
              14,   14,   14,   14,
        ),
    ),
    "place of a knight": (
        (
             -80,  -25,  -22,  -15,
             -22,  -25,   -5,    9,
             -22,   18,    6,   13,
              -8,   10,   19,   24,
              23,   18,   36,   38,
              -5,    8,   44,   55,
             -31,   -1,    8,  -64,
             -71,  -69,  -21,    6,
        ),
        (
               4,  -16,  -16,   -9,
             -14,    6,   -5,   -2,
              -3,   -6,   -2,    6,
               0,    9,   15,   21,
              12,    0,   11,   18,
               5,   -2,   -3,   12,
              -6,  -18,  -11,   20,
             -49,   -7,    4,  -10,
        ),
    ),
    "place of a bishop": (
        (
              -4,  -21,   -9,   -7,
              16,   22,   21,   13,
               0,   40,   17,   12,
              -3,   -5,   10,   22,
               1,   15,   17,   16,
              12,   13,   -7,   18,
             -31,  -42,  -16,  -64,
             -27,  -40,    3,  -67,
        ),
        (
              -2,   -3,   -2,   -6,
              -9,  -13,   -4,   -8,
              -3,   -5,    5,    6,
               1,    9,    8,   14,
              -2,    2,   -3,   15,
             -15,    2,   12,   -3,
              12,    5,   12,   17,
               0,    4,    2,   12,
        ),
    ),
    "place of a rook": (
        (
             -12,  -12,   10,   14,
             -39,  -19,  -16,   -8,
             -41,   -5,  -27,  -40,
             -30,  -13,    1,    1,
             -16,  -43,   -7,   18,
             -36,   21,  -11,   56,
             -21,   14,   -7,   64,
             -26,   40,   -7,    2,
        ),
        (
             -18,  -15,  -16,  -20,
             -12,  -15,  -11,  -12,
               3,   -4,    3,   -1,
              10,    8,    4,   -5,
              24,   28,   26,    3,
              34,   14,   26,    1,
              13,   -4,    5,  -17,
              26,    8,   17,   10,
        ),
    ),
    "place of a queen": (
        (
               3,   -3,  -13,   -3,
             -13,   10,    8,    2,
             -12,    0,   -3,   -9,
              -1,   -7,   -2,   -5,
              -1,   -3,    4,  -14,
              -2,    5,   23,    0,
              -6,  -18,   -6,    4,
              26,  -28,  -13,  -11,
        ),
        (
             -39,  -48,   -7,  -24,
              -8,  -50,  -16,   -9,
              30,    8,   11,   11,
              -4,   16,   11,   28,
              14,    9,   19,   29,
              -3,  -20,   -9,   22,
             -16,   -8,   32,   20,
             -35,    3,   31,   14,
        ),
    ),
    "place of the king": (
        (
             -18,   12,  -22,  -19,
             -18,  -12,  -38,  -61,
             -71,  -26,  -44,  -71,
             -99,  -86,  -96, -107,
            -135,  -40,  -61,  -90,
            -111,  -47,  -73, -130,
            -127,  -89,  -87, -137,
            -159, -133, -135, -219,
        ),
        (
             -51,  -37,  -31,  -38,
             -34,  -23,  -14,  -11,
             -19,  -13,   -7,    1,
             -19,   -1,   11,   10,
               2,    4,   16,   19,
               4,   26,   27,   38,
              20,   34,   33,   30,
              -4,   11,   26,   39,
        ),
    ),
    "mobility of a knight": (
        (-22, -6, 0, 6, 12, 14, 18, 25, 50),
        (-19, 0, 8, 18, 24, 29, 32, 31, 20),
    ),
    "mobility of a bishop": (
        (-2, 10, 18, 23, 29, 30, 34, 38, 37, 38, 25, 31, 85, 80),
        (-23, -5, 23, 32, 41, 50, 51, 56, 61, 59, 67, 57, 46, 41),
    ),
    "mobility of a rook": (
        (-22, -15, -13, -6, -6, -8, -3, 0, 8, 13, 16, 28, 28, -8, 47),
        (-46, -3, 11, 19, 34, 40, 40, 42, 45, 44, 48, 49, 54, 63, 49),
    ),
    "mobility of a queen": (
        (
             -29,  -25,  -25,  -20,  -19,  -15,  -12,  -10,  -10,   -5,   -4,   -8,   -1,   -1,    0,   16,
              13,   15,    1,   32,   53,   52,   45,   52,   38,   37,   24,   16,
        ),
        (
             -21,  -33,  -39,  -39,  -23,  -23,  -16,    1,   14,   20,   25,   46,   40,   39,   44,   32,
              33,   36,   47,   40,   24,   15,   33,   -5,   34,  -32,   24,  -22,
        ),
    ),
    "doubled pawn": (
        (5,),
        (-12,),
    ),
    "isolated pawn": (
        (-14,),
        (-10,),
    ),
    "connected pawn, by rank": (
        (6, 2, 9, 13, 15, -7, 43, 6),
        (3, -1, 6, 4, 14, 43, 19, 3),
    ),
    "backward pawn": (
        (-1,),
        (-11,),
    ),
    "pawn before the other king": (
        (-2,),
        (-5,),
    ),
    "passed pawn, by rank": (
        (0, 49, -11, -23, -30, 12, 71, 0),
        (0, 7, 24, 39, 47, 45, 88, 0),
    ),
    "passed pawn that is blocked, by rank": (
        (0, -25, -11, 8, -19, -20, -51, 0),
        (0, -4, -4, -15, -4, -11, -45, 0),
    ),
    "passed pawn with a free way, by rank": (
        (0, -9, -15, -22, -23, -30, 54, 0),
        (0, 6, 8, 18, 32, 52, 74, 0),
    ),
    "passed pawn protected by a pawn": (
        (36,),
        (0,),
    ),
    "rook behind a passed pawn: its own, the other side's": (
        (15, 24),
        (0, -57),
    ),
    "passed pawn: steps from its king": (
        (15,),
        (-16,),
    ),
    "passed pawn: steps from the other king, by rank": (
        (-23, -22, -17, -24, -25, -36, -25, -23),
        (27, 12, 11, 20, 29, 45, 45, 27),
    ),
    "outpost: knight, bishop": (
        (37, 45),
        (10, 5),
    ),
    "pawn on the squares of its bishop": (
        (-2,),
        (-5,),
    ),
    "bishop pair": (
        (37,),
        (31,),
    ),
    "rook on the seventh rank": (
        (35,),
        (11,),
    ),
    "rook on a half-open file": (
        (28,),
        (0,),
    ),
    "rook on an open file": (
        (62,),
        (-5,),
    ),
    "pawn before its king": (
        (12,),
        (-7,),
    ),
    "attacks around the other king": (
        (
              19,    0,   12,   17,   12,   18,   24,   23,   26,   33,   51,   35,   46,   91,   34,   68,
             140,  122,  134,  112,  130,  130,  185,  162,  167,  228,  250,  259,  280,  229,  323,  317,
        ),
        (
               2,    0,    6,    6,    8,   14,   -1,   15,    8,   -2,   13,    4,   -2,  -10,   33,   -3,
             -27,   15,  -29,    1,  -24,  -19,   13,  -16,  -47,    2,    1,    2,    2,  -26,    2,  -16,
        ),
    ),
    "threat: pawn attacks piece, minor piece attacks rook or queen, minor piece attacks minor piece": (
        (62, 61, 23),
        (37, 23, 24),
    ),
    "unprotected piece that is attacked: by who is to move, by the other": (
        (65, 10),
        (87, 16),
    ),
    "unprotected pawn that is attacked: by who is to move, by the other": (
        (25, 14),
        (37, 30),
    ),
    "file without a pawn beside the king, half-open and open": (
        (-16, -21),
        (1, -11),
    ),
    "unprotected square beside the king that is attacked": (
        (12,),
        (-2,),
    ),
    "pawn that could step up to attack a piece": (
        (18,),
        (8,),
    ),
    "to move": (
        (20,),
        (9,),
    ),
    "safe check: by knight, bishop, rook, queen": (
        (72, 10, 76, 23),
        (7, 19, 3, 67),
    ),
    "unprotected square beside the other king: queen and another attack it": (
        (110,),
        (9,),
    ),
    "rook attacks queen": (
        (82,),
        (27,),
    ),
    "passed pawn whose next square is attacked, by rank": (
        (0, -6, 15, 24, 24, 9, -6, 0),
        (0, -9, -18, -27, -35, -56, -97, 0),
    ),
    "passed pawn whose next square is protected, by rank": (
        (0, -1, -4, 3, 10, 31, 6, 0),
        (0, 6, 10, 17, 24, 28, 93, 0),
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
    (3, 55, 84, 105, 118, 118, 118, 119, 125),
    (47, 67, 86, 88, 88, 91, 92, 102, 118),
)
"""How much of a lead counts at the end, in parts of WHOLE_LEAD, by the pawns of who is ahead: first with less than a rook
more, where without pawns it is hard to win, then with a rook or more."""

EARLY_UNITS = (-184, -186, -34, 190, -316, -211, -289, 136, 47, 59, -198, 225, -67, -591)
LATE_UNITS = (-432, -265, 222, 370, 71, 209, -227, 219, 459, 474, 57, 731, 185, -334)
"""What each unit of the side to move adds when it is fully active, in hundredths of a pawn; those of the other side take it
away."""
