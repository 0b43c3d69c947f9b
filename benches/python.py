"""Measures the speed of the Python package, and of OpenSpiel's hearts (in C++) for comparison.

The program measures decisions a second in batches on one core, a loop over PettingZoo's interface, one call of
`apply_action`, and the import. It also reports the size of the wheel. Times are CPU times. Each round measures everything
once, so that all measurements run under the same conditions, and the medians of the rounds count. A batch has 1,024
matches. A decision is a step that writes the observation and the mask into existing arrays, and deals again after the end
of a deal. The actions are drawn at random from the mask by NumPy, outside the measured time. `--two-cores` also measures
wall time on one and on two threads, which needs an idle machine. The results are printed as JSON. python.sh calls this
program.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
import pyspiel

import cardroom
import cardroom.vector
from cardroom import pettingzoo

ENVS = 1024
# Numbers of matches in a batch, for the times on two cores.
TWO_CORES = (1024, 4096, 16384, 65536)
GAMES = ("schwarze-dame", "hearts", "kael", "la-dame-noire", "rouge-et-noir")


def steps(
    name: str,
    seconds: float,
    threads: int = 1,
    spin: bool = False,
    clock: Callable[[], float] = time.process_time,
    matches: int = ENVS,
) -> dict[str, float]:
    """Decisions a second, with and without rows, and rows a decision."""
    envs = cardroom.vector.make(name, matches, seed=1, threads=threads, spin=spin)
    envs.reset()
    rng = np.random.default_rng(1)
    stepping = rowing = 0.0
    count = rows = 0
    while stepping < seconds:
        # `1 - random` is above 0. A random number of 0 would make a legal action equal to a forbidden one.
        actions = ((1 - rng.random(envs.mask.shape, dtype=np.float32)) * envs.mask).argmax(axis=1).astype(np.int32)
        begin = clock()
        envs.step(actions)
        middle = clock()
        found = envs.rows()
        rowing += clock() - middle
        stepping += middle - begin
        count += matches
        rows += len(found.actions)
    return {"steps": count / stepping, "with_rows": count / (stepping + rowing), "rows": rows / count}


def hearts(seconds: float) -> float:
    """Decisions a second of OpenSpiel's hearts with tensor and mask. The time includes dealing."""
    game = pyspiel.load_game("hearts(pass_cards=false)")
    rng = random.Random(1)
    count, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            state.information_state_tensor(state.current_player())
            state.legal_actions_mask()
            state.apply_action(rng.choice(state.legal_actions()))
            count += 1
    return count / spent


def aec(seconds: float, observes: bool) -> float:
    """Steps a second of a loop over PettingZoo's interface."""
    env = pettingzoo.env("schwarze-dame")
    rng = random.Random(1)
    count, begin, seed = 0, time.process_time(), 0
    while (spent := time.process_time() - begin) < seconds:
        env.reset(seed=seed)
        seed += 1
        state = env.state_of_play
        while state.current_player() >= 0:
            if observes:
                observation, _, _, _, _ = env.last()
                legal = np.flatnonzero(observation["action_mask"])
            else:
                legal = state.legal_actions()
            env.step(legal[int(rng.random() * len(legal))])
            count += 1
    return count / spent


def plays(make: Callable[[], object], seconds: float) -> float:
    """Microseconds of a call of ``apply_action``, for the first 51 of the 52 cards of a deal that has been dealt."""
    state = make()
    rng, actions = random.Random(1), []
    for _ in range(52):
        actions.append(rng.choice(state.legal_actions()))
        if len(actions) < 52:
            state.apply_action(actions[-1])
    actions.pop()  # the last card also deals the next deal or ends the match, so it is not measured
    start, spent, count = make(), 0.0, 0
    while spent < seconds:
        copies = [start.clone() for _ in range(100)]
        begin = time.process_time()
        for copy in copies:
            apply = copy.apply_action
            for action in actions:
                apply(action)
        spent += time.process_time() - begin
        count += 100 * len(actions)
    return spent / count * 1e6


def dealt() -> object:
    state = pyspiel.load_game("hearts(pass_cards=false)").new_initial_state()
    rng = random.Random(1)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def loop(seconds: float) -> float:
    """Microseconds of the loop around the calls of ``plays``, without a call."""
    actions, spent, count = [0] * 51, 0.0, 0
    while spent < seconds:
        begin = time.process_time()
        for _ in range(100):
            for _action in actions:
                pass
        spent += time.process_time() - begin
        count += 5100
    return spent / count * 1e6


def imports() -> float:
    """Milliseconds of CPU time that ``import cardroom`` takes."""
    code = "import time; b = time.process_time(); import cardroom; print(time.process_time() - b)"
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout) * 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement in each round")
    parser.add_argument("--two-cores", action="store_true", help="wall time on one and two threads, on an idle machine")
    options = parser.parse_args()
    measured: dict[str, list[float]] = {}

    def add(name: str, figure: float) -> None:
        measured.setdefault(name, []).append(figure)

    second = options.seconds
    for _ in range(options.rounds):
        for name in GAMES:
            found = steps(name, second)
            add(f"{name}: decisions/s", found["steps"])
            add(f"{name}: decisions/s with rows", found["with_rows"])
            add(f"{name}: rows a decision", found["rows"])
        add("pyspiel hearts: decisions/s with tensor and mask", hearts(second))
        add("AEC: steps/s", aec(second, observes=False))
        add("AEC: steps/s with last()", aec(second, observes=True))
        add("apply_action: µs", plays(lambda: cardroom.load_game("schwarze-dame").new_initial_state(seed=1), second))
        add("pyspiel hearts apply_action: µs", plays(dealt, second))
        add("the loop alone: µs", loop(second / 4))
        add("import: ms", imports())
        if options.two_cores:
            for matches in TWO_CORES:
                one = steps("schwarze-dame", second, 1, clock=time.perf_counter, matches=matches)["steps"]
                for spin, name in ((True, "threads that spin"), (False, "threads that sleep")):
                    two = steps("schwarze-dame", second, 2, spin, time.perf_counter, matches)["steps"]
                    add(f"two cores to one, wall time, {matches} matches, {name}", two / one)
    median = {name: float(f"{statistics.median(figures):.4g}") for name, figures in measured.items()}
    peer = median["pyspiel hearts: decisions/s with tensor and mask"]
    median["hearts to pyspiel's"] = round(median["hearts: decisions/s"] / peer, 1)
    around = median["the loop alone: µs"]
    ours, theirs = (median[f"{whose}apply_action: µs"] - around for whose in ("", "pyspiel hearts "))
    median["pyspiel's apply_action to ours, without the loop"] = round(theirs / ours, 2)
    median["wheel: MiB"] = round(os.path.getsize(options.wheel) / 2**20, 2)
    print(json.dumps(median, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
