"""The weights of the evaluation: for each feature those for the middle of the game, then those for its end, in hundredths of a pawn.

Found by `python -m bench.tune_chess` from games of this engine against itself, beginning with weights written by hand; those of a king that
is driven are as they were written. What the units of `units.csv` add is at the end.
Places are the left half of the board from the own first rank up, four a row; the right half is alike.
"""

from __future__ import annotations

# fmt: off
WEIGHTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "material: pawn, knight, bishop, rook, queen": (
        (101, 418, 409, 527, 1207),
        (90, 338, 349, 611, 1160),
    ),
    "place of a pawn": (
        (
              -1,   -1,   -3,   -3,
             -15,   12,    4,   -4,
             -11,    0,   -4,   -8,
             -18,  -29,    1,   15,
              -4,   -3,    1,   16,
              36,    0,   39,    6,
             -13,   55,  -25,   56,
               6,    6,   19,   19,
        ),
        (
               0,    0,    0,    0,
               2,    4,    5,    9,
              -3,   -2,    1,    6,
               8,   13,   -5,   -8,
              10,   14,    0,   -6,
               4,   22,    7,   16,
              14,   11,   48,    1,
              15,   15,   15,   15,
        ),
    ),
    "place of a knight": (
        (
             -85,  -26,  -23,  -19,
             -22,  -27,   -4,    9,
             -24,   20,    7,   15,
              -7,   15,   18,   26,
              23,   20,   38,   41,
              -7,   10,   51,   59,
             -30,    2,    7,  -68,
             -71,  -73,  -18,    9,
        ),
        (
               6,  -20,  -18,   -9,
             -15,    7,   -6,   -2,
              -5,  -10,   -2,    6,
               3,    9,   16,   23,
              13,   -1,   12,   18,
               7,   -2,   -2,   14,
              -5,  -21,  -13,   20,
             -50,   -9,    6,   -8,
        ),
    ),
    "place of a bishop": (
        (
               0,  -25,  -10,   -7,
              17,   23,   20,   14,
               1,   41,   16,   11,
              -3,   -7,   10,   23,
               2,   19,   21,   18,
              12,   13,   -9,   21,
             -25,  -46,  -15,  -66,
             -24,  -38,    6,  -67,
        ),
        (
              -3,   -2,   -3,   -4,
              -9,  -13,   -7,   -7,
              -3,   -8,    5,    6,
               0,    9,    8,   15,
              -3,    2,   -4,   16,
             -16,    0,   11,   -4,
              15,    4,   14,   19,
               1,    6,    1,   13,
        ),
    ),
    "place of a rook": (
        (
             -12,  -12,   11,   15,
             -40,  -21,  -16,  -10,
             -41,   -5,  -26,  -40,
             -31,  -15,    3,    0,
             -17,  -47,   -9,   20,
             -40,   21,  -16,   60,
             -24,   18,   -9,   69,
             -33,   44,  -12,   -1,
        ),
        (
             -20,  -15,  -16,  -21,
             -13,  -19,  -12,  -12,
               5,   -3,    2,    0,
              11,    9,    5,   -6,
              26,   29,   29,    4,
              36,   14,   27,   -1,
              15,   -5,    5,  -20,
              27,    8,   16,    8,
        ),
    ),
    "place of a queen": (
        (
               0,   -4,  -14,   -3,
              -9,   10,    8,    1,
             -11,   -1,   -2,  -11,
               0,   -5,   -3,   -4,
               0,   -4,    4,  -13,
               0,    8,   27,    0,
              -3,  -20,   -5,    5,
              29,  -33,  -15,  -13,
        ),
        (
             -44,  -53,   -6,  -24,
              -8,  -54,  -18,   -8,
              37,    9,   12,   10,
              -2,   18,   10,   31,
              17,    8,   20,   30,
              -3,  -25,  -12,   22,
             -17,  -10,   34,   22,
             -39,    1,   35,   15,
        ),
    ),
    "place of the king": (
        (
             -21,   11,  -24,  -21,
             -20,  -12,  -38,  -64,
             -78,  -24,  -41,  -71,
            -106,  -91, -102, -114,
            -147,  -42,  -64,  -93,
            -117,  -51,  -77, -142,
            -136,  -96,  -94, -151,
            -168, -145, -148, -240,
        ),
        (
             -54,  -39,  -33,  -39,
             -34,  -24,  -15,  -12,
             -20,  -12,   -7,    0,
             -19,    0,   11,    9,
               3,    4,   15,   19,
               6,   25,   27,   37,
              23,   35,   33,   29,
              -2,   10,   25,   40,
        ),
    ),
    "mobility of a knight": (
        (-24, -6, 0, 6, 13, 16, 20, 28, 58),
        (-16, 0, 8, 19, 25, 32, 34, 32, 20),
    ),
    "mobility of a bishop": (
        (-2, 11, 19, 25, 32, 32, 36, 40, 40, 38, 27, 31, 90, 87),
        (-26, -8, 23, 34, 43, 54, 53, 61, 66, 64, 72, 59, 47, 41),
    ),
    "mobility of a rook": (
        (-23, -17, -14, -6, -9, -8, -3, 0, 9, 16, 17, 31, 28, -10, 55),
        (-51, -4, 13, 21, 36, 43, 41, 43, 49, 46, 50, 52, 56, 67, 53),
    ),
    "mobility of a queen": (
        (
             -30,  -25,  -27,  -21,  -20,  -16,  -12,  -11,  -13,   -4,   -4,  -10,   -2,   -2,    1,   18,
              16,   19,    1,   36,   58,   56,   47,   55,   42,   37,   26,   17,
        ),
        (
             -13,  -34,  -36,  -42,  -24,  -28,  -16,   -1,   13,   21,   27,   50,   43,   42,   47,   33,
              34,   40,   49,   43,   27,   15,   39,   -5,   40,  -35,   27,  -22,
        ),
    ),
    "doubled pawn": (
        (6,),
        (-11,),
    ),
    "isolated pawn": (
        (-15,),
        (-9,),
    ),
    "connected pawn, by rank": (
        (6, 3, 9, 14, 16, -10, 43, 6),
        (3, -1, 7, 3, 14, 43, 14, 3),
    ),
    "backward pawn": (
        (0,),
        (-11,),
    ),
    "pawn before the other king": (
        (-2,),
        (-4,),
    ),
    "passed pawn, by rank": (
        (0, 52, -12, -24, -32, 16, 78, 0),
        (0, 7, 26, 42, 50, 51, 96, 0),
    ),
    "passed pawn that is blocked, by rank": (
        (0, -27, -12, 11, -18, -22, -52, 0),
        (0, -5, -4, -14, -3, -11, -46, 0),
    ),
    "passed pawn with a free way, by rank": (
        (0, -12, -16, -26, -28, -33, 59, 0),
        (0, 6, 8, 19, 34, 57, 80, 0),
    ),
    "passed pawn protected by a pawn": (
        (40,),
        (1,),
    ),
    "rook behind a passed pawn: its own, the other side's": (
        (17, 24),
        (-1, -60),
    ),
    "passed pawn: steps from its king": (
        (17,),
        (-17,),
    ),
    "passed pawn: steps from the other king, by rank": (
        (-25, -24, -17, -28, -28, -39, -26, -25),
        (29, 13, 12, 21, 31, 49, 50, 29),
    ),
    "outpost: knight, bishop": (
        (42, 52),
        (10, 4),
    ),
    "pawn on the squares of its bishop": (
        (-1,),
        (-6,),
    ),
    "bishop pair": (
        (40,),
        (34,),
    ),
    "rook on the seventh rank": (
        (37,),
        (11,),
    ),
    "rook on a half-open file": (
        (29,),
        (-3,),
    ),
    "rook on an open file": (
        (66,),
        (-5,),
    ),
    "pawn before its king": (
        (14,),
        (-6,),
    ),
    "attacks around the other king": (
        (
              20,    0,   11,   16,   11,   18,   26,   25,   26,   32,   58,   37,   53,   99,   35,   71,
             156,  130,  143,  118,  138,  136,  197,  169,  174,  243,  268,  275,  299,  245,  343,  342,
        ),
        (
               0,    0,    7,    6,    6,   15,   -2,   16,    8,   -1,   18,    6,   -2,  -11,   34,   -5,
             -27,   16,  -32,    0,  -27,  -19,   16,  -19,  -52,    3,    4,    2,    5,  -26,    1,  -11,
        ),
    ),
    "threat: pawn attacks piece, minor piece attacks rook or queen, minor piece attacks minor piece": (
        (66, 67, 25),
        (39, 27, 26),
    ),
    "unprotected piece that is attacked: by who is to move, by the other": (
        (75, 9),
        (98, 13),
    ),
    "unprotected pawn that is attacked: by who is to move, by the other": (
        (27, 13),
        (41, 30),
    ),
    "file without a pawn beside the king, half-open and open": (
        (-18, -22),
        (0, -12),
    ),
    "unprotected square beside the king that is attacked": (
        (13,),
        (-2,),
    ),
    "pawn that could step up to attack a piece": (
        (19,),
        (8,),
    ),
    "to move": (
        (21,),
        (9,),
    ),
    "safe check: by knight, bishop, rook, queen": (
        (80, 11, 80, 27),
        (8, 19, 3, 77),
    ),
    "unprotected square beside the other king: queen and another attack it": (
        (120,),
        (7,),
    ),
    "rook attacks queen": (
        (85,),
        (27,),
    ),
    "passed pawn whose next square is attacked, by rank": (
        (0, -7, 17, 29, 27, 10, -5, 0),
        (0, -9, -21, -25, -36, -61, -103, 0),
    ),
    "passed pawn whose next square is protected, by rank": (
        (0, -1, -5, 4, 8, 30, 3, 0),
        (0, 6, 11, 19, 26, 29, 97, 0),
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
    (3, 52, 81, 101, 115, 117, 118, 119, 121),
    (45, 64, 82, 87, 87, 90, 94, 105, 123),
)
"""How much of a lead counts at the end, in parts of WHOLE_LEAD, by the pawns of who is ahead: first with less than a rook
more, where without pawns it is hard to win, then with a rook or more."""

EARLY_UNITS = (-164, -191, -43, 199, -337, -232, -304, 140, 33, -100, -185, 211, -61, -623)
LATE_UNITS = (-435, -276, 224, 402, 67, 225, -241, 233, 482, 459, -82, 782, 230, -362)
"""What each unit of the side to move adds when it is fully active, in hundredths of a pawn; those of the other side take it
away."""
