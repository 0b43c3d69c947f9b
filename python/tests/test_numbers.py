"""Tests of arguments that are numbers: whole numbers of Python and NumPy, options with values of NumPy, and invalid numbers."""

from collections.abc import Callable
from typing import Any

import cardroom
import cardroom.vector
import numpy as np
import pytest
from cardroom import bots

GAME = cardroom.load_game("schwarze-dame", {"deals": 1})
RECORD = GAME.new_initial_state(seed=1).to_record(all_cards=True)


def state() -> cardroom.State:
    return GAME.new_initial_state(seed=1)


def batch() -> cardroom.vector.VectorEnv:
    envs = cardroom.vector.make(GAME, 2, seed=1)
    envs.reset()
    return envs


def applied(number: Any) -> Any:
    match = state()
    match.apply_action(match.legal_actions()[number])
    return match.history()


def acted(number: Any) -> Any:
    match = state()
    for _ in range(3 - match.current_player()):
        match.apply_action(match.legal_actions()[0])
    match.apply(match.legal_strings()[0], match.current_player() + number - 1)
    return match.history()


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in result.items() if name not in ("time", "ms")}


def in_gymnasium(seed: Any = 1, **rest: Any) -> Any:
    from cardroom import gymnasium

    return gymnasium.env(GAME.id, **rest).reset(seed=seed)[0].tolist()


def in_pettingzoo(seed: Any = 1, **rest: Any) -> Any:
    from cardroom import pettingzoo

    env = pettingzoo.env("kael", **rest)
    env.reset(seed=seed)
    return env.state_of_play.view(all_cards=True)


def stepped(number: Any) -> Any:
    envs = batch()
    envs.random_steps(number)
    return envs.observation.tolist()


# Every function with a number as an argument. 1 must be a valid value of the argument.
TAKERS: dict[str, Callable[[Any], Any]] = {
    "load_game seats": lambda n: cardroom.load_game("rouge-et-noir", seats=n).seats,
    "new_initial_state seed": lambda n: GAME.new_initial_state(n).view(all_cards=True),
    "state_from_record place": lambda n: GAME.state_from_record(RECORD, (n - 1, n - 1)).history(),
    "observation": lambda n: state().observation(n).tolist(),
    "view": lambda n: state().view(n),
    "legal_strings": lambda n: state().legal_strings(n),
    "apply seat": acted,
    "apply_action": applied,
    "action_to_string": lambda n: state().action_to_string(np.asarray(state().legal_actions())[n]),
    "world": lambda n: state().world(n, n).view(all_cards=True),
    "bot_action": lambda n: state().bot_action("random", n),
    "bot_action of a search": lambda n: state().bot_action("pimc:5", n),
    "simulate": lambda n: cardroom.simulate(GAME, matches=n, seed=n, threads=n, cap=n * 60, clock_ms=n),
    "simulate numbered": lambda n: cardroom.simulate("rouge-et-noir", "random", numbered=(n, n), cap=5),
    "arena": lambda n: timeless(cardroom.arena(GAME, ["random", "rule"], sets=n, seed=n, threads=n, budget=n, sprt=(n - 1, n))),
    "arena part": lambda n: cardroom.plan_arena(GAME, ["random"], sets=2).part(n - 1, n)[1],
    "simulation part": lambda n: cardroom.plan_simulation(GAME, matches=2).part(n - 1, n)[1],
    "solve": lambda n: timeless(dict(cardroom.solve(n, budget=n))),
    "solve_range": lambda n: cardroom.solve_range(n, n, budget=n, threads=n)["won"].tolist(),
    "sample": lambda n: {k: v.tolist() for k, v in cardroom.sample(GAME, shards=n, num_envs=n, choices=n * 60, seed=n).items()},
    "sampling part": lambda n: cardroom.plan_sample(GAME, shards=2, num_envs=1, choices=9).part(n)["seat"].tolist(),
    "vector.make": lambda n: cardroom.vector.make(GAME, n, seed=n, threads=n, max_steps=n).num_envs,
    "random_steps": stepped,
    "bots": lambda n: [bots.pimc(n), bots.ismcts(n), bots.net_rollouts(n), bots.advice(n)],
    "gymnasium": lambda n: in_gymnasium(n, seat=n, max_steps=n),
    "pettingzoo": lambda n: in_pettingzoo(n, seats=n + 1, max_steps=n),
}


