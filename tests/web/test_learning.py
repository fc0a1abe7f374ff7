"""Learning in the browser: runs with their curves as they grow, every generation as an opponent, what a network sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from tests.web.serving import Server, Visit, until

import counterplay as cp
from counterplay.evaluations import Network, PolicyNetwork, find_evaluation
from counterplay.learning import Settings
from counterplay.learning.checkpoints import LOCK, keep
from counterplay.learning.curves import Curve
from counterplay.learning.zero.run import ZeroSettings
from counterplay.locks import Lock
from counterplay.web.app import create_app

SMALL = cp.load("connect_four(rows=4,columns=5)")
BACKGAMMON = cp.load("backgammon")
PLAYING = {"game": "connect_four", "parameters": {"rows": 4, "columns": 5}}
LOSSES = {"positions": 900, "value_loss": 0.7, "policy_loss": 1.5, "gate": 0.6, "promoted": True}


def a_run_of_zero(folder: Path, generations: int = 2) -> Curve:
    """As `counterplay zero` leaves it after two generations."""
    (folder / "generations").mkdir(parents=True)
    settings = ZeroSettings(str(SMALL), generations=generations, games=50, wide=12, narrow=6)
    curve = Curve(folder, "zero", asdict(settings), 0)
    for number in (1, 2):
        PolicyNetwork.fresh(SMALL, 12, 6, seed=number).save(folder / "generations" / f"{number:04d}.npz")
        curve.add(50 * number, number=number, **LOSSES)
    keep(folder, "zero", {"settings": asdict(settings), "code": "", "playing": 0, "history": []}, b"")
    return curve


def a_run_of_learn(folder: Path) -> None:
    """As `counterplay learn` leaves it when it is killed; one of its generations is damaged."""
    (folder / "generations").mkdir(parents=True)
    settings = Settings(str(BACKGAMMON), 4000, hidden=4)
    curve = Curve(folder, "learn", asdict(settings), 0)
    for games in (500, 1000):
        Network.fresh(BACKGAMMON, 4, seed=games).save(folder / "generations" / f"{games:09d}.npz")
        curve.add(games, points=-0.5, error=0.1, won=0.3, measured=100)
    (folder / "generations" / "000001000.npz").write_bytes(b"PK and nothing more")
    keep(folder, "learn", {"settings": asdict(settings), "games": 1000}, b"")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four runs: done, killed, damaged, and one that is none."""
    folder = tmp_path_factory.mktemp("runs")
    a_run_of_zero(folder / "small")
    a_run_of_learn(folder / "bg")
    a_run_of_zero(folder / "hurt", 3)
    (folder / "hurt" / "run.checkpoint").write_bytes(b"half")
    (folder / "letters").mkdir()
    return folder


@pytest.fixture(scope="module")
def client(folder: Path) -> TestClient:
    return TestClient(create_app(learned=[folder]), base_url="http://localhost")


def runs(client: TestClient | httpx.Client) -> dict[str, Any]:
    return {run["name"]: run for run in client.get("/api/learning").json()["runs"]}


