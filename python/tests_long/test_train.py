"""Tests that training learns, that a resumed run gives the same weights, and that errors are reported."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import cardroom
import cardroom.vector
import config
import export
import numpy as np
import pytest
import torch
import whole
from ppo import PPO, PPOSettings
from run import Run, alone, learner_of, versus

TRAIN = Path(__file__).parents[1] / "train"
SMALL: dict[str, Any] = {"matches": 32, "hidden": [16], "critic_hidden": [16], "batch": 256}
"""A small configuration: an iteration takes some hundredths of a second."""
QUICK: dict[str, Any] = {"matches": 128, "hidden": [64], "critic_hidden": [64], "batch": 512, "rate": 3e-3, "critic_rate": 3e-3, "average": 5}
"""A configuration that learns in seconds."""
SAID = [word for name, value in SMALL.items() for word in ("--set", f"{name}={json.dumps(value)}")]


def train(file: str, *words: str) -> subprocess.CompletedProcess[str]:
    # With PYTHONSAFEPATH, Python would not find the other modules in the folder of the program.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    program = [sys.executable, str(TRAIN / file), *words]
    return subprocess.run(program, capture_output=True, text=True, check=False, env=environment)


def new(folder: Path, method: str = "ppo", game: str = "schwarze-dame", seed: int = 4, net: Path | None = None, **changes: Any) -> Run:
    kind = learner_of(method)
    small = {name: value for name, value in SMALL.items() if method == "ppo" or name != "critic_hidden"}
    return Run.begin(folder, kind(config.read(kind.kind, method, game, {**small, **changes}), seed), net)


def go(run: Run, iterations: int) -> Run:
    run.go(iterations=iterations, minutes=None, every=3, sets=0)
    return run


def weights(run: Run) -> bytes:
    state = run.learner.state()
    moments = [moment for kept in state["optimizers"].values() for of in kept["state"].values() for moment in of.values()]
    nets = [weight for net in state["nets"].values() for weight in net.values()]
    return b"".join(tensor.numpy().tobytes() for tensor in [*nets, *moments])


def test_it_learns_from_nothing_in_seconds(tmp_path: Path) -> None:
    learner = go(new(tmp_path / "run", **QUICK), 60).learner
    gain = versus(learner.game, learner.average, ["random"], sets=100, seed=7)
    assert gain["low"] > 10, gain
    untrained = PPO(learner.settings, 4)
    assert versus(untrained.game, untrained.average, ["random"], sets=100, seed=7)["high"] < 10, "without learning it does not win like that"


def test_a_critic_that_sees_what_the_policy_sees_teaches_it_too(tmp_path: Path) -> None:
    learner = go(new(tmp_path / "run", **QUICK, privileged=False), 60).learner
    assert learner.critic[0].in_features == learner.policy.inputs
    gain = versus(learner.game, learner.average, ["random"], sets=100, seed=7)
    assert gain["low"] > 5, gain


def test_values_are_learned_from_nothing_in_seconds(tmp_path: Path) -> None:
    quick = {"matches": 64, "hidden": [64], "batch": 128, "rate": 3e-3, "average": 5, "memory": 20}
    learner = go(new(tmp_path / "run", "values", **quick), 40).learner
    gain = versus(learner.game, learner.average, ["random"], sets=100, seed=7)
    assert gain["low"] > 5, gain


@pytest.mark.parametrize("method", ["ppo", "values", "distil"])
def test_a_run_that_stops_is_the_same_as_one_in_one_go(tmp_path: Path, method: str) -> None:
    changes: dict[str, Any] = {"memory": 3} if method == "values" else {}
    if method == "distil":
        go(new(tmp_path / "teacher"), 1)
        changes["teacher"] = str(tmp_path / "teacher")
    whole = go(new(tmp_path / "whole", method, **changes), 7)
    go(new(tmp_path / "parts", method, **changes), 2)
    for end in (5, 7):
        parts = Run.resume(tmp_path / "parts")
        assert parts.learner.iterations < end
        go(parts, end)
    assert weights(parts) == weights(whole)
    assert parts.hash() == whole.hash()
    assert weights(Run.resume(tmp_path / "whole")) == weights(whole), "the checkpoint holds all of it"
    other = go(new(tmp_path / "other", method, seed=5, **changes), 7)
    assert weights(other) != weights(whole), "another seed, another run"


def test_a_run_stops_where_a_file_says_so(tmp_path: Path) -> None:
    run = go(new(tmp_path / "run"), 1)
    (tmp_path / "enough").touch()
    run.go(iterations=100, minutes=None, every=3, sets=0, stop=tmp_path / "enough")
    assert run.learner.iterations == 1
    run.go(iterations=100, minutes=0, every=3, sets=0)
    assert run.learner.iterations == 1, "and where its time is over"


def test_whole_numbers_choose_as_the_floats_do(tmp_path: Path) -> None:
    run = go(new(tmp_path / "run", **QUICK), 30)
    written = export.export(run, tmp_path / "game")
    assert written["same_choice"] > 0.98 and written["mean_error"] < 0.1, written
    file = (tmp_path / "game" / "net.bin").read_bytes()
    assert len(file) == written["bytes"] and file.startswith(b"cardnet1") and bytes.fromhex(written["run"]) in file[:48]
    vectors = json.loads((tmp_path / "game" / "tests" / "net.json").read_text())
    assert len(vectors) == 24 and len(vectors[0]["answer"]) == 52
    for vector in vectors:
        assert np.allclose(np.array(vector["answer"]) / whole.UNIT, vector["floats"], atol=1.0), "both are of one position"
    again = export.export(Run.resume(tmp_path / "run"), tmp_path / "again")
    assert again["run"] == written["run"] and (tmp_path / "again" / "net.bin").read_bytes() == file


def test_a_run_starts_from_a_net_and_its_critic_learns_first(tmp_path: Path) -> None:
    old = go(new(tmp_path / "old", **QUICK), 60)
    export.export(old, tmp_path / "game")
    net = tmp_path / "game" / "net.bin"
    run = new(tmp_path / "new", seed=9, net=net, **{**QUICK, "critic_alone": 2})
    begun = [weight.clone() for weight in run.learner.policy.parameters()]
    one, other = (versus(run.learner.game, which.learner.average, ["random"], sets=60, seed=7) for which in (old, run))
    assert abs(one["estimate"] - other["estimate"]) < 3 and other["low"] > 10, "it plays as the old one did"
    go(run, 1)
    run = go(Run.resume(tmp_path / "new"), 2)
    assert all(torch.equal(a, b) for a, b in zip(begun, run.learner.policy.parameters(), strict=True)), "the critic learns alone"
    assert run.learner.critic_adam.state
    go(run, 3)
    assert not all(torch.equal(a, b) for a, b in zip(begun, run.learner.policy.parameters(), strict=True)), "then both learn"
    about = json.loads((tmp_path / "new" / "run.json").read_text())
    assert about["from"] == old.hash(), "the run says what it started from"
    # In a larger layer the weights of the additional units are 0 at first, so the policy gives the same answers.
    larger = new(tmp_path / "larger", seed=9, net=net, **{**QUICK, "hidden": [96], "critic_alone": 1}).learner
    seen = run.learner.play(1, torch.Generator().manual_seed(1)).observation[10]
    assert torch.allclose(larger.policy(seen), new(tmp_path / "same", seed=9, net=net, **QUICK).learner.policy(seen), atol=0.05)
    for _ in range(2):
        larger.iterate()
    assert larger.policy.layers[-1].weight[:, 64:].abs().max() > 0
    with pytest.raises(cardroom.CardroomError, match=r"the net has layers of \[345, 64, 52\]; the configuration wants \[345, 16, 52\]"):
        new(tmp_path / "small", seed=9, net=net)
    with pytest.raises(cardroom.CardroomError, match="the net has layers of"):
        new(tmp_path / "hearts", game="hearts", seed=9, net=net)
    # A run with the method `values` that starts from a net uses the logits of the net as prior, also after it is resumed.
    started = go(new(tmp_path / "values", "values", net=net, hidden=[64], matches=16, memory=2), 1)
    kept = Run.resume(tmp_path / "values")
    prior = [learner.prior for learner in (started.learner, kept.learner)]
    assert all(torch.equal(a, b) for a, b in zip(begun, prior[1].parameters(), strict=True))
    assert weights(kept) == weights(started)


def test_distillation_makes_a_small_net_choose_as_a_large_one(tmp_path: Path) -> None:
    go(new(tmp_path / "large", **QUICK), 30)
    run = new(tmp_path / "small", "distil", teacher=str(tmp_path / "large"), hidden=[32], matches=64, rate=3e-3)
    first = run.learner.iterate()["distance"]
    for _ in range(25):
        last = run.learner.iterate()["distance"]
    assert last < first / 2, (first, last)
    with pytest.raises(cardroom.CardroomError, match="learns another game"):
        new(tmp_path / "other", "distil", "hearts", teacher=str(tmp_path / "large"))


def test_the_command_line_learns_continues_measures_and_exports(tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    first = train("ppo.py", "schwarze-dame", "--dir", folder, *SAID, "--iterations", "2", "--every", "1", "--sets", "4")
    assert first.returncode == 0, first.stderr
    assert first.stderr == "", "a line of progress is for terminals"
    assert "against three rule" in first.stdout
    second = train("ppo.py", "schwarze-dame", "--resume", folder, "--iterations", "3", "--every", "1", "--sets", "4")
    assert second.returncode == 0, second.stderr
    lines = [json.loads(line) for line in (tmp_path / "run" / "curve.jsonl").read_text().splitlines()]
    assert [line["iteration"] for line in lines] == [1, 2, 3]
    assert (tmp_path / "run" / "curve.svg").read_text().startswith("<svg")
    measured = train("measure.py", folder, "--against", "random", "--sets", "4")
    assert measured.returncode == 0 and json.loads(measured.stdout)["iteration"] == 3, measured.stderr
    exported = train("export.py", folder, "--to", str(tmp_path / "game"))
    assert exported.returncode == 0 and json.loads(exported.stdout)["bytes"] > 5000, exported.stderr
    wrong = train("values.py", "schwarze-dame", "--resume", folder)
    assert wrong.returncode == 2 and wrong.stderr == f"error: {folder} learns schwarze-dame by ppo\n"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["chess", "--dir", "DIR"], "there is no training for 'chess'; there is one for hearts, kael, la-dame-noire, schwarze-dame"),
        (["schwarze-dame"], "name the folder of a new run with --dir, or that of an old one with --resume"),
        (["schwarze-dame", "--resume", "DIR"], "DIR has no run"),
        (["schwarze-dame", "--dir", "DIR", "--set", "speed=1"], "a configuration has no 'speed'; it has game,"),
        (["schwarze-dame", "--dir", "DIR", "--set", "rate"], "--set wants name=value, as trace=0.8 or hidden=[256,256], not 'rate'"),
        (["schwarze-dame", "--dir", "DIR", "--set", "against=nobody"], "nobody"),
        (["schwarze-dame", "--dir", "DIR", "--seed", "-1"], "the seed of a run is a number from 0 to 2**63 - 1"),
        (["schwarze-dame", "--dir", "DIR", "--device", "gpu"], "the device gpu cannot be used: "),
        (["schwarze-dame", "--resume", "DIR", "--seed", "1"], "a resumed run keeps its folder, its configuration, its seed and the net that"),
        (["schwarze-dame", "--dir", "DIR", "--from", "DIR/net.bin"], "DIR/net.bin cannot be read: No such file or directory"),
    ],
)
def test_what_is_wrong_is_reported(words: list[str], error: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    done = train("ppo.py", *(word.replace("DIR", folder) for word in words))
    assert done.returncode == 2 and done.stderr.startswith("error: "), done.stderr
    assert error.replace("DIR", folder) in done.stderr
    assert not (tmp_path / "run").exists(), "nothing was begun"


def test_a_folder_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    go(new(folder), 1)
    with pytest.raises(cardroom.CardroomError, match="has a run: continue it"):
        new(folder)
    about = json.loads((folder / "run.json").read_text())
    for changes, error in (
        ({"hidden": [17]}, "does not fit the configuration beside it"),
        ({"observation_version": 99}, "learned from version 99 of the observation"),
        ({"method": "magic"}, "there is no method 'magic'; there are ppo, values, distil"),
    ):
        (folder / "run.json").write_text(json.dumps({**about, **changes}))
        with pytest.raises(cardroom.CardroomError, match=error):
            Run.resume(folder)
    (folder / "run.json").write_text(json.dumps(about))
    (folder / "checkpoint.pt").write_bytes(b"half a file")
    with pytest.raises(cardroom.CardroomError, match="cannot be read"):
        Run.resume(folder)


def test_two_programs_do_not_learn_in_one_folder(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    first = go(new(folder), 1)
    late = Run.resume(folder)
    with alone(folder):
        second = train("ppo.py", "schwarze-dame", "--resume", str(folder), "--iterations", "2", "--sets", "0")
        assert second.returncode == 2 and second.stderr == (
            f"error: another program learns in {folder}: wait for its end, or stop it with a file {folder / 'stop'}\n"
        )
        with pytest.raises(cardroom.CardroomError, match="another program learns in"):
            go(first, 2)
    go(first, 2)
    with pytest.raises(cardroom.CardroomError, match="has learned more since it was read: resume it again"):
        go(late, 2)


def test_against_a_bot_it_learns_from_its_own_choices_alone() -> None:
    learner = PPO(config.read(PPOSettings, "ppo", "schwarze-dame", {**SMALL, "matches": 8, "against": "rule"}), 4)
    seed, generator = learner.rng()
    deals = learner.play(seed, generator, "rule")
    own = deals.seat == torch.arange(8) % 4
    assert float(own.double().mean()) == 0.25
    assert deals.free.any() and not (deals.free & ~own).any()
    assert len(deals.place) == len(deals.legal) == deals.free.sum()
    # The other seats play as the bot does. The rule player uses no random numbers, so its choices can be compared.
    envs = cardroom.vector.make(learner.game, 8, seed=seed, threads=1, max_steps=2000)
    envs.reset()
    for step in range(len(deals.action)):
        others = (envs.mask.sum(1, dtype=np.int32) > 1) & ~own[step].numpy()
        assert (envs.bot_actions("rule", others)[others] == deals.action[step].numpy()[others]).all(), step
        envs.step(deals.action[step].numpy().astype(np.int32))


def test_a_learner_finds_what_a_bot_does_wrong(tmp_path: Path) -> None:
    run = new(tmp_path / "run", **{**QUICK, "matches": 256, "against": "random"})
    run.go(iterations=40, minutes=None, every=40, sets=20)
    gain = versus(run.learner.game, run.learner.average, ["random"], sets=100, seed=7)
    assert gain["low"] > 5, gain
    assert "three random" in (tmp_path / "run" / "curve.svg").read_text()
