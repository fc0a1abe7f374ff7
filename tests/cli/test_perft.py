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
