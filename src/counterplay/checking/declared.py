"""Checks of the class itself, before anything is played."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Iterator
from math import isfinite
from typing import Any, Final

from .asking import Ask, Broken, can_be_found, shown
from .report import Finding

REQUIRED: Final = {
    "initial": (),
    "to_move": ("state",),
    "actions": ("state",),
    "result": ("state", "action"),
    "is_terminal": ("state",),
    "utility": ("state", "player"),
}
OPTIONAL: Final = {
    "chances": ("state",),
    "observation": ("state", "player"),
    "symmetries": ("state",),
    "canonical": ("state",),
    "evaluate": ("state", "player"),
    "is_cutoff": ("state", "depth"),
    "score": ("state", "player"),
    "bounds": ("state", "player"),
    "candidates": ("state",),
    "promise": ("state", "action"),
    "motif": ("state", "action"),
    "key": ("state",),
    "plies_left": ("state",),
    "random_action": ("state", "rng"),
    "random_outcome": ("state", "rng"),
    "encode": ("state", "places", "amounts"),
    "coverings": ("state", "places", "amounts"),
    "action_number": ("state", "action"),
    "is_noisy": ("state", "action"),
    "noisy_actions": ("state",),
    "is_urgent": ("state",),
    "threatens": ("state", "action"),
    "situation": ("state",),
    "may_come_back": ("state",),
    "playout_action": ("state", "rng"),
    "count": ("state",),
    "text": ("state",),
    "svg": ("state",),
    "why_over": ("state",),
    "player_name": ("player",),
    "format_action": ("state", "action"),
    "format_line": ("state", "actions"),
    "parse_action": ("state", "text"),
    "format_state": ("state",),
    "parse_state": ("text",),
}


def methods_exist(ask: Ask) -> Iterator[Finding]:
    """The six methods of every game are written."""
    for method, arguments in REQUIRED.items():
        if not ask.game.overrides(method):
            yield Finding("missing-method", f"{_class(ask)} has no method {method}({', '.join(arguments)}): write it.", method)


def methods_can_be_called(ask: Ask) -> Iterator[Finding]:
    """Every method takes the arguments it is called with, and no attribute hides it."""
    for method, arguments in {**REQUIRED, **OPTIONAL}.items():
        own = getattr(ask.game, method)
        if not callable(own):
            ask.unusable.add(method)
            yield Finding("hidden-method", f"The attribute {method} = {shown(own, 60)} hides the method {method}(): rename it.", method)
            continue
        try:
            signature = inspect.signature(own)
            signature.bind(*arguments)
        except TypeError:
            ask.unusable.add(method)
            wanted = f"{method}({', '.join(arguments)})"
            sentence = (
                f"{_class(ask)}.{method} takes {signature} but is called as {wanted}: "
                f"write def {method}(self{''.join(f', {a}' for a in arguments)})."
            )
            yield Finding("wrong-arguments", sentence, method)
        except ValueError:  # written in C: no signature to look at
            continue


def declarations_make_sense(ask: Ask) -> Iterator[Finding]:
    """players, payoff_sum, alternates, bits, finite and simultaneous have values that mean something."""
    game: Any = ask.game
    if type(game.players) is not int or game.players < 1:
        yield Finding("declaration", f"players = {shown(game.players)}: declare how many there are, an int from 1 up.", "players")
    if game.payoff_sum is not None and not (_is_number(game.payoff_sum) and isfinite(game.payoff_sum)):
        sentence = f"payoff_sum = {shown(game.payoff_sum)}: declare what the utilities add up to, or None."
        yield Finding("declaration", sentence, "payoff_sum")
    if game.least_payoff is not None and not (_is_number(game.least_payoff) and isfinite(game.least_payoff)):
        yield Finding("declaration", f"least_payoff = {shown(game.least_payoff)}: declare the least utility, or None.", "least_payoff")
    if type(game.bits) is not int or not 1 <= game.bits <= 4096:
        yield Finding("declaration", f"bits = {shown(game.bits)}: declare the width of sets, an int from 1 to 4096.", "bits")
    for name in ("alternates", "finite", "simultaneous"):
        if not isinstance(getattr(game, name), bool):
            yield Finding("declaration", f"{name} = {shown(getattr(game, name))}: declare True or False.", name)


def simultaneous_games_hide(ask: Ask) -> Iterator[Finding]:
    """A game of simultaneous moves hides the first player's choice from the second."""
    if ask.game.simultaneous and not ask.has("observation"):
        sentence = (
            "The game says simultaneous = True but has no method observation(state, player): "
            "without it the second player sees the first one's choice."
        )
        yield Finding("observation", sentence, "simultaneous")


def parameters_are_kept(ask: Ask) -> Iterator[Finding]:
    """Each parameter of `__init__` is an attribute of the same name."""
    for name in list(inspect.signature(type(ask.game).__init__).parameters.values())[1:]:
        if name.kind in (name.VAR_POSITIONAL, name.VAR_KEYWORD) or hasattr(ask.game, name.name):
            continue
        yield Finding(
            "parameter", f"__init__ takes {name.name} but does not keep it: write self.{name.name} = {name.name}.", name.name, hint=True
        )


def game_pickles(ask: Ask) -> Iterator[Finding]:
    """The game survives a journey to another process."""
    game, kind = ask.game, type(ask.game)
    if not can_be_found(kind):
        sentence = (
            f"{kind.__qualname__} cannot be pickled (nor cached when compiled) because it is not at the top of a module: move it there."
        )
        yield Finding("pickle", sentence, "game", hint=True)
        return
    try:
        copy = ask.guarded("pickle", (game,), lambda: pickle.loads(pickle.dumps(game)))
        if not ask.equal(copy, game):
            yield Finding(
                "pickle", f"The game comes back from pickle as {shown(copy)}, which is not equal to it: keep plain values in it.", "game"
            )
    except Broken as broken:
        yield Finding("pickle", f"The game cannot be pickled: {broken.finding.sentence} Keep plain values in it.", "game")


def name_loads_back(ask: Ask) -> Iterator[Finding]:
    """A game that the registry knows is what `load` makes of its name."""
    try:
        from .. import registry
    except ImportError:
        return
    if ask.game.name not in registry.names():
        return
    try:
        usual = ask.guarded("load", (ask.game.name,), lambda: registry.load(ask.game.name))
    except Broken:
        return
    if type(usual) is not type(ask.game):  # somebody's own game that happens to have the name of a registered one
        return
    written = str(ask.plain("__str__"))
    try:
        loaded = ask.guarded("load", (written,), lambda: registry.load(written))
    except Broken as broken:
        yield Finding("name", f"load({written!r}) does not read what str(game) wrote: {broken.finding.sentence}")
        return
    if not ask.equal(loaded, ask.game):
        yield Finding(
            "name", f"load({written!r}) is {shown(loaded)}, which is not equal to the game: keep every parameter as an attribute."
        )


CLASS_CHECKS: Final = (
    methods_exist,
    methods_can_be_called,
    declarations_make_sense,
    simultaneous_games_hide,
    parameters_are_kept,
    game_pickles,
    name_loads_back,
)


def _class(ask: Ask) -> str:
    return type(ask.game).__name__


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
