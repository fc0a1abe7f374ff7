"""What a network sees of a position before any search: how likely each move looks and what the position is worth; or, where the network
only evaluates, what each move is worth one ply ahead."""

from __future__ import annotations

from ..evaluations import LinearEvaluation, PolicyNetwork
from .learning_models import SeenMove, Sight
from .networks import Learned
from .pool import Job
from .refusals import Refusal
from .views import Position, legal_moves


def sight(position: Position, learned: Learned, job: Job) -> Sight:
    """What it sees of a position in which somebody is to move."""
    game, state, turn = position.game, position.state, position.turn
    if turn is None or turn < 0:
        raise Refusal(422, "The game is over here, or chance moves: there is no move to look at.")
    network = learned.load(game)
    if isinstance(network, PolicyNetwork):
        value, likely = network.foresee(game, state)
        moves = [SeenMove(move=game.format_action(state, action), share=share, value=None, exact=False) for action, share in likely.items()]
        moves.sort(key=lambda one: -(one.share or 0.0))
        return Sight(network=learned.id, kind="policy", turn=turn, value=value, most=1.0, moves=moves)
    judging, seen = network.used_by(game), []
    for action, name in legal_moves(game, state):
        job(None)  # a page that was left asks for nothing any more
        after = game.result(state, action)
        worth = float(judging.evaluate(after, turn))
        seen.append((worth, SeenMove(move=name, share=None, value=worth, exact=game.is_terminal(after))))
    seen.sort(key=lambda one: -one[0])
    most = 1.0 if isinstance(network, LinearEvaluation) else max(network.rungs)
    return Sight(network=learned.id, kind="value", turn=turn, value=seen[0][0], most=most, moves=[move for _, move in seen])