@pytest.mark.parametrize("taker", TAKERS.values(), ids=TAKERS)
def test_whole_numbers_of_numpy_are_numbers(taker: Callable[[Any], Any]) -> None:
    one = taker(1)
    for kind in (np.int64, np.uint32, np.int8, np.uint64):
        assert taker(kind(1)) == one, kind
    assert taker(np.array(1)) == one, "an array with one number and no axis"


# `RECKON` names the functions above that change the number or use it as an index first. `STRICT` replaces them by
# functions that pass the number on unchanged.
RECKON = ("apply_action", "apply seat", "action_to_string", "state_from_record place", "simulate", "arena", "arena part", "simulation part", "sample", "pettingzoo")
STRICT = {name: taker for name, taker in TAKERS.items() if name not in RECKON}
STRICT |= {
    "place": lambda n: GAME.state_from_record(RECORD, (0, n)),
    "simulate": lambda n: cardroom.simulate(GAME, matches=n),
    "seed of a run": lambda n: cardroom.simulate(GAME, matches=1, seed=n) if not isinstance(n, str) else cardroom.load_game(n),
    "end of a part": lambda n: cardroom.plan_arena(GAME, ["random"], sets=2).part(0, n),
    "shards": lambda n: cardroom.plan_sample(GAME, shards=n),
    "choices": lambda n: cardroom.plan_sample(GAME, choices=n),
    "seats of pettingzoo": lambda n: in_pettingzoo(seats=n),
    "seed of pettingzoo": lambda n: in_pettingzoo(n),
    "max_steps": lambda n: in_pettingzoo(max_steps=n),
    "apply_action": lambda n: state().apply_action(n),
    "action_to_string": lambda n: state().action_to_string(n),
    "apply seat": lambda n: state().apply("play Qs", n),
    "world seed": lambda n: state().world(1, n),
    "seat of gymnasium": lambda n: in_gymnasium(seat=n),
    "threads": lambda n: cardroom.vector.make(GAME, 1, threads=n),
    "sets": lambda n: cardroom.arena(GAME, ["rule"], sets=n),
    "budget": lambda n: cardroom.arena(GAME, ["rule"], sets=1, budget=n),
    "cap": lambda n: cardroom.simulate(GAME, matches=1, cap=n),
    "clock_ms": lambda n: cardroom.simulate(GAME, matches=1, clock_ms=n),
    "beam": lambda n: cardroom.solve(1, budget=n),
    "numbered": lambda n: cardroom.simulate("rouge-et-noir", "random", numbered=(1, n)),
}


@pytest.mark.parametrize("taker", STRICT.values(), ids=STRICT)
def test_what_is_no_number_or_makes_no_sense_is_refused_in_words(taker: Callable[[Any], Any]) -> None:
    for wrong in (1.0, np.float64(1), 1.5, float("nan"), "1x", np.bool_(True), [1], np.array([1, 2]), object()):
        with pytest.raises(cardroom.CardroomError):
            taker(wrong)
    for wrong in (-1, np.int8(-1), -(10**30), 10**100, 10**5000):
        with pytest.raises(cardroom.CardroomError):
            taker(wrong)


def test_true_is_one_as_everywhere_in_python() -> None:
    assert GAME.new_initial_state(True).view(all_cards=True) == GAME.new_initial_state(1).view(all_cards=True)
    assert state().view(True) == state().view(1)