def networks(client: TestClient | httpx.Client, **game: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.post("/api/networks", json=game).json()["networks"]
    return found


# ── Runs ──
def test_runs_are_listed_with_their_state_and_without_their_folders(client: TestClient, folder: Path) -> None:
    found = runs(client)
    assert {name: run["state"] for name, run in found.items()} == {"small": "done", "bg": "stopped", "hurt": "damaged"}
    assert found["bg"]["words"].endswith("counterplay learn 'backgammon(steps=False,most_points=3)' --save bg --resume")
    assert found["small"]["play"] == PLAYING and (found["bg"]["games"], found["bg"]["goal"]) == (1000, 4000)
    assert str(folder) not in client.get("/api/learning").text
    with Lock(folder / "bg" / LOCK, "taken"):
        fresh = TestClient(create_app(learned=[folder / "bg"]), base_url="http://localhost")
        assert runs(fresh)["bg"]["state"] == "running"


def test_what_comes_with_games_is_listed(client: TestClient) -> None:
    shipped = {(one["game"], one["id"]): one["words"] for one in client.get("/api/learning").json()["shipped"]}
    assert shipped["connect_four", "own:policy"] == "after 40,000 games"
    assert shipped["backgammon", "own:network"] == "after 600,000 games"
    assert shipped["othello", "own:network"] == "after 2,000,000 games"
    other = TestClient(create_app(["connect_four(rows=5)"]), base_url="http://localhost").get("/api/learning").json()["shipped"]
    assert [(one["title"], one["parameters"]) for one in other if one["game"] == "connect_four"] == [("Connect four, rows 6", {"rows": 6})]


def test_a_run_has_curves_and_generations(client: TestClient, folder: Path) -> None:
    found = runs(client)
    small = client.get(f"/api/learning/{found['small']['id']}").json()
    assert [chart["title"] for chart in small["charts"]] == ["Loss of the policy", "Loss of the value", "Match against the one before"]
    assert [point["games"] for point in small["charts"][0]["points"]] == [50, 100] and small["charts"][0]["points"][0]["value"] == 1.5
    assert small["generations"][1]["words"].startswith("generation 2: after 100 games, ") and small["settings"]["wide"] == 12
    answer = client.get(f"/api/learning/{found['bg']['id']}")
    whole, broken = answer.json()["generations"]
    assert whole["problem"] is None and "damaged" in broken["problem"] and str(folder) not in answer.text
    assert answer.json()["charts"][1]["points"][0]["error"] == pytest.approx(0.196)
    for name in ("0123456789ab", "..%2Fbg", "bg"):
        assert client.get(f"/api/learning/{name}").status_code == 404


def test_nothing_learned_is_no_error() -> None:
    bare = TestClient(create_app(), base_url="http://localhost")
    assert bare.get("/api/learning").json()["runs"] == [] and bare.get("/learning").status_code == 200


# ── Networks of a game ──
def test_generations_play_the_board_that_they_learned(client: TestClient) -> None:
    small = networks(client, **PLAYING)
    assert [one["words"].split(",")[0] for one in small if one["group"] == "small"] == [
        "generation 1: after 50 games",
        "generation 2: after 100 games",
    ]
    assert [one["id"] for one in networks(client, game="connect_four")] == ["own:policy"]
    assert networks(client, game="chess") == []
    assert {one["how"] for one in networks(client, game="backgammon")} == {"looks at its own moves alone"}


def test_a_policy_network_is_seen_as_it_is(client: TestClient, folder: Path) -> None:
    second = next(one["id"] for one in networks(client, **PLAYING) if one["words"].startswith("generation 2"))
    seen = client.post("/api/sight", json={**PLAYING, "moves": ["3", "3"], "network": second}).json()
    state = SMALL.initial()
    for move in ("3", "3"):
        state = SMALL.result(state, SMALL.parse_action(state, move))
    value, likely = PolicyNetwork.load(folder / "small" / "generations" / "0002.npz").foresee(SMALL, state)
    assert seen["value"] == pytest.approx(value) and seen["kind"] == "policy" and seen["turn"] == 0
    assert {one["move"]: one["share"] for one in seen["moves"]} == pytest.approx(
        {SMALL.format_action(state, action): share for action, share in likely.items()}
    )
    assert [one["share"] for one in seen["moves"]] == sorted((one["share"] for one in seen["moves"]), reverse=True)


def test_an_evaluation_is_seen_one_ply_ahead(client: TestClient) -> None:
    game = cp.load("othello")
    seen = client.post("/api/sight", json={"game": "othello", "moves": ["d3"], "network": "own:network"}).json()
    patterns, state = find_evaluation("network", game), game.initial()
    state = game.result(state, game.parse_action(state, "d3"))
    values = {game.format_action(state, action): patterns(game, game.result(state, action), 1) for action in game.actions(state)}
    assert {one["move"]: one["value"] for one in seen["moves"]} == pytest.approx(values)
    assert seen["value"] == pytest.approx(max(values.values())) and (seen["kind"], seen["turn"]) == ("value", 1)


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"game": "backgammon", "network": "own:network"}, "chance moves"),
        ({**PLAYING, "network": "own:policy"}, "There is no such network"),
        ({"game": "othello", "network": "../network.npz"}, "There is no such network"),
        ({"game": "connect_four", "moves": ["1", "2"] * 3 + ["1"], "network": "own:policy"}, "over"),
    ],
)
def test_what_cannot_be_seen(client: TestClient, request_: dict[str, Any], words: str) -> None:
    answer = client.post("/api/sight", json=request_)
    assert answer.status_code == 422 and words in answer.json()["error"]


