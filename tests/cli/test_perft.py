"""`perft --positions`: published counts, recounted."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_a_file_of_counts_is_recounted(cli: Run, shared_data: Path) -> None:
    file = shared_data / "chess" / "perft6.epd"
    done = cli("perft", "chess", "--positions", file, "--max", 2100, "--json", "--interpreted")
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 0 and len(answers) == 12 and all(answer["right"] for answer in answers)
    assert answers[1] == {**answers[1], "depth": 2, "leaves": 400, "expected": 400}


def test_a_wrong_count_is_told(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "counts.epd"
    file.write_text("# by hand\n4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 67\n")
    done = cli("perft", "chess", "--positions", file, "--interpreted")
    assert done.code == 1 and "WRONG: 67 expected" in done.out and "perft 2 = 66" in done.out


def test_lines_without_counts_are_named_and_passed_over(cli: Run, tmp_path: Path) -> None:
    bare = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
    (tmp_path / "tests.epd").write_text(f'{bare} bm O-O; id "x";\n\n{bare} ;D1 26\n{bare} D1 26; D2 568;\n')
    done = cli("perft", "chess", "--positions", "tests.epd", "--interpreted", "--json")
    assert done.code == 0 and "tests.epd, line 1 is passed over: it has no counts" in done.err and "--position" not in done.err
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [(answer["depth"], answer["right"]) for answer in answers] == [(1, True), (1, True), (2, True)]


def test_a_line_that_cannot_be_read_leaves_the_others(cli: Run) -> None:
    lines = "8/8 w ;D1 2\n4k3/8/8/8/8/8/8/4K3 w - - ;D1 many\n4k3/8/8/8/8/8/8/4K3 w - - ;D1 5\n"
    done = cli("perft", "chess", "--positions", "-", "--interpreted", stdin=lines)
    assert done.code == 1 and "perft 1 = 5  right" in done.out
    assert "standard input, line 1 is passed over" in done.err and "line 2 is passed over: 'D1 many' is no count" in done.err


def test_what_cannot_be_recounted_is_refused(cli: Run, tmp_path: Path) -> None:
    file = tmp_path / "counts.epd"
    for text, sentence in (
        ("", "nothing to recount"),
        ("8/8 w ;D1 2\n", "eight ranks"),
        ("4k3/8/8/8/8/8/8/4K3 w - - ;D1 many\n", "no count"),
    ):
        file.write_text(text)
        done = cli("perft", "chess", "--positions", file)
        assert done.code == 2 and sentence in done.err
    for arguments in (["perft", "chess"], ["perft", "chess", 3, "--positions", file], ["perft", "chess", 1, "--max", 5]):
        assert cli(*arguments).code == 2
