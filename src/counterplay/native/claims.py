"""What threads that search together tell one another: which positions are being looked at."""

from __future__ import annotations

from typing import Any

from numba.extending import overload_method

from ..transpositions import CLAIMS, NEWEST
from .reporting import get_word, set_word
from .words import as_words, hashed


def define_claims(table: Any) -> None:
    """Give a type of tables the methods `claim`, `release` and `is_claimed`. Of two positions with one slot only the newer is known."""

    @overload_method(table, "claim")
    def _claim(self, key):
        def claim(self, key):
            code = hashed(as_words(key))
            set_word(self, CLAIMS + (code & NEWEST), code)

        return claim

    @overload_method(table, "release")
    def _release(self, key):
        def release(self, key):
            set_word(self, CLAIMS + (hashed(as_words(key)) & NEWEST), 0)

        return release

    @overload_method(table, "is_claimed")
    def _is_claimed(self, key):
        def is_claimed(self, key):
            code = hashed(as_words(key))
            return get_word(self, CLAIMS + (code & NEWEST)) == code

        return is_claimed