@pytest.mark.parametrize("kind", [np.int64, np.uint64, object])
def test_an_action_that_is_too_large_does_not_wrap(kind: Any) -> None:
    legal = state().legal_actions()[0]
    envs = batch()
    own = envs.mask.argmax(axis=1)
    for far in (2**32, 2**33, 2**31) if kind is not object else ():
        with pytest.raises(cardroom.IllegalAction, match=f"action {own[1] + far} of match 1"):
            envs.step(np.array([own[0], own[1] + far], kind))
        with pytest.raises(cardroom.CardroomError, match="not allowed by its mask"):
            cardroom.arena(GAME, [lambda q, far=far: q.mask.argmax(axis=1).astype(kind) + kind(far), "rule"], sets=1)
    with pytest.raises(cardroom.IllegalAction, match=f"may not choose {2**32 + legal} now"):
        state().apply_action(2**32 + legal)
    for far in (2**64 + legal, 10**20, -1):
        with pytest.raises(cardroom.CardroomError, match="a whole number from 0 to"):
            state().apply_action(far)
    envs.step(own.astype(np.uint8))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: cardroom.vector.make(GAME, 4, threads=10_000_000), "threads is a whole number from 0 to 1024, not 10000000"),
        (lambda: cardroom.arena(GAME, ["rule"], sets=1, threads=10_000_000), "threads is a whole number"),
        (lambda: cardroom.simulate(GAME, matches=1, threads=10_000_000), "threads is a whole number"),
        (lambda: cardroom.solve_range(1, 2, threads=10_000_000), "threads is a whole number"),
        (lambda: cardroom.solve(1, budget=2**40), "budget is a whole number"),
        (lambda: cardroom.vector.make(GAME, 2**24), "num_envs is a whole number from 1 to 1048576"),
        (lambda: cardroom.vector.make(GAME, 2, max_steps=0), "max_steps is a whole number from 1"),
        (lambda: cardroom.sample(GAME, num_envs=2**20, choices=2**20), "choices is a whole number from 1 to 4,|choices is .* to 4"),
        (lambda: cardroom.plan_arena(GAME, ["rule"]).part(5, 3), "end is a whole number from 5"),
        (lambda: cardroom.arena(GAME, ["rule"], sprt=(0, float("nan"))), "sprt is"),
        (lambda: cardroom.load_game(None), "named by its id"),  # type: ignore[arg-type]
    ],
)
def test_numbers_are_checked_before_threads_or_memory_are_taken(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(cardroom.CardroomError, match=words):
        call()


def test_options_as_numpy_has_them() -> None:
    options = {"deals": np.int64(2)}
    game = cardroom.load_game("schwarze-dame", options)
    assert game.options == {"deals": 2} and type(game.options["deals"]) is int
    assert cardroom.load_game("schwarze-dame", {np.str_("deals"): np.array(2)}) == game
    hearts = cardroom.load_game("hearts", {"giving": np.bool_(False), "moon": np.str_("own")})
    assert hearts == cardroom.load_game("hearts", {"giving": False, "moon": "own"})
    assert cardroom.simulate("schwarze-dame", matches=1, options=options) == cardroom.simulate(game, matches=1)
    assert cardroom.solve(3, options={"redeals": np.uint8(1)})["deal"] == 3


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("schwarze-dame", {"deals": np.int64(0)}, "option deals is a number from 1 to"),
        ("schwarze-dame", {"deals": 2.0}, "option deals is a number from 1 to .* not 2.0"),
        ("schwarze-dame", {"deals": np.float32("nan")}, "option deals is a number from 1 to"),
        ("schwarze-dame", {"deals": 10**30}, "option deals is a number from 1 to"),
        ("schwarze-dame", {"deals": np.array([1, 2])}, "option deals is a number from 1 to"),
        ("schwarze-dame", {"deals": object()}, "option deals is a number from 1 to"),
        ("hearts", {"giving": np.int64(1)}, "option giving is true or false"),
        ("hearts", {"moon": np.bool_(True)}, "option moon is one of"),
        ("hearts", {"moon": b"own"}, "option moon is one of"),
        ("hearts", {"colour": np.int64(1)}, 'there is no option "colour"; the options are'),
        ("hearts", {7: 1}, 'there is no option "7"; the options are'),
        ("hearts", "moon=own", "options is a dict"),
        ("hearts", [("moon", "own")], "options is a dict"),
    ],
)
def test_a_wrong_option_is_named_with_its_values(name: str, options: Any, words: str) -> None:
    with pytest.raises(cardroom.CardroomError, match=words):
        cardroom.load_game(name, options)


@pytest.mark.parametrize("name", cardroom.games())
def test_what_is_written_into_a_mask_changes_nothing(name: str) -> None:
    """The batch must not read the mask that the caller can change. Otherwise illegal cards would be played, or a panic would
    occur."""
    envs, other = (cardroom.vector.make(name, 64, seed=3) for _ in range(2))
    envs.reset()
    other.reset()
    rng = np.random.default_rng(4)
    for _ in range(40):
        wrong = other.mask.argmin(axis=1).astype(np.int32)
        right = (other.mask * rng.random(other.mask.shape)).argmax(axis=1).astype(np.int32)
        envs.mask[:] = 1
        with pytest.raises(cardroom.IllegalAction, match="of match 0 is not allowed"):
            envs.step(wrong)
        envs.mask[:] = 0
        assert np.array_equal(envs.rows().actions, other.rows().actions)
        envs.step(right)
        other.step(right)
        assert np.array_equal(envs.observation, other.observation) and np.array_equal(envs.mask, other.mask)
    envs.mask[:] = 0
    envs.random_steps(3)
    assert envs.mask.any(axis=1).all()
