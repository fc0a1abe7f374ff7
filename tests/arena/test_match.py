"""Matches: openings, sides, seeds, and what players can do wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from counterplay import CounterplayError, DoesNotFit, Game, RulesError, UsageError, load
from counterplay.arena import Match, MatchFile, Record, Standing, play_match
from counterplay.arena.openings import Opening, openings_in, random_openings
from counterplay.arena.playing import Assignment
from counterplay.players import RandomPlayer

PLAYERS = Path(__file__).with_name("players_for_tests.py")
CHANCE_TREE = "tree({'chance': [0.5, 0.5], 'children': [[[1, -1], [2, -2]], [[3, -3], [0, 4]]]})"


def own(name: str) -> str:
    return f"python:{PLAYERS}:{name}"


def records(file: Path) -> list[Record]:
    kept = MatchFile(file, reading=True)
    try:
        return list(kept.records())
    finally:
        kept.close()


def played(file: Path) -> list[Any]:
    """The games without their times."""
    return [(one.number, one.first, one.opening, [move.text for move in one.moves], one.score, one.payoffs) for one in records(file)]


# ── Reproducible ──
def test_the_same_seed_plays_the_same_games_whatever_the_number_of_jobs(tmp_path: Path) -> None:
    players = ("mcts:simulations=20", "random")
    games = []
    for jobs in (1, 3):
        play_match("tic_tac_toe", *players, games=12, jobs=jobs, seed=5, file=tmp_path / f"{jobs}.sqlite")
        games.append(played(tmp_path / f"{jobs}.sqlite"))
    game = load("tic_tac_toe").using(text=lambda game, state: "")  # no text makes this game: it is played in this process
    play_match(game, *players, games=12, seed=5, file=tmp_path / "here.sqlite")
    play_match("tic_tac_toe", *players, games=12, seed=6, file=tmp_path / "other.sqlite")
    assert games[0] == games[1] == played(tmp_path / "here.sqlite")
    assert games[0] != played(tmp_path / "other.sqlite")


def test_sides_alternate_and_openings_are_paired(tmp_path: Path) -> None:
    play_match("connect_four", "random", "random", games=20, openings=5, file=tmp_path / "match.sqlite")
    found = records(tmp_path / "match.sqlite")
    assert [one.number for one in found] == list(range(1, 21))
    assert [one.first for one in found] == [0, 1] * 10
    openings = [one.opening for one in found]
    assert openings[::2] == openings[1::2]
    assert openings[:10] == openings[10:]
    assert len(set(openings)) == 5
    game = load("connect_four")
    for one in found:
        assert len(one.opening.moves) == 4
        state = one.opening.state(game)
        assert game.format_state(state) == one.opening.position
        for move in one.moves:
            assert move.seconds is not None and move.seconds >= 0
            state = game.result(state, game.parse_action(state, move.text))
        assert game.is_terminal(state)
        assert one.payoffs == (game.utility(state, 0), game.utility(state, 1))
        assert one.score == {1: 1.0, 0: 0.5, -1: 0.0}[int(one.payoffs[one.first])]


def test_players_that_see_to_the_end_never_lose() -> None:
    standing = play_match("tic_tac_toe", "alphabeta:depth=9", "random", games=40, opening_plies=1)
    assert standing.losses == 0
    assert standing.wins > 20
    assert standing.interval[0] > 0
    both = play_match("nim(pile_sizes=(1,2,3))", "alphabeta", "alphabeta:hard=true", games=8, opening_plies=1)
    assert both.pairs[2] == 4, "perfect players split every opening"


def test_both_games_of_a_pair_have_the_same_dice(tmp_path: Path) -> None:
    file = tmp_path / "match.sqlite"
    play_match(CHANCE_TREE, own("First"), own("First"), games=40, opening_plies=0, file=file)
    rolls = [one.moves[0].text for one in records(file)]
    assert all(one.moves[0].seconds is None for one in records(file))
    assert rolls[::2] == rolls[1::2]
    assert set(rolls) == {"1", "2"}


def test_a_stop_rule_ends_the_match_early(tmp_path: Path) -> None:
    standing = play_match("tic_tac_toe", "alphabeta:depth=9", "random", games=400, jobs=2, sprt="0,100", file=tmp_path / "match.sqlite")
    assert standing.decision == "elo1"
    assert standing.games < 100
    again = play_match("tic_tac_toe", "alphabeta:depth=9", "random", games=400, jobs=1, sprt="0,100")
    assert again == standing, "the decision does not depend on the number of jobs"
    kept = len(records(tmp_path / "match.sqlite"))
    resumed = play_match("tic_tac_toe", "alphabeta:depth=9", "random", games=400, jobs=2, sprt="0,100", file=tmp_path / "match.sqlite")
    assert (resumed, len(records(tmp_path / "match.sqlite"))) == (standing, kept), "what is decided stays decided"


# ── What players do wrong ──
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Raises", "ValueError: I have no idea"),
        ("Illegal", "illegal move: 999"),
        ("Nothing", "illegal move: None"),
        ("Strange", "illegal move: Unlike"),
        ("Crashes", "crashed: its process ended with SIGSEGV"),
        ("Leaves", "crashed: its process ended with exit code 3"),
    ],
)
def test_a_player_that_fails_loses_that_game(name: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "match.sqlite"
    standing = play_match("tic_tac_toe", own(name), "random", games=4, jobs=2, file=file)
    assert (standing.losses, standing.games, standing.failures) == (4, 4, (4, 0))
    assert standing.failure == reason
    assert all((one.failed, one.reason, one.payoffs, one.score) == (0, reason, None, 0.0) for one in records(file))
    assert all(len(one.moves) <= 1 for one in records(file)), "what was played before it failed is kept"


def test_a_player_that_hangs_is_noticed_while_others_play_on() -> None:
    standing = play_match("tic_tac_toe", own("First"), own("Hangs"), games=4, limit=0.2, jobs=2)
    assert standing.failures == (0, 4)


@pytest.mark.parametrize(("name", "limit", "reason"), [("Slow", 0.1, "over time: 0.3"), ("Hangs", 0.2, "over time: no move after")])
def test_a_player_that_oversteps_its_time_loses(name: str, limit: float, reason: str) -> None:
    standing = play_match("tic_tac_toe", own("First"), own(name), games=2, limit=limit)
    assert (standing.wins, standing.failures) == (2, (0, 2))
    assert standing.failure.startswith(reason)
    assert standing.failure.endswith(f"{limit:g} s allowed")


def test_a_player_that_prints_disturbs_nobody() -> None:
    assert play_match("tic_tac_toe", own("Printing"), own("First"), games=4).failures == (0, 0)


def test_compiling_is_not_on_the_clock() -> None:
    standing = play_match("connect_four(rows=4,columns=4)", "mcts:simulations=50", "alphabeta:depth=2", games=2, limit=1.0)
    assert standing.failures == (0, 0)


def test_an_endless_game_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Game):
        finite = False

        def initial(self):
            return 0

        def to_move(self, state):
            return state

        def actions(self, state):
            yield 1

        def result(self, state, action):
            return 1 - state

        def is_terminal(self, state):
            return False

    monkeypatch.setattr("counterplay.arena.playing.MOST_MOVES", 100)
    assert play_match(Endless(), "random", "random", games=2).draws == 2


def test_broken_rules_stop_the_match() -> None:
    class Broken(type(load("nim"))):  # type: ignore[misc]
        def result(self, state, action):
            if sum(state.piles) < 8:
                raise ZeroDivisionError("in the rules")
            return super().result(state, action)

    with pytest.raises(RulesError, match=r"rules of broken failed.*ZeroDivisionError: in the rules"):
        play_match(Broken(), "random", "random", games=2, opening_plies=0)


def test_whoever_brings_a_player_closes_it() -> None:
    class Once:
        name, closed = "once", False

        def choose(self, game: Any, state: Any) -> Any:
            assert not self.closed
            return next(game.actions(state))

        def close(self) -> None:
            self.closed = True

    one = Once()
    for _ in range(2):
        assert play_match("tic_tac_toe", one, "random", games=4).failures == (0, 0)
    assert not one.closed


def test_players_as_objects_stay_in_this_process() -> None:
    standing = play_match(load("tic_tac_toe"), RandomPlayer(1), "alphabeta", games=4)
    assert isinstance(standing, Standing)
    assert standing.wins == 0
    with pytest.raises(UsageError, match="stay in this process"):
        play_match("tic_tac_toe", RandomPlayer(1), "random", games=4, jobs=2)


# ── Refused ──
@pytest.mark.parametrize(
    ("game", "players", "settings", "words"),
    [
        ("tic_tac_toe", ("random", "nobody"), {}, "no algorithm 'nobody'"),
        ("tic_tac_toe", ("random", "human"), {}, "counterplay play"),
        ("tic_tac_toe", ("random", "random"), {"games": 7}, "even number"),
        ("tic_tac_toe", ("random", "random"), {"games": 0}, "even number"),
        ("tic_tac_toe", ("random", "random"), {"jobs": 0}, "jobs=0"),
        ("tic_tac_toe", ("random", "random"), {"limit": 0.0}, "limit=0"),
        ("tic_tac_toe", ("random", "random"), {"openings": 0}, "openings=0"),
        ("tic_tac_toe", ("random", "random"), {"opening_plies": -1}, "opening_plies=-1"),
        ("tic_tac_toe", ("random", "random"), {"openings": 4, "opening_plies": 1}, "only 3 different openings of 1 plies"),
        ("tic_tac_toe", ("random", "random"), {"opening_plies": 9}, "always over after 9 plies"),
        ("tic_tac_toe", ("random", "random"), {"openings": 4, "openings_from": "openings.txt"}, "not both"),
        ("tic_tac_toe", ("random", "random"), {"openings_from": "nothing.txt"}, "nothing.txt cannot be read"),
        ("tree([[(1,2,3),(3,2,1)],(1,1,1)])", ("random", "random"), {}, "has 3"),
        ("tree([[(1,2),(3,2)],(1,1)])", ("random", "random"), {}, "not the other's loss"),
        (CHANCE_TREE, ("minimax", "random"), {}, "use expectiminimax"),
        ("tic_tac_toe", ("alphabeta:depth=-1", "random"), {}, "depth=-1"),
    ],
)
def test_what_has_no_meaning(game: str, players: tuple[str, str], settings: dict[str, Any], words: str) -> None:
    with pytest.raises(CounterplayError, match=words):
        play_match(game, *players, **settings)


def test_hidden_information_is_refused() -> None:
    class Secret(type(load("nim"))):  # type: ignore[misc]
        def observation(self, state, player):
            return (), ()

    with pytest.raises(DoesNotFit, match="do not see everything"):
        play_match(Secret(), "random", "random")


# ── Openings ──
def test_random_openings_are_different_positions() -> None:
    """Tic-tac-toe has 3 openings of one ply and 12 of two, up to symmetry (Schaefer's count: 3, 12)."""
    game = load("tic_tac_toe")
    for plies, number in ((0, 1), (1, 3), (2, 12), (3, 38)):
        found = random_openings(game, 1000, plies, exactly=False)
        assert len({game.canonical(opening.state(game)) for opening in found}) == len(found) == number
    assert random_openings(game, 5, 3, seed=1) == random_openings(game, 30, 3, seed=1)[:5], "more openings are the same ones and others"
    assert random_openings(game, 5, 3, seed=1) != random_openings(game, 5, 3, seed=2)
    chess = load("chess")
    found = random_openings(chess, 1200, 3, seed=1)
    assert len({chess.key(opening.state(chess)) for opening in found}) == 1200, "in whatever order the same moves were made"


def test_openings_of_short_games_are_shorter() -> None:
    assert {len(opening.moves) for opening in random_openings(load("tree([[1,2],[3,4]])"), 10, exactly=False)} == {1}


def test_openings_from_a_file(tmp_path: Path) -> None:
    game = load("connect_four")
    file = tmp_path / "openings.txt"
    file.write_text("# moves, or a position\n44\n4 4 3   # the same with blanks\n\n1;2;3\n", encoding="utf-8")
    found = openings_in(game, file)
    lines = [game.parse_state(text) for text in ("44", "443", "123")]
    assert [opening.state(game) for opening in found] == lines
    standing = play_match("connect_four", "random", "random", games=6, openings_from=file, file=tmp_path / "match.sqlite")
    assert standing.games == 6
    assert [one.opening.state(game) for one in records(tmp_path / "match.sqlite")] == [state for state in lines for _ in "12"]


@pytest.mark.parametrize(
    ("content", "words"), [(b"", "no opening"), (b"44\nwhat\n", "line 2"), (b"\xff\xfe", "not a text"), (b"121212 1\n", "line 1: .*over")]
)
def test_a_file_of_openings_that_is_none(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "openings.txt"
    file.write_bytes(content)
    with pytest.raises(UsageError, match=words):
        openings_in(load("connect_four"), file)


def test_seeds_of_games_have_nothing_in_common() -> None:
    opening = Opening((), "")
    seeds = [Assignment(number, opening, 1).player_seed(player) for number in range(1, 200) for player in (0, 1)]
    assert len(set(seeds)) == len(seeds)


def test_a_match_is_described_by_its_settings() -> None:
    match = Match("tic_tac_toe", ("random", "alphabeta:depth=4"))
    assert match.usual_file() == Match("tic_tac_toe", ("random", "alphabeta:depth=4"), games=10).usual_file()
    assert match.usual_file() != Match("tic_tac_toe", ("random", "alphabeta:depth=5")).usual_file()
    assert match.usual_file() != Match("tic_tac_toe(line=2)", ("random", "alphabeta:depth=4")).usual_file()