def test_a_generation_that_is_damaged_says_so(client: TestClient, folder: Path) -> None:
    broken = networks(client, game="backgammon")[-1]["id"]
    start = "4HPwATDgc/ABMA:1:31"
    answer = client.post("/api/sight", json={"game": "backgammon", "start": start, "network": broken})
    assert answer.status_code == 422 and answer.json()["error"].startswith("000001000.npz is not a network")


# ── Playing ──
@pytest.fixture(scope="module")
def serving(folder: Path) -> Iterator[Server]:
    one = Server(folder.parent / "learning.sqlite", more=("--learned", str(folder)))
    yield one
    one.stop()


def test_a_generation_plays(serving: Server) -> None:
    with serving.client() as visitor:
        first = next(one["id"] for one in networks(visitor, **PLAYING) if one["group"] == "small")
        sides = [{"kind": "engine", "network": first, "seconds": 0.2}, {"kind": "human"}]
        session = visitor.post("/api/sessions", json={**PLAYING, "sides": sides}).json()
        moved = visitor.post(f"/api/sessions/{session['id']}/engine", json={"node": 0})
        assert moved.status_code == 201 and moved.json()["node"]["move"] in "12345"
        refused = visitor.post("/api/sessions", json={"game": "connect_four", "sides": sides})
        assert refused.status_code == 422 and "There is no such network" in refused.json()["error"]


def test_in_a_browser(browser: Any, serving: Server, folder: Path) -> None:
    visit = Visit(browser, serving).open("/learning")
    page = visit.page
    page.wait_for_selector(".cards a")
    page.click(".cards a:has-text('small')")
    page.wait_for_selector("#charts .chart")
    assert page.locator(".chart").count() == 3 and visit.text(".chart output") == "1.500"
    page.click("#over-time")
    visit.wait("location.search.includes('over=time')")
    page.click("#generations a >> nth=1")
    page.wait_for_selector("#board .drawn")
    assert page.locator("#seats-far select").input_value().endswith(":2") and "against=" in page.url
    # What it sees, also after a move of each side and after taking them back.
    page.click("#see", force=True)
    page.wait_for_selector("#board .value.likely")
    page.select_option("#see-network", label=page.locator("#see-network option").first.inner_text())
    page.wait_for_selector("#board .value.likely")
    before = visit.text("#sight-moves")
    visit.play("3")
    visit.wait_for_moves(2)
    visit.wait(f"!!document.querySelector('#board .likely') && document.querySelector('#sight-moves').innerText.trim() !== {before!r}")
    page.keyboard.press("u")
    visit.wait(f"document.querySelector('#sight-moves').innerText.trim() === {before!r}")
    page.keyboard.press("s")
    visit.wait("!document.querySelector('#board .likely')")
    # A game without a network has nothing to see.
    visit.open("/play/tic_tac_toe")
    assert page.locator("#sight").is_hidden()
    visit.close()


def test_a_curve_grows_while_it_is_looked_at_and_its_end_is_seen(browser: Any, serving: Server, folder: Path) -> None:
    curve = a_run_of_zero(folder / "live", 9)
    with serving.client() as visitor, Lock(folder / "live" / LOCK, "taken"):
        until(lambda: "live" in runs(visitor))  # the server believes for a second what it read
        visit = Visit(browser, serving, width=375, height=700, scheme="dark")
        visit.open(f"/learning?run={runs(visitor)['live']['id']}")
        visit.wait("document.querySelector('#run-state')?.textContent.startsWith('It learns now')")
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 375
        curve.add(150, number=3, **{**LOSSES, "policy_loss": 1.25, "promoted": False, "gate": 0.4})
        visit.wait("document.querySelector('.chart output')?.textContent === '1.250'")
        assert visit.page.locator(".chart .hollow").count() == 1
    visit.wait("document.querySelector('#run-state').textContent.includes('stopped or killed')")
    visit.open("/play/connect_four?moves=4+4")
    visit.page.click("#see", force=True)
    visit.page.wait_for_selector("#board .value.likely")
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 375
    visit.close()
