"""Every kernel on arrays gives the same numbers interpreted and compiled."""

from __future__ import annotations

import numpy as np
import pytest

import counterplay as cp
from counterplay.hidden.fictitious import play_fictitiously
from counterplay.hidden.flatten import flattened
from counterplay.hidden.machine import run_on_arrays
from counterplay.hidden.regret import KINDS, minimise_regret
from counterplay.hidden.response import assess_all, respond, set_out
from counterplay.hidden.sampling import sample_externally, sample_outcomes, steps_of
from counterplay.hidden.sequence_form import sequence_form
from counterplay.search.sampled_tree import as_kernels_see

NAMES = ("kuhn_poker", "kuhn_poker(players=3)", "liars_dice(dice_sides=2)")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_regrets(name: str, kind: str) -> None:
    form, _ = sequence_form(flattened(cp.load(name), compiled=False))
    runs = []
    for compiled in (True, False):
        sigma, reach, regret, total, worth, instant = np.zeros((6, form.sequences))
        reach[: form.players] = 1.0
        run_on_arrays(set_out, form.first, form.width, form.parent, regret, sigma, reach, compiled=compiled)
        for before in (0, 20):
            arrays = sigma, reach, regret, total, worth, instant
            run_on_arrays(minimise_regret, before, 20, *form, *KINDS[kind], *arrays, compiled=compiled)
        runs.append((sigma, reach, regret, total))
    np.testing.assert_allclose(runs[0], runs[1], rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("name", NAMES)
def test_best_responses_and_fictitious_play(name: str) -> None:
    form, _ = sequence_form(flattened(cp.load(name), compiled=False))
    runs = []
    for compiled in (True, False):
        reach, worth, plan = np.ones((3, form.sequences))
        found = np.empty((2, form.players))
        run_on_arrays(play_fictitiously, 0, 30, *form, reach, worth, plan, compiled=compiled)
        run_on_arrays(assess_all, *form, reach, np.empty((3, form.sequences)), found, compiled=compiled)
        run_on_arrays(respond, *form, reach, worth, compiled=compiled)
        runs.append(np.concatenate((reach, worth, found.ravel())))
    np.testing.assert_array_equal(runs[0], runs[1])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("externally", [True, False])
def test_samples(name: str, externally: bool) -> None:
    tree = flattened(cp.load(name), compiled=False)
    form, places = sequence_form(tree)
    steps = steps_of(tree, form, places)
    runs = []
    for compiled in (True, False):
        regret, total, room = np.zeros((3, form.sequences))
        arrays = [as_kernels_see(array, compiled) for array in (steps, tree.chance, tree.payoffs.ravel(), regret, total, room)]
        if externally:
            run_on_arrays(sample_externally, 0, 0, 200, tree.players, *arrays, cp.Random(7), compiled=compiled)
        else:
            run_on_arrays(sample_outcomes, 0, 200, tree.players, *arrays[:-1], cp.Random(7), compiled=compiled)
        runs.append((regret, total))
    np.testing.assert_allclose(runs[0], runs[1], rtol=1e-12, atol=1e-15)
