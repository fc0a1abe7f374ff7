"""One round of optimization for all that is compiled together, instead of one for each function in it.

Numba optimizes each function as soon as it is lowered, together with all that it calls, and makes machine code of it: a helper five calls
below the entry goes through that five times, and only the entry is ever run. Here inner functions are linked and no more; the entry is
optimized together with all of them. A quarter of the time that compiling takes is saved.

As nobody else calls them, the inner functions are made the module's own (`internal`). LLVM may then give them other arguments: a state is
passed as all its fields, of which most functions read few. It sees which of them never raise, too. Chess is searched a tenth faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.lowering import BaseLower
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

from ..placing import APART, INLINE

ATTRIBUTE = {INLINE: "alwaysinline", APART: "noinline"}
"""What LLVM calls it."""


@contextmanager
def optimized_once(entry: str, placements: Callable[[], dict[str, str]]) -> Iterator[None]:
    """While this lasts, only the library with the name `entry` is optimized and becomes machine code; other threads wait to compile.

    `placements` says, when all else is done, with what the names of functions begin that are to stand in a certain place.
    """
    global_compiler_lock.acquire()
    rtsys.initialize(cpu_target.target_context)  # Numba's own run time, which must not be compiled within this block
    optimize, finish = JITCodeLibrary._optimize_final_module, JITCodeLibrary._finalize_final_module
    set_env, wrap = JITCPUCodegen.set_env, BaseLower.create_cfunc_wrapper

    def optimize_entry(library: Any) -> None:
        if library.name == entry:
            placed = placements()
            for function in library._final_module.functions:
                if function.linkage == Linkage.linkonce_odr:  # what other libraries lent; the entry itself is external
                    function.linkage = Linkage.internal
                    for start, where in placed.items():
                        if function.name.startswith(f"_Z{start}"):
                            function.add_function_attribute(ATTRIBUTE[where])
            optimize(library)

    def finish_entry(library: Any) -> None:
        if library.name == entry:
            finish(library)
        else:
            library._finalize_dynamic_globals()
            library._finalized = True

    def set_environment(codegen: Any, name: str, environment: Any) -> None:
        """Only functions that Python calls need one; others have no place for it."""
        if codegen._engine.is_symbol_defined(name):
            set_env(codegen, name, environment)

    JITCodeLibrary._optimize_final_module, JITCodeLibrary._finalize_final_module = optimize_entry, finish_entry
    JITCPUCodegen.set_env, BaseLower.create_cfunc_wrapper = set_environment, lambda lowering: None  # nobody calls it from C
    try:
        yield
    finally:
        JITCodeLibrary._optimize_final_module, JITCodeLibrary._finalize_final_module = optimize, finish
        JITCPUCodegen.set_env, BaseLower.create_cfunc_wrapper = set_env, wrap
        global_compiler_lock.release()
