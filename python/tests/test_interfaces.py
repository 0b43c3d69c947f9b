"""PettingZoo and Gymnasium, by their own tests."""

import cardroom
import gymnasium as gym
import numpy as np
import pytest

GAMES = cardroom.games()
SHORT = {name: cardroom.load_game(name).shortest_options for name in cardroom.games()}


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo(name: str) -> None:
    from pettingzoo.test import api_test, render_test, seed_test

    from cardroom import pettingzoo

    def make(**keywords: object) -> pettingzoo.CardroomEnv:
        return pettingzoo.env(name, SHORT.get(name), max_steps=3_000, **keywords)  # type: ignore[arg-type]

    env = make()
    env.reset(seed=1)
    api_test(env, num_cycles=200, verbose_progress=False)
    seed_test(lambda: make(), num_cycles=40)
    render_test(lambda render_mode=None: make(render_mode=render_mode))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_gymnasium(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    from cardroom import gymnasium

    # The checker samples any action, most of them illegal.
    check_env(gymnasium.env(name, options=SHORT.get(name)))
    made = gym.make(f"cardroom/{name}-v{cardroom.load_game(name).version}", options=SHORT.get(name))
    assert made.spec is not None and made.unwrapped.game.id == name
    check_env(made.unwrapped)


def test_an_illegal_action_costs_and_plays_nothing() -> None:
    from cardroom import gymnasium

    env = gymnasium.env("schwarze-dame", options={"deals": 1}, illegal=-3)
    before, info = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == np.bool_ and np.array_equal(masks, info["action_mask"] == 1) and info["illegal"] is False
    wrong, right = int(masks.argmin()), int(masks.argmax())
    after, reward, over, truncated, info = env.step(wrong)
    assert np.array_equal(before, after) and (reward, over, truncated, info["illegal"]) == (-3.0, False, False, True)
    assert env.step(right)[4]["illegal"] is False
    strict = gymnasium.env("schwarze-dame", illegal=None)
    strict.reset(seed=1)
    with pytest.raises(cardroom.IllegalAction, match=f"may not choose {wrong}"):
        strict.step(wrong)
    for outside in (52, -1, 2**32 + right, 1.0, np.float64(right)):
        with pytest.raises(cardroom.CardroomError):
            env.step(outside)  # type: ignore[arg-type]
    # An agent that never learns is cut off.
    short = gymnasium.env("schwarze-dame", max_steps=10)
    short.reset(seed=1)
    assert any(short.step(wrong)[3] for _ in range(10))
    for bad in (1, float("nan"), float("-inf")):
        with pytest.raises(cardroom.CardroomError, match="illegal is None or a reward"):
            gymnasium.env("kael", illegal=bad)


def test_a_whole_match_against_bots() -> None:
    from cardroom import gymnasium

    env = gymnasium.env("schwarze-dame", "random", options={"deals": 2})
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        again, _ = env.reset(seed=seed)
        assert np.array_equal(observation, again)
        total, over = 0.0, False
        while not over:
            action = int(np.flatnonzero(info["action_mask"])[-1])
            observation, reward, over, truncated, info = env.step(action)
            total += reward
            assert not truncated
        assert isinstance(info["won"], bool)
        assert total == env._state.returns()[0]
    with pytest.raises(cardroom.CardroomError, match="call reset"):
        env.step(0)


def test_what_is_wrong_is_said() -> None:
    from cardroom import gymnasium

    with pytest.raises(cardroom.CardroomError, match="seat is a whole number from 0 to 3, not 9"):
        gymnasium.env("kael", seat=9)
    with pytest.raises(cardroom.CardroomError, match="names 1 bots for 3 seats"):
        gymnasium.env("kael", ["rule"])
    with pytest.raises(cardroom.CardroomError, match="no bot"):
        gymnasium.env("kael", "grandmaster")
    with pytest.raises(cardroom.CardroomError, match="render_mode"):
        gymnasium.env("kael", render_mode="rgb_array")


def test_a_dead_environment_says_so() -> None:
    from cardroom import gymnasium, pettingzoo

    for env in (gymnasium.env("kael"), pettingzoo.env("kael")):
        with pytest.raises(cardroom.CardroomError, match="call reset first"):
            env.step(0)
    env = pettingzoo.env("schwarze-dame", {"deals": 1})
    env.reset(seed=1)
    with pytest.raises(cardroom.CardroomError, match="has to choose"):
        env.step(None)
    with pytest.raises(cardroom.IllegalAction):
        env.step(-1 % env.game.num_actions if not env.observe(env.agent_selection)["action_mask"][-1] else 0)
    with pytest.raises(cardroom.CardroomError, match="whole number"):
        env.step("play Qs")  # type: ignore[arg-type]
    while not env.terminations[env.agent_selection]:
        env.step(env.state_of_play.legal_actions()[0])
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)


def test_rewards_are_paid_once() -> None:
    """A deal pays with its last step, and the step after it pays nothing."""
    from cardroom import pettingzoo

    env = pettingzoo.env("schwarze-dame", {"deals": 2})
    env.reset(seed=2)
    paid = {agent: 0.0 for agent in env.possible_agents}
    for agent in env.agent_iter():
        _, reward, terminated, _, _ = env.last(observe=False)
        paid[agent] += reward
        env.step(None if terminated else env.state_of_play.legal_actions()[-1])
    assert list(paid.values()) == env.state_of_play.returns() and any(paid.values())
