"""The k-th member of a set, in machine code: `counterplay.bits.select`."""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import ir
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba.core import config, types
from numba.extending import intrinsic, overload

from .. import bits as interpreted
from .bits import FLAG, WORD, BitsType, as_bits, lowest_member, width_of


@overload(interpreted.select)
def _select(x, k):
    """Word by word to the one that has the member, then within it."""
    width = width_of(x)
    if width is None:
        return None
    to_word = as_bits(64)
    if width > 64:

        def from_many_words(x, k):
            base = 0
            while base < width:
                word = to_word(x)
                here = interpreted.popcount(word)
                if k < here:
                    return base + select_in_word(word, k)
                k -= here
                base += 64
                x = x >> 64
            return -1

        return from_many_words

    return lambda x, k: select_in_word(to_word(x), k)


@cache
def deposits_quickly() -> bool:
    """Whether this processor has BMI2's `pdep` and does it in a few cycles: AMD's did not before Zen 3."""
    if config.CPU_NAME or config.CPU_FEATURES:
        return False  # somebody told Numba to compile for another processor
    return get_host_cpu_features().get("bmi2", False) and get_host_cpu_name() not in ("excavator", "bdver4", "znver1", "znver2")


def deposit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The k-th bit of a row, laid over the members, falls on the one that is wanted."""
    word, k = arguments
    inside = builder.icmp_unsigned("<", k, ir.Constant(WORD, 64))
    bit = builder.select(inside, builder.shl(ir.Constant(WORD, 1), builder.and_(k, ir.Constant(WORD, 63))), ir.Constant(WORD, 0))
    pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(WORD, (WORD, WORD)))
    return lowest_member(builder, builder.call(pdep, (bit, word)))


def halve(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """In which half it is, in which half of that, and so on."""
    word, k = arguments
    place = ir.Constant(WORD, 0)
    for step in (32, 16, 8, 4, 2, 1):
        here = builder.ctpop(builder.and_(word, ir.Constant(WORD, (1 << step) - 1)))
        above = builder.icmp_signed(">=", k, here)
        k = builder.select(above, builder.sub(k, here), k)
        place = builder.select(above, builder.add(place, ir.Constant(WORD, step)), place)
        word = builder.select(above, builder.lshr(word, ir.Constant(WORD, step)), word)
    found = builder.and_(builder.icmp_signed("==", k, ir.Constant(WORD, 0)), builder.trunc(word, FLAG))
    return builder.select(found, place, ir.Constant(WORD, -1))


@intrinsic
def select_in_word(typingctx, word, k):
    """The k-th member of a set of 64 bits, -1 if it has not so many. Without a branch: nobody could predict it.

    Depositing makes playouts of Go and Hex about a tenth faster than halving; the tests hold the two equal.
    """
    return types.int64(BitsType(64), types.int64), deposit if deposits_quickly() else halve
