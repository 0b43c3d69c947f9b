"""Training: it learns, it goes on as if it had not stopped, and it says what is wrong."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cardroom
import cardroom.vector
import numpy as np
import pytest
from cardroom.train import config, curve, export, whole
from cardroom.train.ppo import SelfPlay
from cardroom.train.run import Run, alone, versus

SMALL: dict[str, Any] = {"matches": 32, "hidden": [16], "critic_hidden": [16], "batch": 256}
"""A small configuration: an iteration takes some hundredths of a second."""
QUICK: dict[str, Any] = {"matches": 128, "hidden": [64], "critic_hidden": [64], "batch": 512, "rate": 3e-3, "critic_rate": 3e-3, "average": 5}
"""One that learns in seconds."""


def train(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "cardroom.train", *words], capture_output=True, text=True, check=False)


def begin(folder: Path, iterations: int, changes: dict[str, Any] = SMALL, seed: int = 4) -> Run:
    run = Run.begin(folder, config.read("schwarze-dame", changes), seed)
    run.go(iterations=iterations, minutes=None, every=3, sets=0)
    return run


def weights(run: Run) -> bytes:
    return b"".join(array.tobytes() for array in run.learner.arrays())


def test_it_learns_from_nothing_in_seconds(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", 60, QUICK)
    gain = versus(run.learner, ["random"], sets=100, seed=7)
    assert gain["low"] > 10, gain
    untrained = SelfPlay(run.learner.config, 4)
    assert versus(untrained, ["random"], sets=100, seed=7)["high"] < 10, "without learning it does not win like that"


def test_a_run_that_stops_is_the_same_as_one_in_one_go(tmp_path: Path) -> None:
    whole = begin(tmp_path / "whole", 7)
    begin(tmp_path / "parts", 2)
    for end in (5, 7):
        parts = Run.resume(tmp_path / "parts")
        assert parts.learner.iterations < end
        parts.go(iterations=end, minutes=None, every=3, sets=0)
    assert weights(parts) == weights(whole)
    assert parts.hash() == whole.hash()
    assert weights(Run.resume(tmp_path / "whole")) == weights(whole), "the checkpoint holds all of it"
    threads = Run.begin(tmp_path / "threads", config.read("schwarze-dame", SMALL), 4, threads=2)
    threads.go(iterations=7, minutes=None, every=3, sets=0)
    assert weights(threads) == weights(whole), "on any number of threads"
    other = begin(tmp_path / "other", 7, seed=5)
    assert weights(other) != weights(whole), "another seed, another run"


def test_a_run_stops_where_a_file_says_so(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", 1)
    (tmp_path / "enough").touch()
    run.go(iterations=100, minutes=None, every=3, sets=0, stop=tmp_path / "enough")
    assert run.learner.iterations == 1
    run.go(iterations=100, minutes=0, every=3, sets=0)
    assert run.learner.iterations == 1, "and where its time is over"


def test_whole_numbers_choose_as_the_floats_do(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", 30, QUICK)
    told = export.export(run, tmp_path / "game")
    assert told["same_choice"] > 0.98 and told["mean_error"] < 0.1, told
    file = (tmp_path / "game" / "net.bin").read_bytes()
    assert len(file) == told["bytes"] and file.startswith(b"cardnet1") and bytes.fromhex(told["run"]) in file[:48]
    vectors = json.loads((tmp_path / "game" / "tests" / "net.json").read_text())
    assert len(vectors) == 24 and len(vectors[0]["answer"]) == 52
    again = export.export(Run.resume(tmp_path / "run"), tmp_path / "again")
    assert again["run"] == told["run"] and (tmp_path / "again" / "net.bin").read_bytes() == file


def test_a_run_begins_with_a_net_and_its_critic_learns_first(tmp_path: Path) -> None:
    old = begin(tmp_path / "old", 60, QUICK)
    export.export(old, tmp_path / "game")
    net = tmp_path / "game" / "net.bin"
    run = Run.begin(tmp_path / "new", config.read("schwarze-dame", {**QUICK, "critic_alone": 2}), 9, net)
    begun = [weight.copy() for weight in run.learner.policy.weights]
    one, other = (versus(learner, ["random"], sets=60, seed=7) for learner in (old.learner, run.learner))
    assert abs(one["estimate"] - other["estimate"]) < 3 and other["low"] > 10, "it plays as the old one did"
    run.go(iterations=1, minutes=None, every=3, sets=0)
    run = Run.resume(tmp_path / "new")
    run.go(iterations=2, minutes=None, every=3, sets=0)
    assert all((a == b).all() for a, b in zip(begun, run.learner.policy.weights, strict=True)), "the critic learns alone"
    assert run.learner.adams[1].updates > 0
    run.go(iterations=3, minutes=None, every=3, sets=0)
    assert any((a != b).any() for a, b in zip(begun, run.learner.policy.weights, strict=True)), "then both learn"
    about = json.loads((tmp_path / "new" / "run.json").read_text())
    assert about["from"] == old.hash(), "the run says what it began with"
    with pytest.raises(cardroom.CardroomError, match=r"the net has layers of \[345, 64, 52\]; the configuration wants \[345, 16, 52\]"):
        Run.begin(tmp_path / "small", config.read("schwarze-dame", SMALL), 9, net)
    with pytest.raises(cardroom.CardroomError, match="the net has layers of"):
        Run.begin(tmp_path / "hearts", config.read("hearts", SMALL), 9, net)


def test_a_net_read_back_is_the_net_that_was_written(tmp_path: Path) -> None:
    run = begin(tmp_path / "run", 5)
    export.export(run, tmp_path / "game")
    file = (tmp_path / "game" / "net.bin").read_bytes()
    read = whole.read(tmp_path / "game" / "net.bin")
    assert read.run == run.hash() and read.net.file(read.observation_version, read.run) == file
    deals = run.learner.play(np.random.default_rng(2))
    observation = deals.flat(deals.observation)
    run.learner.policy.weights = read.weights(run.learner.inputs.scale, run.learner.head.factor)
    floats = run.learner.policy.out(run.learner.inputs.policy(observation))
    # What is rounded and cut off in whole numbers is all that differs.
    assert np.abs(floats - read.net.answer(observation) / whole.UNIT).mean() < 0.01
    sizes = [float(np.sqrt(np.square(matrix).mean())) for matrix in run.learner.policy.weights[::2]]
    assert max(sizes) < 1.01 * min(sizes), "the layers' weights are of one size"
    for cut in (file[:-1], file + b"0"):
        (tmp_path / "other.bin").write_bytes(cut)
        with pytest.raises(cardroom.CardroomError, match="is no net"):
            whole.read(tmp_path / "other.bin")


def test_the_command_line_learns_goes_on_measures_and_exports(tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    small = [word for name, value in SMALL.items() for word in ("--set", f"{name}={json.dumps(value)}")]
    first = train("schwarze-dame", "--dir", folder, *small, "--iterations", "2", "--every", "1", "--sets", "4")
    assert first.returncode == 0, first.stderr
    assert first.stderr == "", "a progress bar is for terminals"
    assert "against three rule" in first.stdout
    second = train("schwarze-dame", "--resume", folder, "--iterations", "3", "--every", "1", "--sets", "4")
    assert second.returncode == 0, second.stderr
    lines = [json.loads(line) for line in (tmp_path / "run" / "curve.jsonl").read_text().splitlines()]
    assert [line["iteration"] for line in lines] == [1, 2, 3]
    assert (tmp_path / "run" / "curve.svg").read_text().startswith("<svg")
    measured = train("measure", folder, "--against", "random", "--sets", "4")
    assert measured.returncode == 0 and json.loads(measured.stdout)["iteration"] == 3, measured.stderr
    exported = train("export", folder, "--to", str(tmp_path / "game"))
    assert exported.returncode == 0 and json.loads(exported.stdout)["bytes"] > 5000, exported.stderr


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["chess", "--dir", "DIR"], "there is no training for 'chess'; there is one for hearts, kael, la-dame-noire, schwarze-dame"),
        (["schwarze-dame"], "name the folder of a new run with --dir, or that of an old one with --resume"),
        (["schwarze-dame", "--resume", "DIR"], "DIR has no run"),
        (["schwarze-dame", "--dir", "DIR", "--set", "speed=1"], "a configuration has no 'speed'; it has game,"),
        (["schwarze-dame", "--dir", "DIR", "--set", "deals=0"], "deals is a whole number from 1 on, not 0"),
        (["schwarze-dame", "--dir", "DIR", "--set", "rate=fast"], "--set wants name=value, as trace=0.8 or hidden=[256,256], not 'rate=fast'"),
        (["schwarze-dame", "--dir", "DIR", "--set", "trace=2"], "trace is 1 at most"),
        (["schwarze-dame", "--dir", "DIR", "--seed", "-1"], "the seed of a run is a number from 0 to 2**63 - 1"),
        (["schwarze-dame", "--dir", "DIR", "--gpu"], "there is no GPU that can be used (CuPy and CUDA are needed): "),
        (["schwarze-dame", "--resume", "DIR", "--seed", "1"], "a resumed run keeps its folder, its configuration, its seed and what it began with"),
        (["schwarze-dame", "--dir", "DIR", "--from", "DIR/net.bin"], "DIR/net.bin cannot be read: No such file or directory"),
        (["schwarze-dame", "--dir", "DIR", "--from", __file__], f"{__file__} is no net: it begins otherwise"),
        (["export", "DIR", "--to", "DIR"], "DIR has no run"),
    ],
)
def test_what_is_wrong_is_said(words: list[str], error: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    done = train(*(word.replace("DIR", folder) for word in words))
    assert done.returncode == 2 and done.stderr.startswith("error: "), done.stderr
    assert error.replace("DIR", folder) in done.stderr
    assert not (tmp_path / "run").exists(), "nothing was begun"


def test_a_folder_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    begin(folder, 1)
    with pytest.raises(cardroom.CardroomError, match="has a run: go on with it"):
        Run.begin(folder, config.read("schwarze-dame", SMALL), 1)
    about = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**about, "hidden": [17]}))
    with pytest.raises(cardroom.CardroomError, match="does not fit the configuration beside it"):
        Run.resume(folder)
    (folder / "run.json").write_text(json.dumps({**about, "observation_version": 99}))
    with pytest.raises(cardroom.CardroomError, match="learned from version 99 of the observation"):
        Run.resume(folder)
    (folder / "run.json").write_text(json.dumps(about))
    (folder / "checkpoint.npz").write_bytes(b"half a file")
    with pytest.raises(cardroom.CardroomError, match="cannot be read"):
        Run.resume(folder)


def test_two_programs_do_not_learn_in_one_folder(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first = begin(folder, 1)
    late = Run.resume(folder)
    with alone(folder):
        second = train("schwarze-dame", "--resume", str(folder), "--iterations", "2", "--sets", "0")
        assert second.returncode == 2 and second.stderr == (
            f"error: another program learns in {folder}: wait for its end, or stop it with a file {folder / 'stop'}\n"
        )
        with pytest.raises(cardroom.CardroomError, match="another program learns in"):
            first.go(iterations=2, minutes=None, every=3, sets=0)
    first.go(iterations=2, minutes=None, every=3, sets=0)
    with pytest.raises(cardroom.CardroomError, match="has learned more since it was read: resume it again"):
        late.go(iterations=2, minutes=None, every=3, sets=0)


def test_the_curve_shows_every_measurement() -> None:
    points = [{"decisions": n * 10**6, "gain": n - 2.0, "low": n - 3.0, "high": n - 1.0} for n in range(1, 6)]
    picture = curve.svg(points, "a run")
    line = picture.split("<polyline")[1].split('points="')[1].split('"')[0]
    assert len(line.split()) == 5
    heights = [float(point.split(",")[1]) for point in line.split()]
    assert heights == sorted(heights, reverse=True), "more is higher"
    assert "−" in picture, "a true minus sign"
    assert curve.svg([], "nothing yet").startswith("<svg")


def test_against_a_bot_it_learns_from_its_own_choices_alone(tmp_path: Path) -> None:
    learner = SelfPlay(config.read("schwarze-dame", {**SMALL, "matches": 8, "against": "rule"}), 4)
    deals = learner.play(np.random.default_rng(1))
    seats = np.arange(8) % 4
    assert (deals.own == (deals.seat == seats)).all()
    assert deals.own.mean() == 0.25
    free = deals.mask.sum(2, dtype=np.int32) > 1
    assert (deals.chance[free & ~deals.own] == 1).all() and (deals.chance[free & deals.own] < 1).any()
    # The other seats play what the bot plays: the rule player has no choice of its own.
    envs = cardroom.vector.make(learner.game, 8, seed=int(np.random.default_rng(1).integers(2**63)), threads=1, max_steps=2000)
    envs.reset()
    for step in range(len(deals.action)):
        others = free[step] & ~deals.own[step]
        assert (envs.bot_actions("rule", others)[others] == deals.action[step][others]).all(), step
        envs.step(deals.action[step].astype(np.int32))
    alone = SelfPlay(config.read("schwarze-dame", {**SMALL, "matches": 8}), 4).play(np.random.default_rng(1))
    assert alone.own.all()


def test_a_learner_finds_what_a_bot_does_wrong(tmp_path: Path) -> None:
    run = Run.begin(tmp_path / "run", config.read("schwarze-dame", {**QUICK, "matches": 256, "against": "random"}), 4)
    run.go(iterations=40, minutes=None, every=40, sets=20)
    gain = versus(run.learner, ["random"], sets=100, seed=7)
    assert gain["low"] > 5, gain
    assert "three of random" in (tmp_path / "run" / "curve.svg").read_text()


def test_exploit_says_what_it_gains_and_goes_on(tmp_path: Path) -> None:
    small = [word for name, value in SMALL.items() for word in ("--set", f"{name}={json.dumps(value)}")]
    words = ["exploit", "schwarze-dame", "--against", "rule", "--measure", "4", "--every", "2"]
    told = train(*words, "--dir", str(tmp_path / "run"), "--iterations", "2", *small)
    assert told.returncode == 0, told.stderr
    said = json.loads(told.stdout.splitlines()[-1])
    assert (said["iteration"], said["against"], said["sets"]) == (2, "rule", 4) and said["low"] <= said["estimate"] <= said["high"]
    told = train(*words, "--resume", str(tmp_path / "run"), "--iterations", "3")
    assert json.loads(told.stdout.splitlines()[-1])["iteration"] == 3, told.stderr
    wrong = train("schwarze-dame", "--resume", str(tmp_path / "run"), "--iterations", "4")
    assert wrong.returncode == 2 and "learns against rule" in wrong.stderr
