"""Tests that a new game needs no Python code: the two test games, which have no board and no words, are played to the end."""

import os
import subprocess
import sys

import pytest

PLAY = """
import sys
import cardroom, cardroom.gymnasium, cardroom.vector
import numpy as np

name, options = sys.argv[1], eval(sys.argv[2])
assert name in cardroom.games()
game = cardroom.load_game(name, options=options)
state = game.new_initial_state(seed=7)
while not state.is_terminal():
    seat = state.current_player()
    assert state.observation(seat).shape == (game.observation_size,)
    state.apply_action(state.bot_action("expert"))
again = game.state_from_record(state.to_record(all_cards=True))
assert again.returns() == state.returns()

envs = cardroom.vector.make(name, 4, options=options, seed=7)
envs.reset()
ended = 0
for _ in range(2000):
    envs.step(envs.mask.argmax(axis=1).astype(np.int32))
    ended += int(envs.done.sum())
assert ended > 0

played = cardroom.simulate(name, matches=2, bots="rule", options=options, seed=1)
assert played["matches"] == 2
"""


@pytest.mark.parametrize(("name", "options"), [("pairs", {"to": 20}), ("stairs", {})])
def test_a_game_without_a_board_is_played_to_the_end(name: str, options: dict[str, int]) -> None:
    environment = os.environ | {"CARDROOM_TEST_GAMES": "1"}
    run = [sys.executable, "-c", PLAY, name, repr(options)]
    subprocess.run(run, env=environment, check=True, timeout=600)
