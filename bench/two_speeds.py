"""Plain negamax: compiled, interpreted, the same in C, and other libraries' searches, all in one run.

No table, no move ordering: nodes per second say how quickly rules and search run together. "rules alone" means that the evaluation at the
horizon is 0, as it is for the peers; "with evaluation" that it is the game's own, in C too.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay import Game
from counterplay.games.connect_four import ConnectFour
from counterplay.search.minimax import minimax_value
from counterplay.search.negamax import negamax_value

from .common import in_c, peers
from .common.measure import Contestant, Report, Row, best_rates, options, positive
from .common.ours import Ours, nothing
from .common.tuple_tic_tac_toe import TupleTicTacToe

NODES = "nodes/s"
C_BAR, INTERPRETED_BAR, OPEN_SPIEL_BAR, EASY_AI_BAR = 0.7, 100, 10, 1000
TUPLE_RATE_BAR, TUPLE_RATIO_BAR = 5e6, 50


def negamax_of(game: Game[Any, Any], depth: int, *, compiled: bool) -> Ours:
    """Negamax from the initial state."""
    return Ours(negamax_value, game, depth, -inf, inf, 0, compiled=compiled)


def against_c(report: Report, depth: int, rounds: int) -> None:
    """Compiled by Numba beside compiled by gcc, both ways of evaluating."""
    if in_c.compiler() is None:
        report.notes.append("C is left out: there is no gcc on this machine.")
        return
    flags = " ".join(in_c.FLAGS)
    for words, game in (("rules alone", ConnectFour().using(evaluate=nothing)), ("with evaluation", ConnectFour())):
        ours = negamax_of(game, depth, compiled=True)
        theirs = in_c.InC(depth, with_evaluation=words == "with evaluation")
        measured = best_rates({"ours": ours, "C": theirs}, rounds)
        if (theirs.value, theirs.nodes) != (ours.value, ours.nodes):
            raise SystemExit(f"C and counterplay disagree {words}: {theirs.value} by {theirs.nodes} nodes, {ours.value} by {ours.nodes}.")
        rate, c_rate = measured["ours"].rate, measured["C"].rate
        report.rows.append(Row(f"counterplay, {words}", rate, NODES, note=f"depth {depth}, {ours.nodes:,} nodes"))
        report.rows.append(Row(f"the same in C, {words}", c_rate, NODES, in_c.compiler_version(), rate / c_rate, C_BAR, note=flags))


def against_peers(report: Report, depth: int, peer_depth: int, rounds: int) -> None:
    """Compiled beside interpreted, OpenSpiel and easyAI, all on rules alone."""
    game = ConnectFour().using(evaluate=nothing)
    contestants: dict[str, Contestant] = {"ours": negamax_of(game, depth, compiled=True)}
    contestants["interpreted"] = negamax_of(game, peer_depth, compiled=False)
    bars = {"interpreted": ("counterplay interpreted", "", INTERPRETED_BAR)}
    if present(peers.OPEN_SPIEL, report):
        contestants["OpenSpiel"] = peers.open_spiel_alphabeta("connect_four", peer_depth)
        bars["OpenSpiel"] = ("OpenSpiel's alpha_beta_search on its C++ states", peers.OPEN_SPIEL.version, OPEN_SPIEL_BAR)
    if present(peers.EASY_AI, report):
        contestants["easyAI"] = peers.easy_ai_negamax(peer_depth - 2)
        bars["easyAI"] = ("easyAI's Negamax", peers.EASY_AI.version, EASY_AI_BAR)
    measured = best_rates(contestants, rounds)
    for key, (words, version, bar) in bars.items():
        rate, nodes = measured[key]
        report.rows.append(Row(words, rate, NODES, version, measured["ours"].rate / rate, bar, note=f"{nodes:,} nodes"))


def present(peer: peers.Peer, report: Report) -> bool:
    """Whether a peer is installed; if not, the report says so."""
    absent = peer.absent()
    if absent is not None:
        report.notes.append(absent)
    return absent is None


def on_tuples(report: Report, rounds: int) -> None:
    """Minimax over the whole tree of a tic-tac-toe written with a tuple."""
    game = TupleTicTacToe()
    depth, player = 9, 0
    compiled, interpreted = (Ours(minimax_value, game, depth, player, compiled=speed) for speed in (True, False))
    measured = best_rates({"compiled": compiled, "interpreted": interpreted}, rounds)
    if (compiled.value, compiled.nodes) != (interpreted.value, interpreted.nodes):
        raise SystemExit("Minimax of the tuple tic-tac-toe differs between the two speeds.")
    rate, slow = measured["compiled"].rate, measured["interpreted"].rate
    ratio = rate / slow
    # The bar is 5 million nodes/s or 50 times interpreted: the row that clears it, or else the first, is held to it.
    by_ratio = rate < TUPLE_RATE_BAR and ratio >= TUPLE_RATIO_BAR
    note = f"{compiled.nodes:,} nodes"
    report.rows.append(Row("tic-tac-toe on a 9-tuple, minimax", rate, NODES, bar=None if by_ratio else TUPLE_RATE_BAR, note=note))
    report.rows.append(Row("the same interpreted", slow, NODES, ratio=ratio, bar=TUPLE_RATIO_BAR if by_ratio else None))


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=15)
    parser.add_argument("--depth", type=positive, default=12, help="plies for compiled code (default 12)")
    parser.add_argument(
        "--peer-depth", type=positive, default=9, help="plies for interpreted code and OpenSpiel; two fewer for easyAI (default 9)"
    )
    arguments = parser.parse_args()
    if arguments.peer_depth < 3:
        parser.error("--peer-depth: give 3 or more")
    report = Report("Connect Four 6x7, plain negamax without a table; ratios are ours compiled / theirs")
    against_c(report, arguments.depth, arguments.rounds)
    against_peers(report, arguments.depth, arguments.peer_depth, max(1, arguments.rounds // 5))
    on_tuples(report, max(1, arguments.rounds // 5))
    report.publish(arguments)


if __name__ == "__main__":
    main()
