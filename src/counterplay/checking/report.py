"""What `check` returns: problems, hints, and how much was examined."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any, Final, Literal, NamedTuple

KINDS: Final[dict[str, str]] = {
    # ── How the class is written ──
    "missing-method": "One of the six methods every game has is not written. Write it.",
    "wrong-arguments": "A method does not take the arguments it is called with. Give it the signature of counterplay.Game's.",
    "hidden-method": "An attribute of the game has the name of a method and hides it. Rename the attribute.",
    "declaration": "players, payoff_sum, alternates, bits, finite or simultaneous has a value that means nothing. Correct it.",
    "parameter": "A parameter of __init__ is not kept as an attribute, so str(game) forgets it. Set self.parameter = parameter.",
    "name": "The registry knows the game, but load(str(game)) is not an equal game. Keep every parameter as an attribute.",
    "pickle": "The game, a state or an action does not survive pickling, so other processes cannot use it. Keep to plain values.",
    "changes-itself": "Playing changes an attribute of the game. Keep what changes in the state.",
    # ── Calls ──
    "raises": "A method of the game raised an exception. Correct the method at the place named.",
    "endless-call": "A call did not come back, or yielded without end. Look for a loop that never ends.",
    # ── States ──
    "no-state": "initial() or result() returned None. Return a state.",
    "state-type": "result() returned something else than the kind of state that initial() returns. Return the same kind.",
    "unhashable": "A state or an action cannot be hashed. Use tuples, frozensets and NamedTuples instead of lists, sets and dicts.",
    "unequal": "Two computations of one state are not equal. Use a NamedTuple, or define __eq__ and __hash__ by content.",
    "not-deterministic": "The same call gave two different answers. Use no randomness, clock or memory; chance belongs into chances().",
    "mutates": "A method changed the state it was given. Build a new state.",
    "field": "A field holds a value that its annotation does not allow. Correct the value or the annotation.",
    # ── Moves ──
    "terminal-type": "is_terminal() did not return True or False. Return a comparison.",
    "to-move": "to_move() returned neither a player 0 … players - 1 nor CHANCE.",
    "alternates": "The game says that turns alternate, but a player moves twice running. Declare alternates = False, or correct to_move().",
    "no-action": "The game is not over, but there is no action. Yield one (a pass), or let is_terminal() say True.",
    "duplicate-action": "actions() yields the same action twice. Yield each once.",
    "count": "count() is not the number of actions. Correct it or leave it out.",
    "random-action": "random_action() or playout_action() returned an action that is not legal. Correct it or leave it out.",
    "cutoff-never": "is_cutoff() never says stop, however deep. Return True at some depth.",
    # ── Chance ──
    "no-chances": "to_move() says CHANCE, but there is no method chances(). Write it, or name a player.",
    "no-outcome": "chances() yields no outcome. Yield at least one.",
    "outcome-type": "chances() yields something else than a pair (outcome, probability).",
    "duplicate-outcome": "chances() yields the same outcome twice. Yield it once with the sum of the probabilities.",
    "random-outcome": "random_outcome() returned an outcome that chances() does not list. Correct it or leave it out.",
    "probability-range": "A probability is not a number from 0 to 1.",
    "probability-sum": "The probabilities do not add up to 1.",
    "impossible-outcome": "An outcome has probability 0. Leave it out.",
    "chance-never": "There is a method chances(), but chance never moved. Remove it, or let to_move() say CHANCE.",
    # ── Payoffs ──
    "utility": "A utility is not a finite number.",
    "utility-range": "A utility lies outside of the range that the game states. Correct utility_range or utility().",
    "payoff-sum": "The utilities do not add up to payoff_sum. Correct utility(), or declare payoff_sum = None.",
    "constant-sum": "The game says general-sum, yet all utilities add up to the same. Declare payoff_sum; then alpha-beta applies.",
    "least-payoff": "A utility or an evaluation is below least_payoff, and searches rely on that. Correct it, or leave it None.",
    "finite": "The game says it is finite, but play can go on for ever. Count moves in the state, or declare finite = False.",
    # ── Symmetry ──
    "symmetry": "An image that symmetries() or canonical() calls the same position is not the same. Correct the image.",
    "canonical-unstable": "canonical(canonical(s)) is not canonical(s). Let it always return the least image.",
    "canonical-differs": "Two symmetric states have different canonical states. Let symmetries() yield the whole orbit.",
    # ── Evaluation ──
    "evaluation": "evaluate() did not return a finite number.",
    "evaluation-order": "evaluate() orders two ends of the game differently from utility(). Let wins score highest.",
    "evaluation-sign": "evaluate() calls a won end lost, or a lost one won. Look whose side it takes.",
    "evaluation-range": "evaluate() lies outside the range of utilities, so a guess beats a sure win. Scale it.",
    "evaluation-sides": "In a zero-sum game evaluate(s, 0) must be -evaluate(s, 1).",
    # ── Ways of one player ──
    "heuristic": "heuristic() or cost() did not return a finite number, from 0 on and above 0.",
    "heuristic-too-much": "A way to a won end costs less than heuristic() said, so A* may miss the cheapest. Let it never say too much.",
    # ── Facts for searches ──
    "score": "score() is not a finite number, or not minus the other player's.",
    "score-sign": "score() and utility() disagree on who won. With a score() of its own a game's utilities are 1, 0 and -1.",
    "bounds": "bounds() did not return two numbers, the lower one first.",
    "bounds-wrong": "The true score, by minimax, is not within bounds(). State only what is certain; at an end, the score twice.",
    "candidates": "candidates() yields something that is no action, or one twice, or nothing. Yield actions, each once.",
    "candidates-wrong": "None of the candidates is as good as the best action. Leave out only what is certainly not needed.",
    "promise": "promise() did not return a finite number.",
    "key": "Two positions have the same key, or it cannot be hashed. Put everything into it that tells states apart.",
    "noisy-actions": "noisy_actions() does not yield what is_noisy() holds of. Correct it or leave it out.",
    "threatens": "threatens() says of an action what is_urgent() denies of the state after it. Correct it or leave it out.",
    "plies-left": "A line of play is longer than plies_left() says. Return a whole number that is never too small.",
    # ── Hidden information ──
    "observation": "observation() is not a hashable pair (private, public), or a simultaneous game has none.",
    "information-set": "A player cannot tell two states apart, but has different actions in them. Show what decides them.",
    "seen": "seen() shows a player something that observation() does not: whoever plays could read it off the picture. Hide it.",
    # ── Words and pictures ──
    "notation-action": "parse_action() does not give back the action that format_action() wrote.",
    "notation-ambiguous": "Two actions of one state have the same name.",
    "notation-state": "parse_state() does not give back the state that format_state() wrote.",
    "notation-missing": "The ready-made notation cannot read this game's states. Write format_state() and parse_state().",
    "notation-refusal": "A parser meets nonsense with something else than a UsageError. Raise counterplay.UsageError.",
    "text": "text() or a name for people is not a string.",
    "svg": "svg() is not a well-formed SVG document.",
    # ── Two speeds ──
    "does-not-compile": "The rules do not compile; everything works, but slowly. The sentence says the file, the line and why.",
    "disagree": "Compiled and interpreted rules give different answers. Keep values within their annotations; mask after << + - * ~.",
}
"""Every kind of problem or hint, with what it means and what to do."""


def explain(kind: str) -> str:
    """What a kind of problem means and what to do about it.

    >>> explain("no-action")
    'The game is not over, but there is no action. Yield one (a pass), or let is_terminal() say True.'
    """
    return KINDS[kind]


class Finding(NamedTuple):
    """What one check has to say about one state (and, where `after` is set, about one action in it)."""

    kind: str
    sentence: str
    key: str = ""
    """Findings of one kind and key are one problem; the shortest line is shown."""
    after: tuple[Any, ...] = ()
    """Actions after the state that belong to the line."""
    hint: bool = False


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, with the shortest line of play that shows it."""

    kind: str
    sentence: str
    line: tuple[Any, ...] = ()
    """The actions from the initial state."""
    moves: tuple[str, ...] = ()
    """The same line as people write it."""
    state: str = ""
    """The state it was found in, as text."""
    shortest: bool = True
    """True: no shorter line shows it. False: the line was found by random play and shortened as far as deleting moves could."""

    @property
    def explanation(self) -> str:
        """What this kind of problem means and what to do."""
        return explain(self.kind)

    def as_dict(self) -> dict[str, Any]:
        """The fields as plain values, for JSON."""
        return {
            "kind": self.kind,
            "sentence": self.sentence,
            "explanation": self.explanation,
            "line": list(self.moves),
            "state": self.state,
            "shortest": self.shortest,
        }

    def __str__(self) -> str:
        lines = [f"{self.kind}: {self.sentence}"]
        if self.moves:
            shown = self.moves if len(self.moves) <= 40 else (*self.moves[:20], "…", *self.moves[-19:])
            plural = "move" if len(self.moves) == 1 else "moves"
            proof = "no shorter line shows it" if self.shortest else "the shortest line found"
            lines.append(f"  line:  {' '.join(shown)}   ({len(self.moves)} {plural}; {proof})")
        if self.state:
            first, *rest = self.state.splitlines() or [""]
            lines += [f"  state: {first}", *(f"         {row}" for row in rest)]
        return "\n".join(lines)


