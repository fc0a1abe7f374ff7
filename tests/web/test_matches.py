"""Matches in the browser: which are listed, how they stand, every game and position; damaged and foreign files break nothing."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.serving import COUNTDOWN, Server, Visit

from counterplay import load
from counterplay.arena import MatchFile, Report, play_match
from counterplay.arena.files import matches_folder
from counterplay.arena.replay import steps
from counterplay.web import bounds

NUMBER = 6


def changed(file: Path, to: Path, *statements: str) -> Path:
    """A copy of a match to which somebody did this."""
    shutil.copy(file, to)
    connection = sqlite3.connect(to)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return to


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A good match, one at rules in a file, and several that cannot be read."""
    folder = tmp_path_factory.mktemp("matches")
    good, own = folder / "good.sqlite", folder / "own.sqlite"
    play_match(load("connect_four(rows=4,columns=5)"), "random", "random", games=NUMBER, file=good)
    play_match(COUNTDOWN, "random", "random", games=2, file=own)
    torn, text, foreign, empty = (folder / f"{name}.sqlite" for name in ("torn", "text", "foreign", "empty"))
    torn.write_bytes(good.read_bytes()[:3000] + b"\xff" * 5000)
    text.write_text("no match at all")
    sqlite3.connect(foreign).execute("CREATE TABLE things (name)").connection.close()
    MatchFile(empty).close()
    return {
        "good": good,
        "own": own,
        "torn": torn,
        "text": text,
        "foreign": foreign,
        "empty": empty,
        "odd": changed(good, folder / "odd.sqlite", "UPDATE games SET score = 0.7"),
        "moves": changed(good, folder / "moves.sqlite", "UPDATE games SET moves = '[[\"9\", 0.1]]'"),
        "nothing": changed(good, folder / "nothing.sqlite", "DELETE FROM settings WHERE name = 'players'"),
        "letters": changed(good, folder / "letters.sqlite", "UPDATE settings SET value = '[\"\\ud800\", \"b\"]' WHERE name = 'players'"),
        "code": changed(good, folder / "code.sqlite", f"UPDATE settings SET value = '\"{folder}/code.py\"' WHERE name = 'made_from'"),
    }


@pytest.fixture(scope="module")
def serving(files: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    (files["code"].with_name("code.py")).write_text(f"open({str(files['code'].with_name('ran'))!r}, 'w')")
    named = tuple(word for file in files.values() for word in ("--match", str(file)))
    started = Server(tmp_path_factory.mktemp("web") / "games.sqlite", COUNTDOWN, more=named)
    yield started
    started.stop()


@pytest.fixture
def visitor(serving: Server) -> Iterator[httpx.Client]:
    with serving.client() as one:
        yield one


def listed(visitor: httpx.Client) -> dict[str, Any]:
    return {entry["file"].removesuffix(".sqlite"): entry for entry in visitor.get("/api/matches").json()["matches"]}


def test_the_list_says_how_matches_stand(visitor: httpx.Client, files: dict[str, Path]) -> None:
    entry = listed(visitor)["good"]
    standing = entry["standing"]
    kept = MatchFile(files["good"], reading=True)
    scores = [score for _, score, _, _ in kept.results()]
    kept.close()
    assert entry["problem"] is None and entry["title"] == "Connect four" and entry["game"] == "connect_four(rows=4,columns=5)"
    assert [standing[word] for word in ("wins", "draws", "losses")] == [scores.count(score) for score in (1.0, 0.5, 0.0)]
    assert standing["games"] == NUMBER and standing["players"] == ["random (first)", "random (second)"]
    assert entry["began"] <= entry["ended"] and "Elo" in standing["rating"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("torn", "torn.sqlite"),
        ("text", "no file of a match"),
        ("foreign", "another program made it"),
        ("empty", "has not begun"),
        ("odd", "damaged"),
        ("nothing", "damaged"),
        ("letters", "damaged"),
    ],
)
def test_a_file_that_is_no_match_is_listed_as_such(visitor: httpx.Client, files: dict[str, Path], name: str, words: str) -> None:
    entry = listed(visitor)[name]
    assert words in entry["problem"] and entry["standing"] is None
    assert str(files[name].parent) not in entry["problem"], "no visitor needs to know the folders of this computer"
    for path in ("", "/games/1", "/games/1/positions"):
        answer = visitor.get(f"/api/matches/{entry['id']}{path}")
        assert answer.status_code == 422 and answer.json()["error"] == entry["problem"]


