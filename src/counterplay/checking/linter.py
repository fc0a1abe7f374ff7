"""`counterplay.check`: examines the rules of a game as a linter does code.

It plays: breadth-first from the initial state, then random games to the end; in every state it asks every method and compares what they
say. Each problem comes with a line of play that shows it.

**How short that line is.** Breadth-first looks at all states 0, 1, 2, … plies from the start, in that order. A problem found there has a
*shortest* line (`problem.shortest` is True): no line with fewer moves shows it. Deeper problems are found in random games; their lines are
shortened by leaving moves out for as long as the rest is legal and the problem stays. Such a line is short, and `shortest` is True only if
breadth-first has been through all shorter ones. (Minimax values of symmetric states are compared in the
first 100 states only, and those of stated facts where the rest of the game is small.)

What is checked: the functions in `counterplay.checking`, one for each thing that can be wrong; `KINDS` lists what they can say.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ..errors import UsageError
from ..game import Game
from ..kernels import Progress
from .asking import Ask, Broken, OutOfTime, shown
from .examination import Examination
from .ledger import Found
from .report import KINDS, Examined, Problem, Property, Report, Verdict, explain

__all__ = ["KINDS", "Examined", "Problem", "Property", "Report", "check", "explain"]


def check(
    game: Game[Any, Any],
    *,
    states: int = 2000,
    seconds: float = 10,
    seed: int = 1,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Report:
    """Examine up to `states` states of a game for up to `seconds` (compiling not counted) and report what is wrong with its rules.

    `compiled` None compares interpreted with compiled rules where they compile, True calls it a problem where they do not, False
    leaves the compiler alone. Nothing that the rules do makes it fail: what they raise is reported.

    >>> from counterplay import load
    >>> report = check(load("nim(pile_sizes=(2,2))"), compiled=False)
    >>> report.ok, report.examined.states, report.examined.whole_game
    (True, 14, True)
    """
    if isinstance(game, type) and issubclass(game, Game):
        raise UsageError(f"check takes a game, not its class: check({game.__name__}()).")
    if not isinstance(game, Game):
        raise UsageError(f"check takes a game (a subclass of counterplay.Game), not {shown(game, 60)}.")
    if type(states) is not int or states < 1:
        raise UsageError(f"states={states!r}: give how many states to examine, from 1 up.")
    if not seconds > 0:
        raise UsageError(f"seconds={seconds!r}: give a time above 0.")
    started = time.monotonic()
    examination = Examination(game, states, float(seconds), seed, compiled, progress)
    examination.run()
    teller = Ask(game, 1.0)
    try:
        problems = [_problem(teller, examination.initial, found) for found in examination.ledger.found.values() if not found.finding.hint]
        hints = [_problem(teller, examination.initial, found) for found in examination.ledger.found.values() if found.finding.hint]
    finally:
        teller.close()
    order = list(KINDS).index
    return Report(
        game=_name(game),
        problems=tuple(sorted(problems, key=lambda problem: (len(problem.line), order(problem.kind)))),
        hints=tuple(sorted(hints, key=lambda hint: order(hint.kind))),
        examined=Examined(
            states=examination.examined,
            games=examination.games,
            deepest=examination.deepest,
            whole_game=examination.whole_game,
            seconds=time.monotonic() - started,
            compared=examination.machine.compared if examination.machine else 0,
        ),
        properties=_properties(game, examination),
    )


def _problem(ask: Ask, initial: Any, found: Found) -> Problem:
    """A finding with its line in words."""
    finding = found.finding
    moves, state = [], initial
    for action in found.line:
        moves.append(_words(ask, shown(action, 60), "format_action", state, action))
        try:
            state = ask("result", state, action)
        except (Broken, OutOfTime):
            state = None
    text = _words(ask, shown(found.node.state), "text", found.node.state) if found.node else ""
    return Problem(finding.kind, finding.sentence, found.line, tuple(moves), text, found.proved)


def _words(ask: Ask, otherwise: str, method: str, *arguments: Any) -> str:
    """What the game calls something; its repr where the game cannot say."""
    try:
        words = ask(method, *arguments)
    except (Broken, OutOfTime):
        return otherwise
    return words if isinstance(words, str) else otherwise


def _name(game: Game[Any, Any]) -> str:
    try:
        return str(game)
    except Exception:
        return type(game).__name__


def _properties(game: Game[Any, Any], examination: Examination) -> tuple[Property, ...]:
    """Each property the game declares, with what was seen of it."""
    kinds = {found.finding.kind for found in examination.ledger.found.values() if not found.finding.hint}
    hints = {found.finding.kind for found in examination.ledger.found.values() if found.finding.hint}
    usual: Verdict = "not examined" if not examination.examined else "holds" if examination.whole_game else "not contradicted"

    def verdict(*against: str) -> Verdict:
        return "contradicted" if kinds & set(against) else usual

    try:
        declared = game.properties
    except Exception:
        return ()
    chance: Verdict = "holds" if declared.chance and examination.met_chance else verdict("no-chances")
    if "chance-never" in hints and examination.whole_game:
        chance = "contradicted"
    return (
        Property("players", declared.players, verdict("to-move", "declaration")),
        Property("payoffs", declared.payoffs, verdict("payoff-sum", "utility")),
        Property("chance", declared.chance, chance),
        Property("hidden_information", declared.hidden_information, verdict("observation", "information-set", "seen")),
        Property("simultaneous", declared.simultaneous, verdict("observation")),
        Property("finite", declared.finite, "holds" if not declared.finite else verdict("finite")),
    )