Verdict = Literal["holds", "not contradicted", "contradicted", "not examined"]


class Property(NamedTuple):
    """A property of the game and what the examination says about it. "holds": the whole game was seen."""

    name: str
    value: Any
    verdict: Verdict


@dataclass(frozen=True)
class Examined:
    """How much was looked at."""

    states: int
    games: int
    """Games played to their end at random."""
    deepest: int
    """The most plies from the initial state."""
    whole_game: bool
    """Whether every state of the game was examined."""
    seconds: float
    compared: int = 0
    """States in which compiled and interpreted rules were compared."""

    def __str__(self) -> str:
        states = f"{self.states:,} states" + (", the whole game" if self.whole_game else "")
        games = f", {self.games:,} random {'game' if self.games == 1 else 'games'}" if self.games else ""
        compared = f", {self.compared:,} states compared with the compiled rules" if self.compared else ""
        return f"examined {states}{games}, to {self.deepest:,} plies{compared}, in {self.seconds:.1f} s"


@dataclass(frozen=True)
class Report:
    """What `check` found. `problems` are wrong; `hints` are worth a look."""

    game: str
    problems: tuple[Problem, ...]
    hints: tuple[Problem, ...]
    examined: Examined
    properties: tuple[Property, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the problems, in order, each once."""
        return tuple(dict.fromkeys(problem.kind for problem in self.problems))

    def as_dict(self) -> dict[str, Any]:
        """The report as plain values, for JSON."""
        return {
            "game": self.game,
            "ok": self.ok,
            "problems": [problem.as_dict() for problem in self.problems],
            "hints": [hint.as_dict() for hint in self.hints],
            "examined": dict(vars(self.examined)),
            "properties": {name: {"value": value, "verdict": verdict} for name, value, verdict in self.properties},
        }

    def __str__(self) -> str:
        number = len(self.problems)
        verdict = "no problem found" if self.ok else "1 problem" if number == 1 else f"{number} problems"
        parts = [f"{self.game}: {verdict}", *(f"✗ {problem}" for problem in self.problems), *(f"· hint, {hint}" for hint in self.hints)]
        parts += [f"  {name} = {value}: {verdict}" for name, value, verdict in self.properties]
        return "\n".join([*parts, str(self.examined)])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"
