"""Goofspiel, the game of pure strategy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..errors import UsageError
from ..game import CHANCE, Game
from ..lines import line_text, replayed
from ..picture import FIRST, MUTED, SECOND, button, panel, picture, playing_card, words

MOST_CARDS = 13
ORDERS = ("random", "descending", "ascending")
DIGIT = 16
"""Cards are written down as digits of base 16, one after the other: the first is the lowest digit, and no card is 0."""
UNSEEN = 15
"""The mark of a card that was bid but is out of sight."""


class Bids(NamedTuple):
    """The prizes so far, what each player has bid for them, who won them (1, 2; 3 a tie), and in how many rounds both have bid."""

    prizes: int
    first: int
    second: int
    winners: int
    opened: int  # how many prizes have been opened
    rounds: int
    bidding: bool  # the first player's bid is made and hidden, the second's is not


class Goofspiel(Game[Bids, int]):
    """A prize is opened; both bid one of their cards 1 to n in secret; the higher takes it, equal ones nobody. Most points win.

    Rules and numbers are OpenSpiel's, with the second bid after the first but without having seen it: action c bids the card c + 1, and
    the last cards of all play themselves. `points_order` says how prizes come: random, descending or ascending. With `imp_info=true` the
    losing bids are never shown, only who won. A position is the line that leads to it; a prize `p3` is chance's move.

    >>> import counterplay as cp
    >>> game = cp.load("goofspiel(num_cards=3,points_order=descending)")
    >>> state = game.parse_state("3 1 1 2")
    >>> game.text(state).splitlines()[-1], game.utility(state, 0)
    ('Player 2: 3 points, bids 1 2 3', 0.0)
    """

    simultaneous = True
    decisive = True

    def __init__(self, num_cards: int = 4, points_order: str = "random", imp_info: bool = False):
        if type(num_cards) is not int or not 2 <= num_cards <= MOST_CARDS:
            raise UsageError(f"goofspiel: num_cards={num_cards!r}: give a whole number from 2 to {MOST_CARDS}.")
        if points_order not in ORDERS:
            raise UsageError(f"goofspiel: points_order={points_order!r}: give one of {', '.join(ORDERS)}.")
        if type(imp_info) is not bool:
            raise UsageError(f"goofspiel: imp_info={imp_info!r}: give true or false.")
        self.num_cards, self.points_order, self.imp_info = num_cards, points_order, imp_info
        self.shuffled = points_order == "random"
        self.descending = points_order == "descending"

    # ── Rules ──
    def initial(self) -> Bids:
        return self.opened(Bids(0, 0, 0, 0, 0, 0, False))

    def opened(self, state: Bids) -> Bids:
        """The state with the next prize open, where no chance is needed for that."""
        if self.shuffled:
            return self.with_prize(state, self.only_card(state.prizes)) if state.rounds == self.num_cards - 1 else state
        prize = self.num_cards - state.rounds if self.descending else state.rounds + 1
        return self.with_prize(state, prize)

    def with_prize(self, state: Bids, prize: int) -> Bids:
        """The state after a prize was opened; the last cards play themselves."""
        after = state._replace(prizes=state.prizes + prize * DIGIT**state.rounds, opened=state.rounds + 1)
        if after.opened < self.num_cards:
            return after
        return self.decided(after, self.only_card(after.first), self.only_card(after.second))

    def only_card(self, used: int) -> int:
        """The one card that is left."""
        for card in range(1, self.num_cards + 1):
            if not self.has(used, card):
                return card
        return 0

    def has(self, cards: int, card: int) -> bool:
        """Whether a card is among the digits."""
        while cards > 0:
            if cards % DIGIT == card:
                return True
            cards //= DIGIT
        return False

    def decided(self, state: Bids, first: int, second: int) -> Bids:
        """The state after both have bid for the open prize."""
        place = DIGIT**state.rounds
        winner = 1 if first > second else 2 if first < second else 3
        return state._replace(
            first=state.first % place + first * place,
            second=state.second + second * place,
            winners=state.winners + winner * place,
            rounds=state.rounds + 1,
            bidding=False,
        )

    def to_move(self, state: Bids) -> int:
        if state.opened == state.rounds:
            return CHANCE
        return 1 if state.bidding else 0

    def chances(self, state: Bids) -> Iterator[tuple[int, float]]:
        for card in range(1, self.num_cards + 1):
            if not self.has(state.prizes, card):
                yield card - 1, 1 / (self.num_cards - state.opened)

    def actions(self, state: Bids) -> Iterator[int]:
        bids = state.second if state.bidding else state.first
        for card in range(1, self.num_cards + 1):
            if not self.has(bids, card):
                yield card - 1

    def result(self, state: Bids, action: int) -> Bids:
        if state.opened == state.rounds:
            return self.with_prize(state, action + 1)
        place = DIGIT**state.rounds
        if not state.bidding:
            return state._replace(first=state.first + (action + 1) * place, bidding=True)
        return self.opened(self.decided(state, state.first // place, action + 1))

    def is_terminal(self, state: Bids) -> bool:
        return state.rounds == self.num_cards

    def points(self, state: Bids, player: int) -> int:
        """The prizes that a player has won."""
        total, prizes, winners = 0, state.prizes, state.winners
        while winners > 0:
            if winners % DIGIT == player + 1:
                total += prizes % DIGIT
            prizes, winners = prizes // DIGIT, winners // DIGIT
        return total

    def utility(self, state: Bids, player: int) -> float:
        ahead = self.points(state, player) - self.points(state, 1 - player)
        return 1.0 if ahead > 0 else -1.0 if ahead < 0 else 0.0

    def observation(self, state: Bids, player: int) -> tuple[tuple[int, int], tuple[int, int, int]]:
        """Own bids, and the other's in rounds that are over (with imp_info none); the prizes, who won them, whether one bid is made."""
        place = DIGIT**state.rounds
        mine = state.first if player == 0 else state.second
        other = state.second if player == 0 else state.first % place
        return (mine, 0 if self.imp_info else other), (state.prizes, state.winners, int(state.bidding))

    def seen(self, state: Bids, player: int) -> Bids:
        place = DIGIT**state.rounds
        hidden = UNSEEN * (place - 1) // (DIGIT - 1)  # that digit in every round that is over
        if player == 0:
            return state._replace(second=hidden if self.imp_info else state.second)
        past = hidden if self.imp_info else state.first % place
        return state._replace(first=past + UNSEEN * place if state.bidding else past)

    # ── Notation ──
    def format_action(self, state: Bids, action: int) -> str:
        return f"p{action + 1}" if self.to_move(state) == CHANCE else str(action + 1)

    def format_state(self, state: Bids) -> str:
        over = self.is_terminal(state)
        rounds = self.num_cards - 1 if over else state.rounds  # the last cards play themselves
        moves: list[str] = []
        for number in range(rounds + 1):
            if self.shuffled and number < min(state.opened, self.num_cards - 1):
                moves.append(f"p{_digit(state.prizes, number)}")
            if number < rounds:
                moves += [str(_digit(state.first, number)), str(_digit(state.second, number))]
        return line_text([*moves, str(_digit(state.first, rounds))] if state.bidding else moves)

    def parse_state(self, text: str) -> Bids:
        return replayed(self, text)  # type: ignore[no-any-return]

    # ── Text and picture ──
    def text(self, state: Bids) -> str:
        prizes = " ".join(str(_digit(state.prizes, number)) for number in range(state.opened))
        lines = [f"Prizes:   {prizes or '-'}"]
        for player in range(2):
            bids = " ".join("?" if card == UNSEEN else str(card) for card in self._bids(state, player))
            lines.append(f"{self.player_name(player)}: {self.points(state, player)} points, bids {bids or '-'}")
        return "\n".join(lines)

    def _bids(self, state: Bids, player: int) -> list[int]:
        bids, found = (state.first, state.second)[player], []
        while bids > 0:
            found.append(bids % DIGIT)
            bids //= DIGIT
        return found

    def svg(self, state: Bids) -> str:
        width, height = max(420.0, 130 + 56.0 * self.num_cards), 330.0
        parts = [panel(width, height)]
        over, mover = self.is_terminal(state), self.to_move(state)
        for number in range(state.opened):
            parts.append(playing_card(150 + 56 * number, 54, str(_digit(state.prizes, number)), height=64))
        parts.append(words(60, 54, "prizes", 16, fill=MUTED))
        for player, colour in enumerate((FIRST, SECOND)):
            y = 138.0 + 78 * player
            moving = player == mover and not over
            parts.append(words(60, y - 10, self.player_name(player), 16, fill=colour if moving or over else MUTED, font_weight="bold"))
            parts.append(words(60, y + 14, f"{self.points(state, player)} points", 14))
            for number, card in enumerate(self._bids(state, player)):
                parts.append(playing_card(150 + 56 * number, y, None if card == UNSEEN else str(card), colour, height=64))
        if not over and mover != CHANCE:
            actions = list(self.actions(state))
            left = width / 2 - 26 * (len(actions) - 1)
            parts += [button(left + 52 * i, height - 32, 44, str(action + 1)) for i, action in enumerate(actions)]
        return picture(width, height, f"Goofspiel. {self.text(state)}", *parts)


def _digit(cards: int, number: int) -> int:
    return cards >> 4 * number & DIGIT - 1
