"""Proof-number search, depth first (df-pn: Allis, van der Meulen & van den Herik 1994; Nagai 2002): can the side to move force a win?

A state's proof number is the least number of unknown states below it that would have to turn out well to prove the win, its disproof number
the least number that would have to turn out badly. Where the attacker moves one good child is enough, where the defender moves all must be:

    attacker:  proof = min over children of proof,     disproof = sum over children of disproof
    defender:  proof = sum over children of proof,     disproof = min over children of disproof

The search goes to the child that both minima point to, as long as it stays the best one: until its numbers reach the limits that make a
sister better, or the state itself decided or no longer of interest to those above. Numbers are kept in a table of fixed size; what is lost
is found again. Contract, where w says that the attacker wins with best play:

    proof = 0      implies  w           disproof = 0   implies  not w

A position that stands earlier on the same line of play is no win: the attacker has come no further. Such a judgement holds on this line
alone, so a disproof below which one was made is not kept in the table. Where quiet plies end the game
(fifty moves, in chess) it is a draw, and to have more of them left never hurts the attacker: so coming back with fewer is no win either.
What the table knows holds for as many as were left, since a win may come too late.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from ..buffers import MOST_WAITING, buffer
from ..errors import Stopped, UsageError
from ..game import Game
from ..kernels import Progress, Runner, at_two_speeds, kernel
from ..positions import root_of
from ..search.fitting import require_opponents
from ..search.tables import require_machine, table_for
from ..transpositions import NO_ACTION, USUAL_MEMORY
from ..watch import STOPPED, TABLE_FULL, Watch
from .proof_tree import Proof, extracted
from .solution import require_sense

PATIENCE: Final = 0.25
"""By which part of a sister's number the best child may exceed it before the search goes there: jumping to and fro costs more."""
LARGE: Final = 1e12
"""Sums are no larger, unless they are infinite: where lines of play meet again the same states are counted many times over."""
REPEATED: Final = 0
"""How often a position came back; then follow the codes of the positions on the line."""
MOST_PATH: Final = 1 << 16
MOST_EFFORT: Final = 60_000


@kernel
def key_of(game, state, attacker, quiet):
    """What tells a state, who attacks in it, and how many `quiet` plies are left (keys do not say that) from all others."""
    return game.key(state), 2 * quiet + (1 if game.to_move(state) == attacker else 0)


@kernel
def numbers_of(game, state, attacker, table):
    """Proof and disproof number of a state, as far as they are known."""
    if game.is_terminal(state):
        return (0.0, inf) if game.utility(state, attacker) > 0.0 else (inf, 0.0)
    key = key_of(game, state, attacker, game.quiet_plies_left(state))
    entry = table.find(table.place(key), key)
    if entry >= 0:
        return table.low(entry), table.high(entry)
    return 1.0, 1.0


@kernel
def prove_state(game, state, attacker, most_proof, most_disproof, most_nodes, ply, base, table, moves, proofs, disproofs, path, watch):
    """Proof and disproof number of `state`, which is not over, once one of them has reached its limit."""
    if watch.enter(state, -ply, 0.0, inf):
        return 1.0, 1.0
    before = watch.entered()
    if before >= most_nodes:
        watch.halt(STOPPED)
        return 1.0, 1.0
    key = key_of(game, state, attacker, game.quiet_plies_left(state))
    none = 0
    code, here = table.code(key_of(game, state, attacker, none)), min(ply, MOST_PATH - 1)
    for i in range(here):
        if path[1 + i] == code:
            path[REPEATED] += 1
            return inf, 0.0
    path[1 + here] = code
    repeated = path[REPEATED]
    attacks = game.to_move(state) == attacker
    end = game.fill(state, moves, base)
    if end > len(moves):
        watch.halt(TABLE_FULL)
        return 1.0, 1.0
    for i in range(base, end):
        proofs[i], disproofs[i] = numbers_of(game, game.result(state, moves[i]), attacker, table)
    proof, disproof, best = 1.0, 1.0, base
    while True:
        least, second, total, best = inf, inf, 0.0, base
        for i in range(base, end):
            number = proofs[i] if attacks else disproofs[i]
            total += disproofs[i] if attacks else proofs[i]
            if number < least:
                least, second, best = number, least, i
            elif number < second:
                second = number
        total = total if total == inf else min(total, LARGE)
        proof, disproof = (least, total) if attacks else (total, least)
        if proof >= most_proof or disproof >= most_disproof:
            break
        sooner = second + 1.0 + PATIENCE * second
        if attacks:
            child_proof, child_disproof = min(most_proof, sooner), most_disproof - total + disproofs[best]
        else:
            child_proof, child_disproof = most_proof - total + proofs[best], min(most_disproof, sooner)
        child = game.result(state, moves[best])
        proofs[best], disproofs[best] = prove_state(
            game, child, attacker, child_proof, child_disproof, most_nodes, ply + 1, end, table, moves, proofs, disproofs, path, watch
        )
        if watch.stopped():
            return 1.0, 1.0
    if disproof > 0.0 or path[REPEATED] == repeated:
        effort = min(watch.entered() - before, MOST_EFFORT)
        table.store(table.place(key), key, proof, disproof, effort, moves[best] if attacks and proof == 0.0 else NO_ACTION)
    return proof, disproof


