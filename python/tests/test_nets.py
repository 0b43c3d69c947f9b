"""Tests of the parts of the trainer (python/train) that need no PyTorch: configurations, curves, and nets in whole numbers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cardroom
import config
import curve
import numpy as np
import pytest
import whole

GAMES = Path(__file__).parents[2] / "games"
NETS = sorted(GAMES.glob("*/net.bin"))


@dataclass(frozen=True, kw_only=True)
class Method(config.Settings):
    """A method with two additional settings."""

    trace: float = 0.9
    against: str = ""


@pytest.mark.parametrize("game", ["hearts", "kael", "la-dame-noire", "la_dame_noire", "schwarze-dame"])
def test_every_game_that_is_learned_has_a_configuration(game: str) -> None:
    settings = config.read(Method, "none", game, {"trace": 1, "hidden": [32], "against": "rule"})
    assert settings.game == game.replace("_", "-") and settings.trace == 1.0 and settings.hidden == (32,)
    loaded = cardroom.load_game(settings.game, options={**settings.options, **settings.easier})
    assert loaded.channel(settings.inputs).slice.stop <= 700, "crates/net takes so many inputs"


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"speed": 1}, "a configuration has no 'speed'; it has game,"),
        ({"deals": 0}, "deals is a whole number from 1 on, not 0"),
        ({"deals": True}, "deals is a whole number from 1 on, not True"),
        ({"rate": "fast"}, "rate is a number from 0 on, not 'fast'"),
        ({"rate": -1}, "rate is a number from 0 on, not -1"),
        ({"hidden": []}, r"hidden is a list of whole numbers from 1 on, not \[\]"),
        ({"by_row": 1}, "by_row is true or false, not 1"),
        ({"against": 1}, "against is a text, not 1"),
        ({"options": 3}, "options is a table of names and values, not 3"),
        ({"trace": 2}, "trace is 1 at most"),
        ({"halving": 0}, "halving is greater than 0"),
    ],
)
def test_a_wrong_value_is_named(changes: dict[str, Any], error: str) -> None:
    with pytest.raises(cardroom.CardroomError, match=error):
        config.read(Method, "none", "schwarze-dame", changes)


def test_a_game_without_a_configuration_is_refused() -> None:
    with pytest.raises(cardroom.CardroomError, match="there is no training for 'chess'; there is one for hearts, kael, la-dame-noire, schwarze"):
        config.read(Method, "none", "chess")
    with pytest.raises(cardroom.CardroomError, match="the configuration has no value for 'options'"):
        config.parse(Method, {"game": "hearts"})


def test_the_curve_shows_every_measurement() -> None:
    points = [{"decisions": n * 10**6, "gain": n - 2.0, "low": n - 3.0, "high": n - 1.0} for n in range(1, 6)]
    picture = curve.svg(points, "a run")
    line = picture.split("<polyline")[1].split('points="')[1].split('"')[0]
    assert len(line.split()) == 5
    heights = [float(point.split(",")[1]) for point in line.split()]
    assert heights == sorted(heights, reverse=True), "more is higher"
    assert "−" in picture, "a true minus sign"
    assert curve.svg([], "nothing yet").startswith("<svg")


@pytest.mark.parametrize("file", NETS, ids=lambda file: file.parent.name)
def test_the_program_s_nets_answer_here_as_there(file: Path) -> None:
    read = whole.read(file)
    vectors = json.loads((file.parent / "tests" / "net.json").read_text(encoding="utf-8"))
    answers = read.net.answer(np.array([vector["observation"] for vector in vectors], np.int8))
    assert len(vectors) == 24 and answers.tolist() == [vector["answer"] for vector in vectors]
    assert read.net.file(read.observation_version, read.run) == file.read_bytes()


def a_net() -> tuple[whole.WholeNet, list[Any], list[Any], Any]:
    rng = np.random.default_rng(5)
    sizes = [30, 20, 10, 4]
    weights = [rng.standard_normal((rows, columns)) / np.sqrt(rows) for rows, columns in zip(sizes, sizes[1:], strict=False)]
    biases = [rng.standard_normal(columns) * 0.1 for columns in sizes[1:]]
    inputs = (rng.random((200, 30)) < 0.3).astype(np.int8)
    return whole.rounded(weights, biases, inputs), weights, biases, inputs


def test_whole_numbers_answer_as_the_floats_do() -> None:
    net, weights, biases, inputs = a_net()
    hidden: Any = inputs
    for matrix, bias in zip(weights[:-1], biases[:-1], strict=True):
        hidden = np.maximum(hidden @ matrix + bias, 0)
    floats = hidden @ weights[-1] + biases[-1]
    assert np.abs(net.answer(inputs) / whole.UNIT - floats).max() < 0.05
    assert net.sizes == [30, 20, 10, 4]


def test_a_net_read_back_is_the_net_that_was_written(tmp_path: Path) -> None:
    net, _, _, inputs = a_net()
    file = net.file(3, "ab" * 32)
    (tmp_path / "net.bin").write_bytes(file)
    read = whole.read(tmp_path / "net.bin")
    assert (read.observation_version, read.run) == (3, "ab" * 32) and read.net.file(3, read.run) == file
    scale, factor = np.full(30, 0.5, np.float32), np.full(4, 2, np.float32)
    parts = read.weights(scale, factor)
    hidden: Any = inputs * scale
    for matrix, bias in zip(parts[:-2:2], parts[1:-2:2], strict=True):
        hidden = np.maximum(hidden @ matrix + bias, 0)
    floats = (hidden @ parts[-2] + parts[-1]) * factor
    # The answers differ only because whole numbers are rounded and limited.
    assert np.abs(floats - net.answer(inputs) / whole.UNIT).mean() < 0.01
    sizes = [float(np.sqrt(np.square(matrix).mean())) for matrix in parts[:-2:2]]
    assert max(sizes) < 1.01 * min(sizes), "the layers' weights are of one size"
    for cut in (file[:-1], file + b"0"):
        (tmp_path / "other.bin").write_bytes(cut)
        with pytest.raises(cardroom.CardroomError, match="is no net"):
            whole.read(tmp_path / "other.bin")
    with pytest.raises(cardroom.CardroomError, match="cannot be read: No such file or directory"):
        whole.read(tmp_path / "nothing.bin")
    with pytest.raises(cardroom.CardroomError, match="is no net: it begins otherwise"):
        whole.read(Path(__file__))
