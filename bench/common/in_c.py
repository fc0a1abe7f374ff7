"""The same negamax on the same Connect Four in C: written here, compiled by gcc, run in this process.

An honest opponent: the node order, the bitboard and the evaluation are those of `counterplay`, and everything is as one writes it in C
for this one game (the size of the board is a constant, whether somebody has four is found out once, nothing can stop the search).
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

FLAGS = ("-O3", "-march=native")

SOURCE = r"""
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { ROWS = 6, COLUMNS = 7, HEIGHT = ROWS + 1 };  /* one bit more than cells in each column: see games/connect_four.py */
typedef uint64_t Bits;

static const Bits BOARD = 0x0000040810204081ULL * ((1ULL << ROWS) - 1);
static const int STEPS[4] = {1, HEIGHT - 1, HEIGHT, HEIGHT + 1};

static int64_t nodes;

static bool has_four(Bits stones) {
    for (int i = 0; i < 4; i++) {
        Bits pairs = stones & stones >> STEPS[i];
        if (pairs & pairs >> 2 * STEPS[i]) return true;
    }
    return false;
}

static Bits threats(Bits own, Bits stones) {
    Bits cells = 0;
    for (int i = 0; i < 4; i++) {
        int step = STEPS[i];
        Bits above = own >> step & own >> 2 * step, below = own << step & own << 2 * step;
        cells |= (above & (own >> 3 * step | own << step)) | (below & (own << 3 * step | own >> step));
    }
    return cells & (BOARD ^ stones);
}

static double evaluate(Bits mine, Bits theirs, Bits stones) {
    int difference = __builtin_popcountll(threats(mine, stones)) - __builtin_popcountll(threats(theirs, stones));
    return difference / (double)(ROWS * COLUMNS + 1);
}

static double negamax(Bits mine, Bits stones, int depth, double alpha, double beta) {
    nodes++;
    Bits theirs = mine ^ stones;
    if (has_four(theirs)) return -1.0;
    if (stones == BOARD) return 0.0;
    if (depth <= 0) return EVALUATION;
    double value = -INFINITY;
    for (int column = 0; column < COLUMNS; column++) {
        if (stones & 1ULL << (column * HEIGHT + ROWS - 1)) continue;
        double child = -negamax(theirs, stones | (stones + (1ULL << column * HEIGHT)), depth - 1, -beta, -alpha);
        if (child > value) {
            value = child;
            if (value > alpha) alpha = value;
            if (value >= beta) break;
        }
    }
    return value;
}

double search(int depth, int64_t *count) {
    nodes = 0;
    double value = negamax(0, 0, depth, -INFINITY, INFINITY);
    *count = nodes;
    return value;
}
"""


def compiler() -> str | None:
    """gcc, if there is one."""
    return shutil.which("gcc")


def compiler_version() -> str:
    """What gcc calls itself, shortly: `gcc 12.2.0`."""
    return f"gcc {subprocess.run(['gcc', '-dumpfullversion'], capture_output=True, text=True, check=True).stdout.strip()}"


class InC:
    """The C program compiled, as a contestant; it remembers what it last answered."""

    def __init__(self, depth: int, with_evaluation: bool):
        evaluation = "evaluate(mine, theirs, stones)" if with_evaluation else "0.0"
        with tempfile.TemporaryDirectory() as folder:
            source, library = Path(folder) / "negamax.c", Path(folder) / "negamax.so"
            source.write_text(SOURCE, encoding="utf-8")
            command = ["gcc", *FLAGS, f"-DEVALUATION={evaluation}", "-shared", "-fPIC", "-o", str(library), str(source)]
            subprocess.run(command, check=True)
            self.search = ctypes.CDLL(str(library)).search
        self.search.restype = ctypes.c_double
        self.search.argtypes = (ctypes.c_int, ctypes.POINTER(ctypes.c_int64))
        self.depth, self.value, self.nodes = depth, 0.0, 0

    def __call__(self) -> int:
        count = ctypes.c_int64()
        self.value = float(self.search(self.depth, ctypes.byref(count)))
        self.nodes = count.value
        return self.nodes