@kernel
def proving_action(game, state, attacker, table, watch):
    """The action that the table knows to win here; NO_ACTION where it has forgotten it."""
    key = key_of(game, state, attacker, game.quiet_plies_left(state))
    entry = table.find(table.place(key), key)
    if entry >= 0 and table.low(entry) == 0.0:
        return table.action(entry)
    return NO_ACTION


@dataclass(frozen=True)
class ProofSearch:
    """What a search for a proof has found."""

    outcome: bool | None
    """Whether the side to move can force a win; None: the nodes or the time were not enough to find out."""
    proof: Proof | None
    """What to do everywhere, where it can: see `Proof`."""
    nodes: int
    seconds: float
    compiled: bool

    def as_dict(self) -> dict[str, Any]:
        """The fields as plain values, for JSON; of the proof its size and length."""
        told = {name: getattr(self, name) for name in ("outcome", "nodes", "seconds", "compiled")}
        return {
            **told,
            "states": None if self.proof is None else len(self.proof),
            "plies": None if self.proof is None else self.proof.plies,
        }


@dataclass
class _Searching:
    """One search's table and buffers, at one speed."""

    game: Game[Any, Any]
    attacker: int
    run: Runner
    most_nodes: int
    memory: int
    nodes: int = 0

    def __post_init__(self) -> None:
        compiled = self.run.compiled
        self.table = self.run.prepare(lambda: table_for(self.game, self.memory, compiled, more_words=1))
        self.moves = buffer(MOST_WAITING, "q", compiled=compiled)
        self.proofs, self.disproofs = (buffer(MOST_WAITING, "d", compiled=compiled) for _ in range(2))
        self.path = buffer(MOST_PATH + 1, "q", compiled=compiled)

    def decide(self, state: Any) -> bool:
        """Whether the attacker can force a win from this state; raises `Stopped` where that is not found out."""
        watch, start = Watch(), 0
        rest = (self.table, self.moves, self.proofs, self.disproofs, self.path)
        try:
            limits = (inf, inf, self.most_nodes - self.nodes)
            proof, _ = self.run(prove_state, self.game, state, self.attacker, *limits, start, start, *rest, watch=watch)
        finally:
            self.nodes += watch.nodes
        return bool(proof == 0)

    def winning_action(self, state: Any) -> Any:
        """What wins here, where the attacker moves in a state that is proven."""
        for _ in range(2):
            action = self.run(proving_action, self.game, state, self.attacker, self.table, watch=Watch(), here=True)
            if action != NO_ACTION:
                return action
            self.decide(state)
        return None


def prove(
    game: Game[Any, Any],
    state: Any = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = USUAL_MEMORY,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> ProofSearch:
    """Whether the side to move can force a win, by proof-number search, with the proof where it can.

    It looks until it knows, or until so many `nodes` or `seconds` are over. `memory` bounds its table, in bytes. `proof.verify()` plays the
    proof through, by the rules alone.

    >>> import counterplay as cp
    >>> found = cp.prove(cp.load("nim(pile_sizes=(1,2,4))"))
    >>> found.outcome, found.proof.verify() > 0
    (True, True)
    """
    require_opponents("prove", game)
    require_sense(memory, seconds)
    require_machine(memory)
    if nodes is not None and nodes < 1:
        raise UsageError(f"nodes={nodes}: give a number above 0.")
    root = root_of(game, state)
    if game.is_terminal(root):
        raise UsageError("The game is over in this position: there is nothing to prove.")
    attacker = game.to_move(root)

    def attempt(run: Runner) -> ProofSearch:
        searching = _Searching(game, attacker, run, (1 << 62) if nodes is None else nodes, memory)
        outcome: bool | None = None
        proof = None
        try:
            outcome = searching.decide(root)
            if outcome:
                proof = extracted(game, root, attacker, searching.winning_action)
        except Stopped:
            if run.trial or (seconds is None and nodes is None):
                raise
        return ProofSearch(outcome, proof, searching.nodes, run.elapsed(), run.compiled)

    return at_two_speeds(prove_state, game, attempt, compiled=compiled, seconds=seconds, progress=progress)