def test_a_game_position_by_position(visitor: httpx.Client, files: dict[str, Path]) -> None:
    name = listed(visitor)["good"]["id"]
    view = visitor.get(f"/api/matches/{name}").json()
    assert [game["number"] for game in view["games"]] == list(range(1, NUMBER + 1)) and view["next"] is None
    assert [game["number"] for game in visitor.get(f"/api/matches/{name}", params={"begin": 5}).json()["games"]] == [5, 6]
    game = load("connect_four(rows=4,columns=5)")
    kept = MatchFile(files["good"], reading=True)
    record = next(kept.records(2))
    kept.close()
    truth = steps(game, record)
    one = visitor.get(f"/api/matches/{name}/games/2").json()
    assert [move["move"] for move in one["moves"]] == [step.move.text for step in truth if step.move is not None]
    assert one["players"] == ["random (second)", "random (first)"] and (one["previous"], one["next"]) == (1, 3)
    assert one["play"] == {"game": "connect_four", "parameters": {"rows": 4, "columns": 5}} and one["start"] is None
    assert [move["opening"] for move in one["moves"]].count(True) == 4
    positions = visitor.get(f"/api/matches/{name}/games/2/positions").json()["positions"]
    assert len(positions) == min(len(truth), bounds.REPLAY_POSITIONS)
    for position, step in zip(positions, truth, strict=False):
        assert position["position"] == game.format_state(step.state) and position["svg"] == game.svg(step.state)
    assert [bool(position["last"]) for position in positions] == [step.move is not None for step in truth]
    line = {**one["play"], "moves": [move["move"] for move in one["moves"]]}
    assert visitor.post("/api/position", json=line).json()["position"] == game.format_state(truth[-1].state)


def test_rules_in_a_file_run_only_where_the_server_was_told_so(visitor: httpx.Client, files: dict[str, Path]) -> None:
    found = listed(visitor)
    own = visitor.get(f"/api/matches/{found['own']['id']}/games/1").json()
    assert own["play"]["game"] == "countdown" and own["moves"]
    answer = visitor.get(f"/api/matches/{found['code']['id']}/games/1")
    assert answer.status_code == 422 and "counterplay serve mygame.py:MyGame" in answer.json()["error"]
    assert not files["code"].with_name("ran").exists()


def test_what_is_not_there(visitor: httpx.Client) -> None:
    name = listed(visitor)["good"]["id"]
    for path, status in (
        ("/0123456789ab", 404),
        ("/..%2Fgood.sqlite", 404),
        (f"/{name}/games/99", 404),
        (f"/{name}/games/0", 422),
        (f"/{name}/games/{10**30}", 422),
        (f"/{name}?begin=-1", 422),
    ):
        answer = visitor.get(f"/api/matches{path}")
        assert answer.status_code == status and answer.json()["error"].endswith(".")
    moves = listed(visitor)["moves"]["id"]
    answer = visitor.get(f"/api/matches/{moves}/games/1")
    assert answer.status_code == 422 and "cannot be replayed" in answer.json()["error"]
    assert visitor.get(f"/api/matches/{name}/games/1/positions?first=5000").json() == {"positions": []}


def test_the_usual_folder_is_shown_while_a_match_is_played(visitor: httpx.Client, files: dict[str, Path]) -> None:
    file = matches_folder() / "while_it_is_played.sqlite"
    seen: list[int] = []

    def look(report: Report) -> None:
        seen.append(listed(visitor)["while_it_is_played"]["standing"]["games"])
        assert seen[-1] == report.done

    try:
        play_match(load("tic_tac_toe"), "random", "random", games=4, file=file, progress=look)
    finally:
        file.unlink()
    assert {1, 2, 3, 4} <= set(seen)


def test_in_a_browser(browser: Any, serving: Server) -> None:
    visit = Visit(browser, serving).open("/matches")
    page = visit.page
    page.wait_for_selector("#list table")
    assert page.locator(".broken").count() >= 5
    page.click("tr:has-text('Connect four') a >> nth=0")
    page.wait_for_selector("#match table")
    page.go_back()
    with serving.client() as client:
        name = listed(client)["good"]["id"]
        moves = [move["move"] for move in client.get(f"/api/matches/{name}/games/3").json()["moves"]]
    visit.open(f"/matches?match={name}")
    page.click("text='3'")
    page.wait_for_selector("#board .drawn")
    assert "4 of" in visit.text("#caption") and "(opening)" in visit.text("#caption")
    page.keyboard.press("End")
    visit.wait(f"location.search.endsWith('ply={len(moves)}')")
    assert page.is_disabled("#to-next") and visit.text("#moves [aria-current] .name") == moves[-1]
    page.keyboard.press("Home")
    visit.wait("location.search.endsWith('ply=0')")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    visit.wait("location.search.endsWith('ply=1')")
    page.click("#moves li:nth-child(6) button")
    visit.wait("location.search.endsWith('ply=6')")
    page.reload()
    page.wait_for_selector("#board .drawn")
    assert visit.text("#caption").startswith("6 of")
    page.click("#analyse")
    page.wait_for_selector("#moves button.move")
    assert visit.moves() == moves[:6] and "/play/connect_four?" in page.url
    visit.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_telephone(browser: Any, serving: Server, scheme: str) -> None:
    with serving.client() as client:
        name = listed(client)["good"]["id"]
    visit = Visit(browser, serving, width=375, height=700, scheme=scheme)
    for query, shown in (("", "#list table"), (f"?match={name}", "#match table"), (f"?match={name}&game=1", "#board .drawn")):
        visit.open(f"/matches{query}").page.wait_for_selector(shown)
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 375
    visit.close()
