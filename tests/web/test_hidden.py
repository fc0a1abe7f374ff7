"""Hidden information in the browser: what a visitor may not see does not leave the server while a deal lasts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.serving import Server

import counterplay as cp
from counterplay.web.app import create_app


def test_the_page_of_a_game_with_hidden_information_is_its_own(client: httpx.Client) -> None:
    answer = client.get("/play/kuhn_poker?players=3", follow_redirects=False)
    assert answer.status_code == 307 and answer.headers["location"] == "/hidden/kuhn_poker?players=3"
    assert client.get("/hidden/kuhn_poker").status_code == 200
    assert client.get("/play/tic_tac_toe", follow_redirects=False).status_code == 200


def test_a_deal_and_its_review(client: httpx.Client) -> None:
    table = client.post("/api/hidden", json={"game": "kuhn_poker"}).json()
    assert table["moves"] == ["pass", "bet"] and not table["over"] and table["decisions"] == []
    assert "equilibrium" in table["opponent"] and "?" in table["text"].splitlines()[1]
    assert client.get(f"/api/hidden/{table['id']}").json() == table
    played = 0
    while not table["over"]:
        table = client.post(f"/api/hidden/{table['id']}/moves", json={"move": "bet"}).json()
        played += 1
    assert "?" not in table["text"] and table["score"] == table["payoffs"][0] and len(table["decisions"]) == played
    for decision in table["decisions"]:
        assert decision["loss"] >= 0
        assert [option["move"] for option in decision["options"] if option["chosen"]] == ["bet"]
        assert sum(option["probability"] for option in decision["options"]) == pytest.approx(1)
    again = client.post(f"/api/hidden/{table['id']}/deals", json={"side": 1}).json()
    assert again["side"] == 1 and again["deals"] == 2 and "?" in again["text"].splitlines()[0]


def test_the_known_cost_of_folding_a_king(client: httpx.Client) -> None:
    """Calling a bet with a king wins 2 for sure, passing loses 1: 3 is what that costs."""
    for _ in range(300):
        table = client.post("/api/hidden", json={"game": "kuhn_poker", "side": 1}).json()
        while not table["over"]:
            table = client.post(f"/api/hidden/{table['id']}/moves", json={"move": "pass"}).json()
        last = table["decisions"][-1]
        if last["text"].splitlines()[1].split()[2] == "K" and "bet" in last["text"]:
            assert {option["move"]: option["value"] for option in last["options"]} == pytest.approx({"pass": -1, "bet": 2})
            assert last["loss"] == pytest.approx(3)
            return
    raise AssertionError("the first player bets against a king now and then")


@pytest.mark.parametrize("name", ["kuhn_poker", "rock_paper_scissors", "phantom_tic_tac_toe"])
def test_answers_depend_on_what_the_visitor_observes_alone(name: str) -> None:
    """Hundreds of deals: wherever the visitor observes the same, the whole answer is the same, byte for byte."""
    from counterplay.web.hidden_api import shown
    from counterplay.web.hidden_tables import HiddenTables, Opponent

    game, tables, rng = cp.load(name), HiddenTables(), cp.Random(1)
    answers: dict[Any, str] = {}
    hidden: dict[Any, set[Any]] = {}
    for _ in range(200):
        table = tables.open("visitor", game, rng.below(2), Opponent("plays at random"))
        while not table.over:
            answer = shown(table).model_copy(update={"id": ""})
            seen = table.side, game.observation(table.state, table.side)
            assert answers.setdefault(seen, answer.model_dump_json()) == answer.model_dump_json()
            hidden.setdefault(seen, set()).add(table.state)
            table.play(answer.moves[rng.below(len(answer.moves))])
    assert any(len(states) > 1 for states in hidden.values()), "something was hidden"


def test_what_means_nothing_is_refused(client: httpx.Client, server: Server) -> None:
    def sentence(answer: httpx.Response) -> tuple[int, str]:
        return answer.status_code, answer.json()["error"]

    assert sentence(client.post("/api/hidden", json={"game": "tic_tac_toe"}))[0] == 422
    assert sentence(client.post("/api/hidden", json={"game": "whist"}))[0] == 404
    assert sentence(client.post("/api/hidden", json={"game": "kuhn_poker", "side": 2}))[0] == 422
    table = client.post("/api/hidden", json={"game": "kuhn_poker"}).json()
    assert sentence(client.post(f"/api/hidden/{table['id']}/moves", json={"move": "fold"}))[0] == 422
    assert sentence(client.post(f"/api/hidden/{table['id']}/deals", json={"side": 5}))[0] == 422
    with server.client() as stranger:
        assert sentence(stranger.get(f"/api/hidden/{table['id']}"))[0] == 404
    while not table["over"]:
        table = client.post(f"/api/hidden/{table['id']}/moves", json={"move": "pass"}).json()
    assert "deal again" in sentence(client.post(f"/api/hidden/{table['id']}/moves", json={"move": "pass"}))[1]
    sides = [{"kind": "human"}, {"kind": "human"}]
    assert "/hidden/kuhn_poker" in sentence(client.post("/api/sessions", json={"game": "kuhn_poker", "sides": sides}))[1]


def test_a_policy_from_a_file_is_the_opponent(tmp_path: Path) -> None:
    """A second player who always bets, and a first player who finds out what that costs."""
    from counterplay.hidden import Policy, flattened
    from counterplay.hidden.policy import information_key

    game = cp.load("kuhn_poker")
    states = flattened(game, compiled=False).representatives()
    Policy("kuhn_poker", {information_key(game, state): (0.0, 1.0) for state in states}).save(tmp_path / "bets.policy")
    server = Server(tmp_path / "games.sqlite", more=("--policy", str(tmp_path / "bets.policy")))
    with server.client() as client:
        table = client.post("/api/hidden", json={"game": "kuhn_poker"}).json()
        assert "was given" in table["opponent"]
        table = client.post(f"/api/hidden/{table['id']}/moves", json={"move": "pass"}).json()
        assert table["text"].splitlines()[1].endswith("bet") and not table["over"]
    server.stop()
    with pytest.raises(cp.UsageError, match="no policy, or it is damaged"):
        create_app(policies=[Path(__file__)])


def test_the_words_of_the_api_are_documented() -> None:
    schema = json.dumps(create_app().openapi())
    assert "/api/hidden/{name}/moves" in schema


def test_a_deal_in_a_browser(browser: Any, server: Server) -> None:
    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{server.url}/play/kuhn_poker")
    page.wait_for_selector("#moves button")
    assert "Your turn" in page.inner_text("#status")
    page.click("#board [data-action='bet']")
    page.wait_for_selector("#review li")
    assert "worth" in page.inner_text("#review") and "Cost you" in page.inner_text("#review")
    page.keyboard.press("n")
    page.get_by_text("Deal 2;").wait_for()
    assert page.inner_text("#review") == ""
    before = page.inner_text("#status")
    page.reload()
    page.wait_for_selector("#moves button")
    assert page.inner_text("#status") == before
    assert not problems
    page.close()
