"""Tests that Ctrl-C ends long calls, and that calls after it work."""

import subprocess
import sys

import pytest

# Each first text is a call that would run for hours. After its interruption the second text must work.
CALLS = {
    "bot_action": ("state.bot_action('pimc:10000000')", "state.bot_action('pimc:10')"),
    "arena": ("cardroom.arena('schwarze-dame', ['pimc:10000000', 'rule'], sets=10**6)", "cardroom.arena(game, ['rule'], sets=1)"),
    "arena with a function": ("cardroom.arena('schwarze-dame', [first, 'pimc:1000'], sets=10**6)", "cardroom.arena(game, [first], sets=1)"),
    "arena part": ("cardroom.plan_arena('schwarze-dame', ['pimc:10000000']).part(0, 9)", "cardroom.arena(game, ['rule'], sets=1)"),
    "simulate": ("cardroom.simulate('la-dame-noire', 'pimc:10000000', matches=10**6)", "cardroom.simulate(game, matches=1)"),
    "simulate quickly": ("cardroom.simulate(game, matches=2**31, progress=print)", "cardroom.simulate(game, matches=1)"),
    "solve": ("cardroom.solve_range(1, 10**7, budget=2**20)", "cardroom.solve(2)"),
    "bot_actions": ("envs.bot_actions('pimc:10000000')", "envs.bot_actions('rule')"),
    "random_steps": ("envs.random_steps(10**12)", "envs.reset(); envs.random_steps(1)"),
    "step": ("slow.reset(); slow.step(slow.mask.argmax(axis=1))", "envs.reset()"),
}

PROGRAM = """
import os, signal, sys, threading, time
import cardroom, cardroom.vector
import numpy as np

# A shell that runs the tests in the background has it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

def first(questions):
    return questions.mask.argmax(axis=1)

game = cardroom.load_game("schwarze-dame", {{"deals": 1}})
state = cardroom.load_game("hearts").new_initial_state(seed=1)
envs = cardroom.vector.make("schwarze-dame", 16, seed=1)
envs.reset()
slow = cardroom.vector.make("hearts", 4, seed=1, seat_policy=["pimc:10000000", "agent", "agent", "agent"])
sent = []
begun = threading.Event()

def interrupt():
    begun.wait()
    # Most of it is in Rust now, where nothing can be seen from here. If not, Ctrl-C comes early, and ends the call as well.
    time.sleep(0.3)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)

def call():
    begun.set()
    {call}

threading.Thread(target=interrupt, daemon=True).start()
try:
    call()
except KeyboardInterrupt:
    took = time.monotonic() - sent[0]
else:
    sys.exit("it has ended by itself")
{after}
print("after", took)
"""


@pytest.mark.parametrize(("call", "after"), CALLS.values(), ids=CALLS)
def test_ctrl_c_ends_a_long_call(call: str, after: str) -> None:
    program = PROGRAM.format(call=call, after=after)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    # It takes less than a second on a machine that is not busy.
    assert float(done.stdout.split()[-1]) < 20


def test_a_program_that_ctrl_c_ends_ends() -> None:
    """Threads that still work for a run must not use the interpreter after it has ended."""
    call = "cardroom.arena('schwarze-dame', [first, 'pimc:10000000', 'rule'], sets=10**6)"
    program = PROGRAM.format(call=call, after="raise KeyboardInterrupt")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr.strip().endswith("KeyboardInterrupt") and "panicked" not in done.stderr and "FATAL" not in done.stderr
    assert done.returncode in (1, 130, -2)
