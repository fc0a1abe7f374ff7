"""What a game is: the textbook's six methods, and the optional ones that each unlock something.

A game is a class of small pure functions over immutable states (Russell & Norvig, *Artificial Intelligence*, ch. 5):
`initial`, `to_move`, `actions`, `result`, `is_terminal`, `utility`. That is all a search needs.

    class Countdown(Game):
        '''Take one or two from a pile; whoever takes the last wins.'''

        def __init__(self, pile: int = 7):
            self.pile = pile

        def initial(self):                    return Pile(self.pile, 0)
        def to_move(self, state):             return state.turn
        def actions(self, state):
            for take in (1, 2):
                if take <= state.left:
                    yield take
        def result(self, state, action):      return Pile(state.left - action, 1 - state.turn)
        def is_terminal(self, state):         return state.left == 0
        def utility(self, state, player):     return -1 if player == state.turn else 1

where `Pile` is a `NamedTuple` with `left: int` and `turn: int`. Any Python works. If in addition a state is
a `NamedTuple` of `int`, `float`, `bool`, `Bits` and short tuples of these, and actions are ints, then the rules and the search are
compiled together into machine code (`game.native` says whether they were, and if not, why).
Parameters are attributes set in `__init__` under the parameter's own name; they are constants for the compiler.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from .changed_classes import changed_class, taken_apart
from .errors import UsageError
from .literals import ReadsText, compact, parse_repr
from .properties import Properties
from .slices import Slice as Slice

if TYPE_CHECKING:
    from .native.status import Native
    from .rng import Random

CHANCE: Final = -1
"""What `to_move` returns where the dice (or the dealer) move."""

UNKNOWN_PLIES: Final = 1 << 30
"""What `plies_left` says where the game does not know."""
NO_TAGS: Final[Mapping[str, str]] = MappingProxyType({})

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)


class Game(ReadsText, Generic[State, Action]):
    """The rules of a game. Subclass it, write the six methods, override whatever else you have something to say about."""

    # ── What kind of game ── declared here, as a class attribute or in __init__; `properties` derives the rest.
    players: int = 2
    payoff_sum: float | None = 0.0
    """What the players' utilities add up to at every end: 0 is zero-sum; None says they need not add up to anything."""
    least_payoff: float | None = None
    """Where it is known: no utility and no evaluation is below this. With a known sum, searches for several players then cut branches."""
    simultaneous: bool = False
    finite: bool = True
    alternates: bool = False
    """Say True where two players take turns without exception: a fact that saves searches a question at every node."""
    decisive: bool = False
    """Say True where utilities and evaluations lie between -1, lost, and 1, won: then a proven win ends a search, for nothing is better."""
    utility_range: tuple[float, float] = (-inf, inf)
    """Between what all utilities and evaluations lie, for every player: with this known, chance can be searched without looking at all."""
    repetition_draws: int = 0
    """The how manieth time on the board a position (a `key`) makes a draw: 3 in chess; 0: never. An engine takes the first for one."""
    reductions: bool = False
    """Say True where an action that looks late in a good order is rarely best: an engine then looks at such ones less deeply."""
    feature_names: tuple[str, ...] = ()
    """What people call the `features`."""
    counts_in: tuple[str, float] | None = None
    """What people count in, and how many are half a win, where p of them ahead are evaluated as p / (|p| + that): `("pawns", 4.0)`."""
    drawn_by_lot: Mapping[str, tuple[int, int, Mapping[str, Any]]] = MappingProxyType({})
    """Parameters that people like to have drawn by lot: the least number, the most, and the other parameters that go with any of them."""
    monte_carlo: Mapping[str, float] = MappingProxyType({})
    """Settings of `mcts` that play this game well, as `{"rave": 1000}`: where playouts know more than evaluations. Then mcts suits it."""
    network_inputs: int = 0
    """How many inputs `encode` has; 0: there is none, and no network can learn this game."""
    pattern_inputs: int = 0
    """How many inputs `coverings` has; 0: there is none."""
    policy_outputs: int = 0
    """How many numbers `action_number` gives; 0: a network can learn what states are worth, but not which actions look good."""
    rungs: tuple[float, ...] = (-1.0, 0.0, 1.0)
    """The utilities that a game can end with, from worst to best, for networks that learn how likely each is."""
    bits: int = 64
    """How many bits a field annotated with plain `Bits` has, and what `bit(i)` makes."""
    has_board: bool = True
    """False where a state is no board to look at, but a node of a tree: drawings of a search then show triangles and values alone."""
    compiles: bool = True
    """False: never try to compile (a hand-drawn tree is searched sooner than it is compiled)."""

    # ── The rules ──
    def initial(self) -> State:
        """The state in which the game begins."""
        raise NotImplementedError(f"{type(self).__name__} has no method initial()")

    def to_move(self, state: State) -> int:
        """The player whose turn it is: 0, 1, …, or CHANCE. Not asked of a terminal state."""
        raise NotImplementedError(f"{type(self).__name__} has no method to_move(state)")

    def actions(self, state: State) -> Iterator[Action]:
        """The legal actions, one by one (`yield`). At least one unless the state is terminal; unused at chance nodes."""
        raise NotImplementedError(f"{type(self).__name__} has no method actions(state)")

    def result(self, state: State, action: Action) -> State:
        """The state after an action (or after an outcome of chance). Returns a new state; changes nothing."""
        raise NotImplementedError(f"{type(self).__name__} has no method result(state, action)")

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        raise NotImplementedError(f"{type(self).__name__} has no method is_terminal(state)")

    def utility(self, state: State, player: int) -> float:
        """What a terminal state is worth to a player."""
        raise NotImplementedError(f"{type(self).__name__} has no method utility(state, player)")

    # ── More rules, for the games that need them ──
    def chances(self, state: State) -> Iterator[tuple[Action, float]]:
        """Where `to_move` says CHANCE: the possible outcomes, each with its probability."""
        raise NotImplementedError(f"{type(self).__name__} has no method chances(state)")

    def observation(self, state: State, player: int) -> tuple[Hashable, Hashable]:
        """Games with hidden information: what this player alone sees, and what everybody sees."""
        return (), state

    def seen(self, state: State, player: int) -> State:
        """Games with hidden information: the state as this player sees it, with a mark for whatever is out of sight.

        It is made for `text` and `svg`, which draw the mark (a card face down), and depends on what the player observes alone.
        """
        return state

    def symmetries(self, state: State) -> Iterator[State]:
        """States that are the same position turned, mirrored or renamed. `state` itself need not be among them."""
        yield state

    def canonical(self, state: State) -> State:
        """One and the same state for all that are symmetric to each other: the least of them."""
        least = state
        for other in self.symmetries(state):
            if other < least:  # type: ignore[operator]
                least = other
        return least

    # ── Decisions of an engine, kept apart from the rules ──
    def evaluate(self, state: State, player: int) -> float:
        """A guess of the utility, asked where a search stops early. It should lie within the range of utilities."""
        return 0.0

    def viewpoint(self, state: State) -> int:
        """The player through whose eyes `encode` sees a state: the one to move; where chance moves first, the one it moves for."""
        return max(self.to_move(state), 0)

    def encode(self, state: State, places: Any, amounts: Any) -> int:
        """What a network sees of a state: input `places[i]` is `amounts[i]`, all others are 0. Returns how many are listed: 128 at most."""
        return 0

    def coverings(self, state: State, places: Any, amounts: Any) -> int:
        """What a network without hidden units sees: like `encode`, but each of very many inputs is a way to cover a part of the board."""
        return 0

    def action_number(self, state: State, action: Action) -> int:
        """The number of an action among the outputs of a network that learns which to play: actions of one state have different ones."""
        return int(action)  # type: ignore[call-overload, no-any-return]

    def foresee(self, state: State, logits: Any) -> float:
        """The value by the game's network for its viewpoint; `logits[number of an action]` becomes its log-likelihood, up to a constant."""
        return 0.0

    def features(self, state: State) -> tuple[float, ...]:
        """What a linear evaluation adds up: numbers for the player whose viewpoint it is, in the order of `feature_names`."""
        return ()

    def phase(self, state: State) -> float:
        """How far the game has come, from 0 at its beginning to 1 near its end: what features weigh may change on the way."""
        return 0.0

    def is_cutoff(self, state: State, depth: int) -> bool:
        """Whether to stop here and evaluate; `depth` is the number of plies left. Override to look further when it matters."""
        return depth <= 0

    def is_noisy(self, state: State, action: Action) -> bool:
        """Whether an action upsets the evaluation (a capture): an engine looks on until no such action is left (quiescence)."""
        return False

    def noisy_actions(self, state: State) -> Iterator[Action]:
        """The noisy ones among the actions; override it where that is quicker than listing them all."""
        for action in self.actions(state):
            if self.is_noisy(state, action):
                yield action

    def is_urgent(self, state: State) -> bool:
        """Whether the player to move must meet a threat at once (a check): an engine looks one ply deeper, and does not guess here."""
        return False

    def threatens(self, state: State, action: Action) -> bool:
        """Whether an action makes a threat that must be met at once; override it where that is quicker to see than by doing it."""
        return self.is_urgent(self.result(state, action))

    def exchange_reaches(self, state: State, action: Action, steps: float) -> bool:
        """Whether the exchange that an action begins, or walks into, wins at least so many steps (`steps_between`)."""
        return True

    def steps_between(self, low: float, high: float) -> float:
        """How many steps lie between two evaluations, where one quiet action rarely gains more than one step (in chess: a pawn).

        An engine does not look at what would have to gain many steps in few plies (futility).
        """
        return 0.0

    def reversible_plies(self, state: State) -> int:
        """How many of the last plies could be undone by playing on: no position from before them can come back."""
        return UNKNOWN_PLIES

    def quiet_plies_left(self, state: State) -> int:
        """After how many more plies the game is a draw if nothing happens (in chess: neither a capture nor a pawn's move).

        A database does not know how long nothing has happened: its win that takes longer than this may be none.
        """
        return UNKNOWN_PLIES

    def situation(self, state: State) -> Hashable:
        """What must not come back where repetition is forbidden (superko, see `solve_superko`): in Go the stones and whose turn it is."""
        return self.key(state)

    def may_come_back(self, state: State) -> bool:
        """Whether superko allows to enter a state whatever was there before: in Go after a pass. No circle is made of these alone."""
        return False

    def pass_turn(self, state: State) -> State:
        """Where doing nothing is never best: the state in which the opponent moves instead; elsewhere `state` itself.

        An engine that is still ahead after passing need not look at the actions so deeply (null move). With more than two players it is
        the state in which the next one moves instead, everywhere: best-reply search lets all opponents but one pass.
        """
        return state

    def heuristic(self, state: State) -> float:
        """One player: what reaching a won end from here costs at least (never too much: then A* finds the cheapest way); 0 at the end."""
        return 0.0

    def cost(self, state: State, action: Action) -> float:
        """One player: what an action costs, more than 0. A* and its kin look for the won end that is reached at the least cost."""
        return 1.0

    # ── Facts: what a game knows and may tell a search. Each is optional; `check` verifies them against plain minimax ──
    def score(self, state: State, player: int) -> float:
        """What an end is worth in the game's own scoring (discs), where that says more than the utility, then -1, 0 or 1 of its sign."""
        return self.utility(state, player)

    def bounds(self, state: State, player: int) -> tuple[float, float]:
        """Between what the score lies for this player to move; the same twice where it is known. (Ends: where candidates lead there.)"""
        if self.is_terminal(state):
            score = float(self.score(state, player))
            return score, score
        return -inf, inf

    def candidates(self, state: State) -> Iterator[Action]:
        """The actions worth searching: one of the best is among them (unless `bounds` knows the score), a likely best one first."""
        yield from self.actions(state)

    def promise(self, state: State, action: Action) -> float:
        """How good an action looks, for trying the best first."""
        return 0.0

    def motif(self, state: State, action: Action) -> int:
        """What an action does, wherever it begins (in chess: a knight comes to f3), from 0 to 511: engines learn what often follows it."""
        return 0

    def key(self, state: State) -> Hashable:
        """What tells this state from all others, as short as it can be: an int or a set of bits is quickest."""
        return state

    def plies_left(self, state: State) -> int:
        """No line of play from here, an end included, is longer than this: near the end, playing on is quicker than sorting or guessing."""
        return UNKNOWN_PLIES

    # ── A number for every state, for databases ──
    def index(self, state: State) -> int:
        """The number of a state, from 0 on without large gaps; -1 where it has none. Steps lead within a slice or to an earlier one.

        States may share a number if they are worth the same to their side to move, however long nothing has happened before. `to_move`
        answers for finished states, too, in a game that numbers them.
        """
        return -1

    def unindex(self, number: int) -> State:
        """A state with this number. Where no state has it: any state with another."""
        return self.initial()

    def slices(self) -> Iterator[Slice]:
        """The slices, in the order of the numbers: the first one begins with 0, and each is known once those before it are."""
        yield from ()

    def random_action(self, state: State, rng: Random) -> Action:
        """A uniformly random legal action, for playouts. Override it where listing every action is slow."""
        count = 0
        for _ in self.actions(state):
            count += 1
        chosen = rng.below(count)
        for action in self.actions(state):
            if chosen == 0:
                return action
            chosen -= 1
        raise ValueError("a state that is not terminal has no action")

    def random_outcome(self, state: State, rng: Random) -> Action:
        """An outcome of chance, drawn with its probability. Override it where listing every outcome is slow."""
        remaining = rng.uniform()
        for outcome, probability in self.chances(state):
            remaining -= probability
            if remaining < 0.0:
                return outcome
        return outcome  # what was drawn lies in the rounding error by which the probabilities fall short of 1

    def playout_action(self, state: State, rng: Random) -> Action:
        """What playouts do here: any action, unless the game knows which are plausible and chooses among those."""
        return self.random_action(state, rng)

    def ends_perft(self, state: State) -> bool:
        """Whether perft counts no further from here: where the game is over, unless the published counts of a game go on after draws."""
        return self.is_terminal(state)

    def count(self, state: State) -> int:
        """How many actions there are; override it where that is quicker than listing them."""
        number = 0
        for _ in self.actions(state):
            number += 1
        return number

    def fill(self, state: State, buffer: Any, length: int) -> int:
        """Put the actions into `buffer` from index `length` on; returns the index after the last. Compiled, derived from `actions`.

        Actions beyond the end of the buffer are counted, not stored.
        """
        for action in self.actions(state):
            if length < len(buffer):
                buffer[length] = action
            length += 1
        return length

    def fill_noisy(self, state: State, buffer: Any, length: int) -> int:
        """The same for the noisy actions; derived from `noisy_actions`."""
        for action in self.noisy_actions(state):
            if length < len(buffer):
                buffer[length] = action
            length += 1
        return length

    def bit(self, index: int) -> int:
        """The set with the one member `index`, `self.bits` wide: write this, not `1 << index`, for sets over 63 bits."""
        return 1 << index

    # ── For people: words and pictures ──
    def text(self, state: State) -> str:
        """The state as a few lines of text."""
        return self.format_state(state)

    def svg(self, state: State) -> str:
        """The state as an SVG picture."""
        from .picture import text_picture

        return text_picture(self.text(state))

    def player_name(self, player: int) -> str:
        """What people call this player: "X", "White"."""
        return "Chance" if player == CHANCE else f"Player {player + 1}"

    def why_over(self, state: State) -> str:
        """Why the game is over in this terminal state (in chess: checkmate); empty where there is nothing to add to who has won."""
        return ""

    def format_action(self, state: State, action: Action) -> str:
        """An action as people write it in this state."""
        return str(action)

    def format_line(self, state: State, actions: Sequence[Action]) -> str:
        """Actions one after the other from this state on, as people write them: in chess `1. e4 e5 2. Nf3`, elsewhere just their names."""
        from .lines import names_along

        return " ".join(names_along(self, state, actions))

    def from_to(self, state: State, action: Action) -> str:
        """The squares that an action goes from and to, by their names in the picture, where its own name does not say: `Nf3` is `g1f3`."""
        return self.format_action(state, action)

    def parse_action(self, state: State, text: str) -> Action:
        """The legal action that `text` names; the inverse of `format_action`."""
        wanted = text.strip()
        moves = [move for move, _ in self.chances(state)] if self.to_move(state) == CHANCE else list(self.actions(state))
        for move in moves:
            if self.format_action(state, move) == wanted:
                return move
        names = ", ".join(self.format_action(state, move) for move in moves[:30])
        raise UsageError(f"{wanted!r} is not a move here. Moves: {names}{', …' if len(moves) > 30 else ''}.")

    def parse_game(self, text: str) -> tuple[State, list[Action]]:
        """A whole game as it is kept in files (PGN in chess): where it began, and what was played."""
        raise UsageError(f"{self.name} has no notation for whole games.")

    def format_game(self, start: State, actions: Sequence[Action], tags: Mapping[str, str] = NO_TAGS) -> str:
        """A whole game as it is kept in files, with what is known of it besides (`tags`, in PGN: who played, when); the inverse of
        `parse_game`."""
        raise UsageError(f"{self.name} has no notation for whole games.")

    def format_state(self, state: State) -> str:
        """A state as one line of text."""
        return repr(state)

    def parse_state(self, text: str) -> State:
        """The state that `text` describes; the inverse of `format_state`."""
        state: State = parse_repr(type(self.initial()), text)
        return state

    # ── Ready-made ──
    @property
    def name(self) -> str:
        """The name under which `load` finds the game: `connect_four`."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(self).__name__).lower()

    @property
    def title(self) -> str:
        """The name for people: `Connect four`."""
        return self.name.replace("_", " ").capitalize()

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments of `__init__` with the values this game was made with."""
        signature = inspect.signature(type(self).__init__)
        return {name: getattr(self, name) for name in list(signature.parameters)[1:] if hasattr(self, name)}

    @property
    def properties(self) -> Properties:
        """What kind of game this is."""
        return Properties.of(self)

    @property
    def native(self) -> Native:
        """Whether the rules compile to machine code and, if not, the file, the line and the reason. Compiles them to find out."""
        from .native.status import status

        return status(self)

    def overrides(self, method: str) -> bool:
        """Whether this game has its own version of an optional method."""
        return getattr(type(self), method) is not getattr(Game, method)

    def using(self, **methods: Callable[..., Any]) -> Game[State, Action]:
        """This game with some methods replaced, say `game.using(evaluate=material)` with `def material(game, state, player)`."""
        for method, replacement in methods.items():
            if not callable(getattr(Game, method, None)):
                raise UsageError(f"A game has no method {method!r} to replace.")
            if hasattr(replacement, "used_by"):  # something learned, which the game carries
                if method != "evaluate":
                    raise UsageError(f"{method}: give a function; what was learned stands for evaluate alone.")
                learned: Game[State, Action] = replacement.used_by(self)
                return learned.using(**{name: other for name, other in methods.items() if name != method})
        kind: Any = type(self)
        changed = changed_class(kind, tuple(sorted(methods.items(), key=lambda item: item[0])))
        game: Game[State, Action] = changed.__new__(changed)
        game.__dict__.update(self.__getstate__())
        return game

    def __getstate__(self) -> dict[str, Any]:
        """What makes two games the same: the attributes set by `__init__`, without anything the compiler attached."""
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_native")}

    def __reduce__(self) -> tuple[Any, ...]:
        """A class that `using` made has no name to be found by: it is made again."""
        return taken_apart(self, self.__getstate__())

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__getstate__() == other.__getstate__()

    def __hash__(self) -> int:
        return hash((type(self), str(self)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._told())})"

    def __str__(self) -> str:
        """The game as `load` reads it: `connect_four(rows=6,columns=7)`."""
        settings = ",".join(f"{name}={compact(value)}" for name, value in self._told())
        return f"{self.name}({settings})" if settings else self.name

    def _told(self) -> list[tuple[str, Any]]:
        """The parameters worth telling: all, but the number of players only where it is not the usual one."""
        usual = inspect.signature(type(self).__init__).parameters
        return [(name, value) for name, value in self.parameters.items() if name != "players" or value != usual[name].default]
