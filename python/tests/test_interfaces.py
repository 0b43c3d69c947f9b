"""Tests of the interfaces of PettingZoo and Gymnasium, also with the checkers of these libraries."""

import inspect

import cardroom
import cardroom.vector
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

    # The checker draws from all actions, and most of them are illegal.
    check_env(gymnasium.env(name, options=SHORT.get(name)))
    made = gym.make(f"cardroom/{name}-v{cardroom.load_game(name).version}", options=SHORT.get(name))
    assert made.spec is not None and made.unwrapped.game.id == name
    check_env(made.unwrapped)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_vector(name: str) -> None:
    from cardroom import gymnasium

    version = cardroom.load_game(name).version
    made = gym.make_vec(f"cardroom/{name}-v{version}", num_envs=6, options=SHORT.get(name), opponents="random")
    assert isinstance(made, gymnasium.CardroomVectorEnv) and isinstance(made, gym.vector.VectorEnv) and made.spec is not None
    other = gymnasium.vector_env(name, 6, "random", options=SHORT.get(name), threads=2)
    seen = [env.reset(seed=3)[0] for env in (made, other)]
    assert np.array_equal(*seen)
    # In Kaël nobody has a card before the dealer has chosen the number of cards, so all matches begin with equal numbers.
    assert name == "kael" or not np.array_equal(seen[0], made.reset()[0])
    made.reset(seed=3)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(400):
        before = made.action_masks()
        actions = (before * rng.random(before.shape)).argmax(axis=1)
        results = [env.step(actions) for env in (made, other)]
        for one, two in zip(results[0][:4], results[1][:4], strict=True):
            assert one.tobytes() == two.tobytes()
        observation, reward, terminated, truncated, infos = results[0]
        assert observation in made.observation_space and actions in made.action_space
        assert (reward.dtype, terminated.dtype, truncated.dtype) == (np.float64, np.bool_, np.bool_)
        assert np.array_equal(infos["action_mask"] == 1, made.action_masks()) and infos["action_mask"].any(axis=1).all()
        over = terminated | truncated
        assert ("final_obs" in infos) == over.any()
        if over.any():
            assert np.array_equal(infos["_final_obs"], over) and np.array_equal(infos["final_info"]["_won"], over)
            for place in range(6):
                final = infos["final_obs"][place]
                assert (final is None) != over[place] and (final is None or final in made.single_observation_space)
        ended += int(over.sum())
    assert ended > 0
    before = made.batch.observation.copy()
    observation, reward, _, _, infos = made.step((~made.action_masks()).argmax(axis=1))
    assert np.array_equal(observation, before) and (reward == -1).all() and infos["illegal"].all()
    strict = gymnasium.vector_env(name, 6, "random", illegal=None)
    strict.reset(seed=1)
    with pytest.raises(cardroom.IllegalAction):
        strict.step((~strict.action_masks()).argmax(axis=1))
    wrapped = gym.wrappers.vector.RecordEpisodeStatistics(made)
    wrapped.reset(seed=1)
    wrapped.step(made.action_masks().argmax(axis=1))
    made.close()


def test_a_vector_is_one_environment_many_times() -> None:
    """All matches of the batch end with step 26, whose information contains the winners."""
    from cardroom import gymnasium

    env = gymnasium.vector_env("schwarze-dame", 20, "random", seat=2, options={"deals": 2})
    env.reset(seed=1)
    total, won = np.zeros(20), []
    for step in range(1, 27):
        assert (env.batch.seat == 2).all()
        _, reward, terminated, _, infos = env.step(env.batch.bot_actions("rule"))
        total += reward
        assert (terminated == (step == 26)).all()
    won = infos["final_info"]["won"]
    assert won.sum() > 8 and total.mean() > 10


def test_a_deal_is_cut_off_after_the_same_number_of_choices_everywhere() -> None:
    from cardroom import gymnasium, pettingzoo

    assert cardroom._cardroom.CAP == 5_000
    for module in (cardroom.arena, cardroom.simulate):
        assert inspect.signature(module).parameters["cap"].default == 5_000
    for make in (cardroom.vector.make, gymnasium.env, gymnasium.vector_env, pettingzoo.env):
        assert inspect.signature(make).parameters["max_steps"].default == 5_000
    for name in ("rouge-et-noir", "schwarze-dame"):
        alone = gymnasium.env(name, max_steps=20)
        alone.reset(seed=1)
        results = []
        while not results or not results[-1][3]:
            results.append(alone.step(int(alone.action_masks().argmax())))
        assert [result[2] for result in results] == [False] * len(results) and len(results) == (20 if alone.game.seats == 1 else 5)
        assert results[-1][1] >= 8 if alone.game.seats == 1 else sum(result[1] for result in results) == 0
        table = pettingzoo.env(name, max_steps=20)
        table.reset(seed=1)
        for _ in range(20):
            table.step(table.state_of_play.legal_actions()[0])
        assert all(table.truncations.values()) and not any(table.terminations.values())
        assert (table.rewards["seat_0"] >= 8) == (name == "rouge-et-noir")


def test_the_state_of_pettingzoo_is_for_critics() -> None:
    from cardroom import pettingzoo

    env = pettingzoo.env("hearts")
    env.reset(seed=1)
    assert env.state().shape == (env.game.observation_size + env.game.state_size,)
    assert env.observe("seat_0")["observation"].shape == (env.game.observation_size,)


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
    # A match is truncated even if the agent chooses only illegal actions.
    short = gymnasium.env("schwarze-dame", max_steps=10)
    short.reset(seed=1)
    assert any(short.step(wrong)[3] for _ in range(10))
    for bad in (1, float("nan"), float("-inf"), "-1"):
        for make in (gymnasium.env, gymnasium.CardroomVectorEnv):
            with pytest.raises(cardroom.CardroomError, match="illegal is None or a reward"):
                make("kael", illegal=bad)  # type: ignore[arg-type]


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
    from cardroom import gymnasium, pettingzoo

    with pytest.raises(cardroom.CardroomError, match="seat is a whole number from 0 to 3, not 9"):
        gymnasium.env("kael", seat=9)
    with pytest.raises(cardroom.CardroomError, match="names 1 bots for 3 seats"):
        gymnasium.env("kael", ["rule"])
    with pytest.raises(cardroom.CardroomError, match="no bot"):
        gymnasium.env("kael", "grandmaster")
    with pytest.raises(cardroom.CardroomError, match="render_mode"):
        gymnasium.env("kael", render_mode="rgb_array")
    for make in (gymnasium.env, pettingzoo.env):
        with pytest.raises(cardroom.CardroomError, match="points or value"):
            make("kael", reward="win")


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
    """The rewards of a deal are paid once: their sum is the result of the match."""
    from cardroom import pettingzoo

    env = pettingzoo.env("schwarze-dame", {"deals": 2})
    env.reset(seed=2)
    paid = {agent: 0.0 for agent in env.possible_agents}
    for agent in env.agent_iter():
        _, reward, terminated, _, _ = env.last(observe=False)
        paid[agent] += reward
        env.step(None if terminated else env.state_of_play.legal_actions()[-1])
    assert list(paid.values()) == env.state_of_play.returns() and any(paid.values())
