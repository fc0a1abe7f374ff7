"""Trees with information sets over the wire and in a real browser: pasted, chosen, answered, stepped through, shared by address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.serving import Server, Visit

from counterplay.strategic import CLASSIC_TREES, classic_tree, read_efg

TINY = 'EFG 2 R "Tiny" { "Ann" "Bob" } p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 2 -2 }'


def asked(client: httpx.Client, **question: Any) -> httpx.Response:
    return client.post("/api/extensive", json=question)


def test_an_answer(client: httpx.Client) -> None:
    view = asked(client, text="stripped_down_poker").json()
    assert view["value"] == "Value to Alice: 1/3"
    assert view["heading"] == "An equilibrium, by the sequence form"
    assert "Bet 1/3" in view["equilibria"][0]["svg"]
    assert "Bet 1/3" not in view["svg"]
    assert read_efg(view["efg"]) == classic_tree("stripped_down_poker")
    assert client.post("/api/matrix", json={"text": view["table"]}).json()["value"] == "1/3"
    assert ["Subgames", "1"] in view["facts"]
    again = asked(client, text=view["efg"], want="all").json()
    assert again["heading"] == "All equilibria, by the reduced normal form"
    assert again["equilibria"] == view["equilibria"]


def test_games_and_examples(client: httpx.Client) -> None:
    examples = client.get("/api/extensive/examples").json()["examples"]
    assert [each["text"] for each in examples if each["text"]] == list(CLASSIC_TREES)
    for each in examples:
        answer = asked(client, text=each["text"], game=each["game"], parameters=each["parameters"])
        assert answer.status_code == 200, each
        assert answer.json()["equilibria"], each
    assert asked(client, game="kuhn_poker").json()["value"] == "Value to Player 1: -1/18"


def test_subgame_perfection_and_forgetting(client: httpx.Client) -> None:
    assert len(asked(client, text="entry_deterrence").json()["equilibria"]) == 3
    perfect = asked(client, text="entry_deterrence", want="subgame-perfect").json()
    assert [each["words"] for each in perfect["equilibria"]] == ["Entrant (In), Incumbent (Share); worth 1, 1"]
    driver = asked(client, text="absent_minded_driver").json()
    assert [(each["words"], each["svg"]) for each in driver["equilibria"]] == [("Driver: On; worth 1", None)]
    assert "no perfect recall" in asked(client, text="absent_minded_driver", want="subgame-perfect").json()["remark"]
    mixed = asked(client, text="stripped_down_poker", want="subgame-perfect").json()
    assert (mixed["heading"], len(mixed["equilibria"])) == ("Subgame-perfect", 1)
    assert "none in pure strategies" in asked(client, game="kuhn_poker", want="subgame-perfect").json()["remark"]
    repeated = asked(client, game="prisoners_dilemma", parameters={"rounds": 3}).json()
    assert "too large for this page" in repeated["remark"]
    assert len(repeated["equilibria"]) == 1


@pytest.mark.parametrize(
    ("question", "status", "words"),
    [
        ({"text": ""}, 422, "must begin with EFG"),
        ({"text": "poker.efg"}, 422, "must begin with EFG"),
        ({"text": TINY + ' t "" 0'}, 422, "there is more in the file"),
        ({"game": "tic_tac_toe"}, 422, "has more than 300 nodes"),
        ({"game": "nosuch"}, 404, "There is no game 'nosuch'"),
        ({"game": "nim", "parameters": {"pile": 3}}, 422, "has no parameter 'pile'"),
        ({"text": 'EFG 2 R "" { "A" } ' + 'p "" 1 1 "" { "a" } 0 ' * 300 + 't "" 0'}, 422, "to 300 nodes"),
    ],
)
def test_refusals(client: httpx.Client, question: dict[str, Any], status: int, words: str) -> None:
    answer = asked(client, **question)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_the_page(browser: Any, server: Server, tmp_path: Path) -> None:
    visit = Visit(browser, server, width=1200, height=900).open("/extensive")
    page = visit.page
    visit.wait("document.querySelectorAll('#equilibria li').length === 1")
    assert "Bet 1/3" in page.inner_text("#tree")
    page.click("#main h1")
    page.keyboard.press("ArrowLeft")
    visit.wait("document.querySelector('#showing').textContent === 'Nothing played yet'")
    assert "Bet 1/3" not in page.inner_text("#tree")
    visit.wait("document.querySelector('#example').options.length > 8")
    page.select_option("#example", label="Selten's horse")
    visit.wait("document.querySelectorAll('#equilibria li').length === 4")
    page.click("#equilibria li:nth-child(3) button")
    visit.wait("document.querySelector('#showing').textContent === 'Equilibrium 3 of 4'")
    page.reload()
    visit.wait("document.querySelectorAll('#equilibria li').length === 4")
    page.fill("#text", TINY)
    page.click("text=Answer")
    visit.wait("document.querySelector('#tree-title').textContent === 'Tiny'")
    (tmp_path / "mine.efg").write_text(TINY.replace("Tiny", "From a file"), encoding="utf-8")
    page.set_input_files("#file", tmp_path / "mine.efg")
    visit.wait("document.querySelector('#tree-title').textContent === 'From a file'")
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.fill("#text", "EFG 2 R")
    page.click("text=Answer")
    visit.wait("document.querySelector('#problem').textContent.includes('the title')")
    page.set_viewport_size({"width": 1200, "height": 900})
    page.goto(f"{server.url}/extensive?tree=entry_deterrence")
    visit.wait("document.querySelectorAll('#equilibria li').length === 3")
    page.click("text=As a table of strategies")
    visit.wait("document.querySelectorAll('#equilibria li').length === 3 && location.pathname === '/matrix'")
    assert visit.problems == []
    visit.context.close()
