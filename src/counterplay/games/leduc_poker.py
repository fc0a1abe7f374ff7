"""Leduc poker (Southey et al. 2005): two rounds of betting, six cards, one of them open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..errors import UsageError
from ..game import CHANCE, Game
from ..lines import line_text, replayed
from ..picture import FIRST, INK, MUTED, SECOND, button, panel, picture, playing_card, words

FOLD, CALL, RAISE = 0, 1, 2
NAMES = ("fold", "call", "raise")
NO_CARD, UNSEEN = -1, -2
MOST_RAISES = 2
STAKES = (2, 4)
"""By how much a raise raises in the first and in the second round."""


class Table(NamedTuple):
    """The cards, what each has paid, and every act so far in base 4, after a 1.

    A card is NO_CARD where none is dealt, UNSEEN where it is out of sight.
    """

    first: int
    second: int
    open: int
    paid_first: int
    paid_second: int
    turn: int
    raises: int  # in this round
    calls: int  # in a row
    round: int
    folded: bool
    acts: int
    acts_before: int  # those of the first round, so that the line can be written with the open card in its place


class LeducPoker(Game[Table, int]):
    """Each pays a chip and gets one of six cards: J, Q, K in two suits. They bet, a card is opened, they bet again. A pair wins, then rank.

    In each round there are two raises at most, by 2 chips in the first and 4 in the second. Rules and numbers are OpenSpiel's: 0 folds, 1
    calls (or checks), 2 raises; cards are 0 and 1 (jacks) to 4 and 5 (kings). With `suit_isomorphism=true` suits, which decide nothing, are
    not told apart: the same value in a tree a sixth as large. A position is the line that leads to it, `Ja Kb raise call Jb`.

    >>> import counterplay as cp
    >>> game = cp.load("leduc_poker")
    >>> state = game.parse_state("Ja Kb raise call Jb raise call")
    >>> game.is_terminal(state), game.utility(state, 0)
    (True, 7.0)
    """

    def __init__(self, suit_isomorphism: bool = False):
        if type(suit_isomorphism) is not bool:
            raise UsageError(f"leduc_poker: suit_isomorphism={suit_isomorphism!r}: give true or false.")
        self.suit_isomorphism = suit_isomorphism

    # ── Rules ──
    def initial(self) -> Table:
        return Table(NO_CARD, NO_CARD, NO_CARD, 1, 1, 0, 0, 0, 0, False, 1, 0)

    def to_move(self, state: Table) -> int:
        return CHANCE if state.second == NO_CARD or (state.round == 1 and state.open == NO_CARD) else state.turn

    def chances(self, state: Table) -> Iterator[tuple[int, float]]:
        left = 6 - (1 if state.first >= 0 else 0) - (1 if state.second >= 0 else 0)
        if self.suit_isomorphism:
            for rank in range(3):
                copies = 2 - (1 if state.first == rank else 0) - (1 if state.second == rank else 0)
                if copies > 0:
                    yield rank, copies / left
        else:
            for card in range(6):
                if card != state.first and card != state.second:
                    yield card, 1 / left

    def actions(self, state: Table) -> Iterator[int]:
        if state.paid_first != state.paid_second:
            yield FOLD
        yield CALL
        if state.raises < MOST_RAISES:
            yield RAISE

    def result(self, state: Table, action: int) -> Table:
        if state.first == NO_CARD:
            return state._replace(first=action)
        if state.second == NO_CARD:
            return state._replace(second=action)
        if state.round == 1 and state.open == NO_CARD:
            return state._replace(open=action)
        acts = state.acts * 4 + action
        if action == FOLD:
            return state._replace(folded=True, acts=acts)
        stake = max(state.paid_first, state.paid_second)
        raises, calls = state.raises, state.calls + 1
        if action == RAISE:
            stake += STAKES[state.round]
            raises, calls = raises + 1, 0
        paid_first = stake if state.turn == 0 else state.paid_first
        paid_second = stake if state.turn == 1 else state.paid_second
        after = state._replace(paid_first=paid_first, paid_second=paid_second, turn=1 - state.turn, raises=raises, calls=calls, acts=acts)
        if state.round == 0 and self.round_is_over(after):
            return after._replace(turn=0, raises=0, calls=0, round=1, acts_before=acts)
        return after

    def round_is_over(self, state: Table) -> bool:
        """Both have checked, or the last raise was called."""
        return state.calls == 2 or (state.raises > 0 and state.calls == 1)

    def is_terminal(self, state: Table) -> bool:
        return state.folded or (state.round == 1 and self.round_is_over(state))

    def utility(self, state: Table, player: int) -> float:
        if state.folded:
            gain = -state.paid_first if state.turn == 0 else state.paid_second
        else:
            first, second = self.strength(state.first, state.open), self.strength(state.second, state.open)
            gain = state.paid_second if first > second else -state.paid_first if first < second else 0
        return float(gain if player == 0 else -gain)

    def strength(self, card: int, opened: int) -> int:
        """A pair is more than any rank."""
        rank, other = (card, opened) if self.suit_isomorphism else (card // 2, opened // 2)
        return rank + 3 if rank == other else rank

    def observation(self, state: Table, player: int) -> tuple[int, tuple[int, int]]:
        return (state.first if player == 0 else state.second), (state.open, state.acts)

    def seen(self, state: Table, player: int) -> Table:
        return state._replace(first=state.first if player == 0 else UNSEEN, second=state.second if player == 1 else UNSEEN)

    # ── Notation ──
    def card_name(self, card: int) -> str:
        """`Ja` and `Jb` are the two jacks."""
        return "JQK"[card] if self.suit_isomorphism else "JQK"[card // 2] + "ab"[card % 2]

    def format_action(self, state: Table, action: int) -> str:
        return self.card_name(action) if self.to_move(state) == CHANCE else NAMES[action]

    def format_state(self, state: Table) -> str:
        before, after = self._acts(state)
        dealt = [self.card_name(card) for card in (state.first, state.second) if card >= 0]
        return line_text([*dealt, *before, *([] if state.open < 0 else [self.card_name(state.open)]), *after])

    def parse_state(self, text: str) -> Table:
        return replayed(self, text)  # type: ignore[no-any-return]

    def _acts(self, state: Table) -> tuple[list[str], list[str]]:
        """What was done in the first round, and in the second."""
        every, before = _digits(state.acts), _digits(state.acts_before)
        if state.round == 0:
            return every, []
        return before, every[len(before) :]

    # ── Text and picture ──
    def text(self, state: Table) -> str:
        lines = []
        acts = self._acts(state)
        for player, (card, paid) in enumerate(((state.first, state.paid_first), (state.second, state.paid_second))):
            done = " | ".join(" ".join(one[player::2]) for one in acts).rstrip("| ")
            face, chips = "?" if card < 0 else self.card_name(card), f"{paid:2} chip{' ' if paid == 1 else 's'}"
            lines.append(f"{self.player_name(player)}  {face:2}  {chips}  {done}".rstrip())
        return "\n".join([*lines, f"Open      {'-' if state.open < 0 else self.card_name(state.open)}"])

    def svg(self, state: Table) -> str:
        width, height = 460.0, 366.0
        parts = [panel(width, height)]
        over, mover, acts = self.is_terminal(state), self.to_move(state), self._acts(state)
        seats = ((state.first, state.paid_first, 54.0, FIRST), (state.second, state.paid_second, 254.0, SECOND))
        for player, (card, paid, y, colour) in enumerate(seats):
            moving = player == mover and not over
            done = "  |  ".join(", ".join(one[player::2]) for one in acts).rstrip("| ")
            parts += [
                words(74, y, self.player_name(player), 17, fill=colour if moving or over else MUTED, font_weight="bold"),
                playing_card(178, y, None if card < 0 else self.card_name(card), colour),
                words(222, y - 14, f"{paid} chip{'' if paid == 1 else 's'}", 16, text_anchor="start"),
                words(222, y + 14, done, 15, fill=INK, text_anchor="start"),
            ]
        parts.append(words(74, 154, "open", 16, fill=MUTED))
        if state.open >= 0:
            parts.append(playing_card(178, 154, self.card_name(state.open)))
        if not over and mover != CHANCE:
            actions = list(self.actions(state))
            left = width / 2 - 65 * (len(actions) - 1)
            parts += [button(left + 130 * i, height - 34, 110, NAMES[action]) for i, action in enumerate(actions)]
        return picture(width, height, f"Leduc poker. {self.text(state)}", *parts)


def _digits(acts: int) -> list[str]:
    found = []
    while acts > 1:
        found.append(NAMES[acts % 4])
        acts //= 4
    return found[::-1]
