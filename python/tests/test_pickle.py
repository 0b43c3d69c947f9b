"""Tests that matches, batches and environments can be pickled and copied during play, and continue in the same way."""

import concurrent.futures
import copy
import json
import multiprocessing
import pickle
import random
import re
from typing import Any

import cardroom
import cardroom.vector
import numpy as np
import pytest

GAMES = cardroom.games()
ARRAYS = ("observation", "mask", "seat", "reward", "done", "truncated", "over", "won", "final_observation")


def read(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def story(state: cardroom.State, choices: int = 60) -> list[Any]:
    """All that the methods of a state return, now and after each of some random actions."""
    rng, told = random.Random(5), []
    for _ in range(choices):
        seats = range(state.num_seats)
        told += [state.history(), state.returns(), state.totals, state.deals, state.winners, state.current_player()]
        told += [state.must, state.may, state.legal_actions(), state.view(all_cards=True)]
        told += [state.observation(seat).tobytes() for seat in seats] + [state.action_rows().tobytes()]
        if state.is_terminal():
            break
        told += [state.world(seat, 3).view(all_cards=True) for seat in seats]
        state.apply_action(rng.choice(state.legal_actions()))
    return told


def played(name: str, choices: int, options: dict[str, Any] | None = None) -> cardroom.State:
    state = cardroom.load_game(name, options).new_initial_state(seed=choices)
    rng = random.Random(choices)
    for _ in range(choices):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_a_state_plays_on(name: str) -> None:
    # These states are in the first deal, in later deals, and after only a part of an action.
    for choices in (0, 1, 2, 13, 30, 61, 150, 400):
        state = played(name, choices)
        assert story(read(state)) == story(state)


def test_a_pass_that_is_half_made() -> None:
    state = played("hearts", 2)
    assert state.history() == [] and len(state.legal_actions()) == 11
    assert read(state).legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", GAMES)
def test_a_world_plays_on(name: str) -> None:
    for choices in (2, 25, 90):
        world = played(name, choices)
        for seed in range(3):
            if world.is_terminal():
                break
            world = world.world(world.current_player(), seed)
            rng = random.Random(seed)
            for _ in range(5):
                if not world.is_terminal():
                    world.apply_action(rng.choice(world.legal_actions()))
            assert story(read(world)) == story(world.clone())
        with pytest.raises(cardroom.CardroomError, match="no record"):
            read(world).to_record(all_cards=True)


def test_a_record_goes_on_and_a_match_that_is_over_stays_over() -> None:
    state = played("schwarze-dame", 10_000, {"deals": 2})
    assert state.is_terminal() and read(state).is_terminal()
    assert read(state).to_record() == state.to_record()


def test_it_is_compact() -> None:
    assert len(pickle.dumps(played("schwarze-dame", 40))) < 1_000


@pytest.mark.parametrize("name", GAMES)
def test_damaged_data_is_an_error_in_words(name: str) -> None:
    """Damages every part of the data in many ways. The only exception must be CardroomError."""
    state = played(name, 40).world(0, 7)
    kind, (game, options, seats, seed, decks, log) = state.__reduce__()
    lines = log.splitlines(keepends=True)
    rng = random.Random(3)
    wrong = ["x", "=9.9.9", "#", "#-1", "#999999999999999999999", "@", "@[9,1]", "@[0,-1]", "@[0]", "9play Qs", "0", "0play", "é", "\0", "0fly"]
    logs = ["".join([*lines[:at], line + "\n", *lines[at:]]) for line in wrong for at in (0, 5, len(lines))]
    logs += ["".join(rng.sample(lines, len(lines))) for _ in range(5)] + [log[:-30] + log[-29:], log * 2]
    refused = 0
    for bad in logs:
        try:
            kind(game, options, seats, seed, decks, bad)
        except cardroom.CardroomError as error:
            refused += "bug in cardroom" not in str(error)
    assert refused >= len(wrong) * 3
    for arguments in (("bridge", options, seats, seed), (game, "{", seats, seed), (game, options, 99, seed), (game, options, seats, "")):
        with pytest.raises(cardroom.CardroomError):
            kind(*arguments, decks, log)
    with pytest.raises(cardroom.CardroomError, match="deck 0"):
        kind(game, options, seats, seed, ["2c 2c"], log)
    with pytest.raises(cardroom.CardroomError, match="another version"):
        kind(game, options, seats, seed, decks, re.sub("=.*", "=0.0.0-other", log, count=1))


def batch(name: str, **rest: Any) -> cardroom.vector.VectorEnv:
    return cardroom.vector.make(name, 6, seed=8, max_steps=300, **rest)


def step(envs: cardroom.vector.VectorEnv, rng: np.random.Generator) -> list[Any]:
    envs.step((envs.mask * rng.random(envs.mask.shape)).argmax(axis=1))
    return [getattr(envs, name).copy() for name in ARRAYS]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("policy", [None, "random", "rule", "pimc:3"])
def test_a_batch_plays_on(name: str, policy: str | None) -> None:
    envs = batch(name, seat_policy=policy)
    envs.reset()
    rng = np.random.default_rng(1)
    # A bot that searches needs much time for each choice.
    steps, rounds = (5, 3) if policy == "pimc:3" else (70, 20)
    for _ in range(steps):
        step(envs, rng)
    others = [copy.deepcopy(envs), read(envs), copy.copy(envs)]
    for other in others:
        assert all(np.array_equal(getattr(other, key), getattr(envs, key)) for key in ARRAYS)
    for round_ in range(rounds):
        here = step(envs, np.random.default_rng(round_))
        advice = envs.bot_actions("random")
        for other in others:
            assert all(np.array_equal(a, b) for a, b in zip(here, step(other, np.random.default_rng(round_)), strict=True))
            assert np.array_equal(advice, other.bot_actions("random"))


def test_a_match_from_given_decks_plays_on() -> None:
    game = cardroom.load_game("kael")
    deck = json.loads(game.new_initial_state(seed=3).to_record(all_cards=True))["deals"][0]["deck"]
    state = game.state_from_decks([deck, deck], seed=1)
    rng = random.Random(1)
    for choices in (0, 5, 200):
        for _ in range(choices):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        assert story(read(state)) == story(state.clone())
        if not state.is_terminal():
            world = state.world(0, 4)
            assert story(read(world)) == story(world.clone())


def test_a_solitaire_that_was_given_up_stays_so() -> None:
    state = played("rouge-et-noir", 30)
    state.apply("give up")
    assert read(state).is_terminal() and read(state).returns() == state.returns() and read(state).winners == []


def test_the_next_reset_of_a_batch_is_the_same_too() -> None:
    envs = batch("hearts")
    envs.reset()
    other = read(envs)
    for each in (envs, other):
        each.reset()
    assert np.array_equal(envs.observation, other.observation)


def test_a_batch_that_has_not_begun() -> None:
    with pytest.raises(cardroom.CardroomError, match="call reset first"):
        read(batch("kael")).step(np.zeros(6, np.int32))


def test_damaged_batches_are_an_error_in_words() -> None:
    envs = batch("hearts")
    envs.reset()
    state = envs.__getstate__()
    for saved in ("[]", "{", state["saved"][:-9], state["saved"].replace("[", '["', 1), '[1,[[1,2,3,4,"0fly"],null,null,null,null,null]]'):
        with pytest.raises(cardroom.CardroomError):
            cardroom.vector.VectorEnv.__new__(cardroom.vector.VectorEnv).__setstate__({**state, "saved": saved})


def gymnasium_in_play() -> Any:
    from cardroom import gymnasium

    env = gymnasium.env("hearts", "random")
    env.reset(seed=3)
    for _ in range(20):
        env.step(int(env.action_masks().argmax()))
    return env


def play_gymnasium(env: Any) -> list[Any]:
    told = []
    for _ in range(30):
        observation, reward, *_, info = env.step(int(env.action_masks().argmax()))
        told += [observation.tobytes(), reward, info["action_mask"].tobytes()]
    env.reset()
    return [*told, env._state.view(all_cards=True)]


def pettingzoo_in_play() -> Any:
    from cardroom import pettingzoo

    env = pettingzoo.env("kael")
    env.reset(seed=3)
    for _ in range(20):
        env.step(env.state_of_play.legal_actions()[0])
    return env


def play_pettingzoo(env: Any) -> list[Any]:
    told = []
    for _ in range(30):
        observation, reward, *_ = env.last()
        told += [env.agent_selection, observation["observation"].tobytes(), reward]
        env.step(env.state_of_play.legal_actions()[-1])
    return told


@pytest.mark.parametrize(("make", "play"), [(gymnasium_in_play, play_gymnasium), (pettingzoo_in_play, play_pettingzoo)])
def test_an_environment_in_play_plays_on(make: Any, play: Any) -> None:
    env = make()
    other, third = read(env), copy.deepcopy(env)
    assert play(env) == play(other) == play(third)


def total(envs: cardroom.vector.VectorEnv) -> list[int]:
    return [int(array.sum()) for array in step(envs, np.random.default_rng(2))]


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_other_processes_play_on(method: str) -> None:
    """Sends arguments and results to other processes as pickles, as joblib and Ray do."""
    envs = batch("schwarze-dame", threads=2)
    envs.reset()
    states: list[cardroom.State] = [played("hearts", 2), played("kael", 90), played("la-dame-noire", 20).world(1, 4)]
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(method)) as pool:
        assert list(pool.map(story, states)) == [story(state.clone()) for state in states]
        there = pool.submit(total, envs).result()
    assert there == total(envs)
