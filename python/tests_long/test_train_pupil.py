"""A net that learns the choices of a bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardroom
from cardroom.train import config
from cardroom.train.pupil import Pupil
from cardroom.train.run import Run, versus

SMALL: dict[str, Any] = {"matches": 24, "hidden": [32], "batch": 64, "rate": 3e-3, "average": 2, "teacher": "rule"}


def begin(folder: Path, iterations: int, game: str = "schwarze-dame", **changes: Any) -> Run:
    run = Run.begin(folder, config.read(game, {**SMALL, **changes}), 4)
    run.go(iterations=iterations, minutes=None, every=100, sets=0)
    return run


def weights(run: Run) -> bytes:
    return b"".join(array.tobytes() for array in run.learner.arrays())


def test_it_learns_what_its_teacher_does(tmp_path: Path) -> None:
    run = Run.begin(tmp_path / "run", config.read("schwarze-dame", SMALL), 4)
    told = [run.learner.iterate() for _ in range(12)]
    assert told[0]["same"] < told[5]["same"] < told[11]["same"] and told[11]["same"] > 0.75, told
    assert told[0]["surprise"] > told[11]["surprise"]
    assert versus(run.learner, ["random"], sets=100, seed=7)["low"] > 5, "rule players win against random ones, and so does it"


@pytest.mark.parametrize("game", ["la-dame-noire", "kael", "hearts"])
def test_it_learns_in_games_of_every_kind(tmp_path: Path, game: str) -> None:
    run = Run.begin(tmp_path / "run", config.read(game, {**SMALL, "matches": 8}), 4)
    told = [run.learner.iterate() for _ in range(6)]
    assert told[5]["same"] > told[0]["same"] and told[5]["surprise"] < told[0]["surprise"], told


def test_lessons_are_the_choices_of_the_teacher(tmp_path: Path) -> None:
    pupil = begin(tmp_path / "run", 1, matches=4).learner
    assert isinstance(pupil, Pupil)
    lesson = pupil.read(0)
    assert len(lesson["action"]) == len(lesson["observation"]) == len(lesson["mask"]) == pupil.decisions
    assert (lesson["mask"][np.arange(pupil.decisions), lesson["action"]] == 1).all(), "they are legal"
    assert (lesson["mask"].sum(1) > 1).all(), "and there was a choice"


def test_a_run_that_stops_is_the_same_as_one_in_one_go(tmp_path: Path) -> None:
    whole = begin(tmp_path / "whole", 4, "la-dame-noire", matches=6)
    begin(tmp_path / "parts", 2, "la-dame-noire", matches=6)
    parts = Run.resume(tmp_path / "parts")
    # It ended before it kept what it had learned: it watches the same deals again.
    parts.learner.iterate()
    parts = Run.resume(tmp_path / "parts", threads=2)
    parts.go(iterations=4, minutes=None, every=100, sets=0)
    assert weights(parts) == weights(whole)


def test_lessons_that_are_missing_are_named(tmp_path: Path) -> None:
    begin(tmp_path / "run", 2, matches=4)
    (tmp_path / "run" / "lessons" / "000000.npz").unlink()
    with pytest.raises(cardroom.CardroomError, match="000000.npz cannot be read"):
        Run.resume(tmp_path / "run").learner.iterate()


def test_a_teacher_that_is_not_there_is_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(cardroom.CardroomError, match="nobody"):
        Run.begin(tmp_path / "run", config.read("schwarze-dame", {**SMALL, "teacher": "nobody"}), 4)
    assert not (tmp_path / "run").exists()
