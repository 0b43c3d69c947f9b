"""Tests our games with OpenSpiel's playthrough and algorithms."""

import random

import cardroom
import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts

import cardroom.openspiel

SMALL = "cardroom(game=schwarze-dame,seed=0,skip=44,worlds=2)"


@pytest.mark.parametrize("name", cardroom.openspiel.names())
def test_every_game_can_be_played(name: str) -> None:
    game = pyspiel.load_game(name)
    rng = random.Random(1)
    state = game.new_initial_state()
    for _ in range(300):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        copy = state.clone()
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        assert len(copy.history()) + 1 == len(state.history()), "clones go apart"
        copy.apply_action(action)
        assert str(copy) == str(state)
    if state.is_terminal():
        assert len(state.returns()) == game.num_players()


def test_the_library_s_own_playthrough() -> None:
    name = "cardroom(game=schwarze-dame,seeds=3,skip=46)"
    text = generate_playthrough.playthrough(name, action_sequence=None, seed=1)
    assert text == generate_playthrough.playthrough(name, action_sequence=None, seed=1)
    assert "IsTerminal() = True" in text and "play " in text


def test_worlds_look_the_same_to_the_seat_that_acts() -> None:
    game = pyspiel.load_game("cardroom(game=schwarze-dame,seed=3,skip=30,worlds=5)")
    states = [game.new_initial_state() for _ in range(5)]
    for world, state in enumerate(states):
        state.apply_action(world)
    seat = states[0].current_player()
    assert len({state.information_state_string(seat) for state in states}) == 1
    others = {state.information_state_string((seat + 1) % 4) for state in states}
    assert len(others) > 1


def test_cfr_closes_in_on_an_equilibrium() -> None:
    game = pyspiel.load_game(SMALL)
    solver = cfr.CFRSolver(game)
    uniform = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert uniform > 1 and exploitability.nash_conv(game, solver.average_policy()) < uniform / 10


def test_ismcts_draws_worlds() -> None:
    game = pyspiel.load_game("cardroom(game=schwarze-dame,seeds=3,skip=32)")
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2, max_simulations=30, random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    state.apply_action(1)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(cardroom.CardroomError, match="there is no game"):
        cardroom.openspiel.CardroomGame({"game": "bridge"})
    with pytest.raises(cardroom.CardroomError, match="name=value"):
        cardroom.openspiel.CardroomGame({"options": "deals"})
    with pytest.raises(cardroom.CardroomError, match="skip is a whole number from 0"):
        cardroom.openspiel.CardroomGame({"skip": -1})
    with pytest.raises(cardroom.CardroomError, match="chance node"):
        cardroom.openspiel.CardroomGame().new_initial_state().match.returns()
