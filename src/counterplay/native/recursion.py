"""A kernel that calls itself, and of which it is plain to see that it returns a float, is typed once instead of once for each call.

Numba asks anew at every call of itself what the function returns, and to find out infers the types of the whole function, twice in each of
two rounds: the engine's `principal_value`, which has four such calls, goes through that eighteen times. Where a kernel somewhere says
`return 0.0`, which all do that a clock may stop, the answer is known: whatever else it returns, together with that it is a float. So
inside itself the kernel's name stands for a thing that says so at once. Together with a garbage collector that rests (`compiler.py`),
compiling the engine takes a sixth less.

What is known so is verified when all is compiled (`is_as_presumed`); a kernel that calls itself with other types than it was called with
is left to Numba, too (`NotAsPresumed`).
"""

from __future__ import annotations

import dis
from types import CodeType
from typing import Any

from numba.core import cgutils, types
from numba.core.imputils import lower_constant
from numba.core.typing import signature
from numba.extending import lower_builtin, models, register_model, typeof_impl


class NotAsPresumed(Exception):
    """This kernel has to be compiled in Numba's own way."""


def returns_float(code: CodeType) -> bool:
    """Whether a function says `return 0.0`, or the like with another number, somewhere."""
    before: Any = None
    for instruction in dis.get_instructions(code):
        returned = {"RETURN_CONST": instruction.argval, "RETURN_VALUE": before}.get(instruction.opname)  # the first: Python 3.12 and 3.13
        if isinstance(returned, float):
            return True
        before = instruction.argval if instruction.opname == "LOAD_CONST" else None
    return False


class Itself:
    """What a kernel's name means inside of it."""

    def __init__(self, dispatcher: Any):
        self.dispatcher = dispatcher

    def is_as_presumed(self) -> bool:
        """Whether the kernel, now compiled, returns a float."""
        return all(made.return_type == types.float64 for made in self.dispatcher.nopython_signatures)


class ItselfType(types.Callable, types.Opaque):
    """The type of a kernel inside of it: called with the types it was called with, it returns a float."""

    def __init__(self, itself: Itself):
        self.function = itself.dispatcher.py_func
        super().__init__(f"{self.function.__qualname__} itself")

    @property
    def key(self) -> Any:
        return self.function

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        here = context.callstack[0]  # what is being typed now
        if kws or here.func_id.func is not self.function or here.args != tuple(args):
            raise NotAsPresumed
        return signature(types.float64, *args)

    def get_call_signatures(self) -> Any:
        return (), False

    def get_impl_key(self, sig: Any) -> Any:
        return ItselfType


register_model(ItselfType)(models.OpaqueModel)


@typeof_impl.register(Itself)
def _typeof_itself(itself: Itself, context: Any) -> ItselfType:
    return ItselfType(itself)


@lower_constant(ItselfType)
def _itself_constant(context: Any, builder: Any, kind: ItselfType, value: Any) -> Any:
    return context.get_dummy_value()


@lower_builtin(ItselfType, types.VarArg(types.Any))
def _call_itself(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """Call the function that this instruction stands in; what goes wrong there goes on here."""
    status, value = context.call_conv.call_function(builder, builder.function, sig.return_type, sig.args, arguments)
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return value
