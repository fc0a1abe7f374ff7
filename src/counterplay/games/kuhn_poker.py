"""Kuhn poker (Kuhn 1950): the smallest poker that has bluffing in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..bits import replace
from ..errors import UsageError
from ..game import CHANCE, Game
from ..lines import line_text, replayed
from ..picture import FIRST, INK, MUTED, SECOND, THIRD, button, panel, picture, playing_card, words

PASS, BET = 0, 1
NO_CARD = -1
FACES = "JQKA"


class Hands(NamedTuple):
    """Everybody's card (NO_CARD where none is dealt, or it is out of sight) and what was done since: bit i says whether act i was a bet."""

    cards: tuple[int, int, int]
    dealt: int
    acts: int
    bets: int


class KuhnPoker(Game[Hands, int]):
    """Everybody pays one chip and gets one card; then each may bet one more. After a bet the others call or pass; the highest card wins.

    There is one card more than players: J, Q, K for two, and an A for three. Rules and numbers are OpenSpiel's: 0 passes, 1 bets (or
    calls). A position is the line that leads to it, `K J pass bet`.

    >>> import counterplay as cp
    >>> game = cp.load("kuhn_poker")
    >>> state = game.parse_state("K J pass bet bet")
    >>> game.utility(state, 0), game.observation(game.parse_state("K J pass"), 1)
    (2.0, (0, (1, 0)))
    """

    def __init__(self, players: int = 2):
        if type(players) is not int or not 2 <= players <= 3:
            raise UsageError(f"kuhn_poker: players={players!r}: give 2 or 3.")
        self.players = players

    # ── Rules ──
    def initial(self) -> Hands:
        return Hands((NO_CARD, NO_CARD, NO_CARD), 0, 0, 0)

    def to_move(self, state: Hands) -> int:
        return CHANCE if state.dealt < self.players else state.acts % self.players

    def chances(self, state: Hands) -> Iterator[tuple[int, float]]:
        for card in range(self.players + 1):
            if card != state.cards[0] and card != state.cards[1]:
                yield card, 1 / (self.players + 1 - state.dealt)

    def actions(self, state: Hands) -> Iterator[int]:
        yield PASS
        yield BET

    def result(self, state: Hands, action: int) -> Hands:
        if state.dealt < self.players:
            return state._replace(cards=replace(state.cards, state.dealt, action), dealt=state.dealt + 1)  # type: ignore[arg-type]
        return Hands(state.cards, state.dealt, state.acts + 1, state.bets | action << state.acts)

    def is_terminal(self, state: Hands) -> bool:
        """Everybody has passed; or, since the first bet, everybody else has had a turn."""
        if state.acts < self.players:
            return False
        return state.bets == 0 or state.bets & (1 << state.acts - self.players + 1) - 1 != 0

    def utility(self, state: Hands, player: int) -> float:
        pot, winner, best = self.players, 0, NO_CARD
        for other in range(self.players):
            bet = self.has_bet(state, other)
            pot += 1 if bet else 0
            if (bet or state.bets == 0) and state.cards[other] > best:
                winner, best = other, state.cards[other]
        paid = 2 if self.has_bet(state, player) else 1
        return float(pot - paid if player == winner else -paid)

    def has_bet(self, state: Hands, player: int) -> bool:
        """Whether a player has put in the second chip: nobody acts more than twice."""
        return state.bets >> player & 1 != 0 or state.bets >> player + self.players & 1 != 0

    def observation(self, state: Hands, player: int) -> tuple[int, tuple[int, int]]:
        return state.cards[player], (state.acts, state.bets)

    def seen(self, state: Hands, player: int) -> Hands:
        nothing = (NO_CARD, NO_CARD, NO_CARD)
        return state._replace(cards=replace(nothing, player, state.cards[player]), dealt=self.players)  # type: ignore[arg-type]

    # ── Notation ──
    def format_action(self, state: Hands, action: int) -> str:
        return FACES[action] if state.dealt < self.players else ("pass", "bet")[action]

    def format_state(self, state: Hands) -> str:
        return line_text([*(FACES[card] for card in state.cards[: state.dealt]), *self._acts(state)])

    def parse_state(self, text: str) -> Hands:
        return replayed(self, text)  # type: ignore[no-any-return]

    def _acts(self, state: Hands) -> list[str]:
        return [("pass", "bet")[state.bets >> act & 1] for act in range(state.acts)]

    # ── Text and picture ──
    def text(self, state: Hands) -> str:
        acts = self._acts(state)
        lines = []
        for player in range(self.players):
            face = "?" if state.cards[player] == NO_CARD else FACES[state.cards[player]]
            done = " ".join(acts[player :: self.players])
            lines.append(f"{self.player_name(player)}  {face}  {'o' * (2 if self.has_bet(state, player) else 1):2}  {done}".rstrip())
        return "\n".join(lines)

    def svg(self, state: Hands) -> str:
        acts = self._acts(state)
        width, height = 420.0, 100.0 * self.players + 66
        parts = [panel(width, height)]
        over, mover = self.is_terminal(state), self.to_move(state)
        for player in range(self.players):
            y = 56.0 + 100 * player
            colour = (FIRST, SECOND, THIRD)[player]
            face = None if state.cards[player] == NO_CARD else FACES[state.cards[player]]
            moving = player == mover and not over
            parts += [
                words(74, y, self.player_name(player), 17, fill=colour if moving or over else MUTED, font_weight="bold"),
                playing_card(178, y, face, colour),
                words(240, y, "●" * (2 if self.has_bet(state, player) else 1), 20, fill="#b45309"),
                words(330, y, ", ".join(acts[player :: self.players]), 16, fill=INK),
            ]
        if not over and mover != CHANCE:
            parts += [button(width / 2 - 70 + 140 * act, height - 36, 110, name) for act, name in enumerate(("pass", "bet"))]
        return picture(width, height, f"Kuhn poker. {self.text(state)}", *parts)
