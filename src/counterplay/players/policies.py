"""Players for games with hidden information: a policy from a file, or one that is found when it is first needed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import DoesNotFit, UsageError
from ..game import Game
from ..rng import Random

if TYPE_CHECKING:
    from ..hidden import Policy

PLAYER_UNTIL: Final = 1e-3
PLAYER_SECONDS: Final = 20.0
"""An opponent comes as near to an equilibrium as this, or as near as it gets in so many seconds."""


class PolicyPlayer:
    """Plays a policy; it sees nothing but what the player to move observes.

    >>> import counterplay as cp
    >>> from counterplay.players import player
    >>> game = cp.load("kuhn_poker")
    >>> state = game.parse_state("K J pass bet")
    >>> game.format_action(state, player("cfr:until=0.001", seed=1).choose(game, state))
    'bet'
    """

    def __init__(self, name: str, seed: int | None = None):
        self.name = name
        self._random = Random(seed)

    def policy(self, game: Game[Any, Any]) -> Policy:
        """The policy it plays in this game."""
        raise NotImplementedError

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        """An action, drawn with the policy's probabilities."""
        return self.policy(game).choose(game, state, self._random)


class FilePolicyPlayer(PolicyPlayer):
    """`policy:FILE`: what `counterplay cfr GAME --save FILE` has found."""

    def __init__(self, file: str, seed: int | None = None):
        from ..hidden import Policy

        if not file.strip():
            raise UsageError("policy: give the file, like policy:kuhn.policy; `counterplay cfr kuhn_poker --save kuhn.policy` makes one.")
        super().__init__(f"policy:{file}", seed)
        self._policy = Policy.load(Path(file).expanduser())

    def get_ready(self, game: Game[Any, Any]) -> None:
        """A policy for another game is refused before the cards are dealt."""
        self.policy(game)

    def policy(self, game: Game[Any, Any]) -> Policy:
        """The policy in the file, refused where it is for another game."""
        if self._policy.game != str(game):
            raise UsageError(f"{self.name} is for {self._policy.game}, not for {game}.")
        return self._policy


class CfrPlayer(PolicyPlayer):
    """`cfr:until=0.001`: finds an equilibrium of the game when it is first asked, then plays it."""

    def __init__(self, until: float = PLAYER_UNTIL, seconds: float = PLAYER_SECONDS, seed: int | None = None):
        super().__init__("cfr" if until == PLAYER_UNTIL else f"cfr:until={until}", seed)
        self.until, self.seconds = until, seconds
        self._policies: dict[Game[Any, Any], Policy] = {}

    def policy(self, game: Game[Any, Any]) -> Policy:
        """A policy that is hard to exploit."""
        if game not in self._policies:
            from ..hidden import cfr

            try:
                self._policies[game] = cfr(game, until=self.until, seconds=self.seconds).policy
            except DoesNotFit as error:
                raise DoesNotFit(f"{error} Or play against random.") from error
        return self._policies[game]
