"""Tests that the hidden cards for critics are right, and that only a call with ``all_cards=True`` returns them."""

import inspect
import json
import pickle
import random
from typing import Any

import cardroom
import cardroom.vector
import numpy as np
import pytest

GAMES = cardroom.games()
PACK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
KAEL = ["-1", *map(str, range(14)), "X"]


def played(name: str, choices: int, seed: int = 1) -> cardroom.State:
    state = cardroom.load_game(name).new_initial_state(seed=seed)
    rng = random.Random(seed)
    for _ in range(choices):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def channel(state: cardroom.State, seat: int, name: str) -> Any:
    return state.observation(seat, all_cards=True)[cardroom.load_game(state.game).channel(name).slice]


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_follow_the_observation(name: str) -> None:
    game = cardroom.load_game(name)
    assert game.state_channels and game.state_channels[0].start == game.observation_size
    assert sum(channel.size for channel in game.state_channels) == game.state_size
    for choices in (0, 7, 60):
        state = played(name, choices)
        for seat in range(state.num_seats):
            numbers = state.observation(seat, all_cards=True)
            assert numbers.shape == (game.observation_size + game.state_size,) and numbers.dtype == np.int8
            assert np.array_equal(numbers[: game.observation_size], state.observation(seat))
            for part in game.state_channels:
                assert part.low <= numbers[part.slice].min() and numbers[part.slice].max() <= part.high, part.name


@pytest.mark.parametrize("name", ["hearts", "la-dame-noire", "schwarze-dame"])
def test_hands_are_those_of_the_view(name: str) -> None:
    for choices in (0, 3, 15, 40):
        state = played(name, choices)
        hands = state.view(all_cards=True)["hands"]
        for seat in range(4):
            seen = channel(state, seat, "hands").reshape(4, 52)
            for step in range(4):
                assert {PACK[card] for card in np.flatnonzero(seen[step])} == set(hands[(seat + step) % 4])


def test_cards_that_are_put_aside_are_hidden_cards_too() -> None:
    state = cardroom.load_game("hearts").new_initial_state(seed=1)
    giver = state.current_player()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    given = set(state.history()[0][1].split()[1:])
    other = (giver + 1) % 4
    gifts = channel(state, other, "gifts").reshape(4, 52)
    assert {PACK[card] for card in np.flatnonzero(gifts[3])} == given and not gifts[:3].any()
    state = played("la-dame-noire", 0)
    while not state.history() or not state.history()[-1][1].startswith("trade "):
        state.apply_action(max(state.legal_actions()[:-1] or state.legal_actions()))
    seat, action = state.history()[-1]
    puts = channel(state, (seat + 2) % 4, "puts").reshape(4, 52)
    assert [PACK[card] for card in np.flatnonzero(puts[2])] == [action.split()[1]] and puts.sum() == 1


def test_kaels_hands_and_deck() -> None:
    game = cardroom.load_game("kael", seats=3)
    state = game.new_initial_state(seed=4)
    deck = json.loads(state.to_record(all_cards=True))["deals"][0]["deck"].split()

    def to_come() -> list[str]:
        return [KAEL[place - 1] for place in channel(state, 0, "cards_to_come") if place]

    assert to_come() == deck
    state.apply("deal 4")
    assert to_come() == deck[13:], "three hands of four, and the card that is turned up"
    hands = state.view(all_cards=True)["hands"]
    for seat in range(3):
        counts = channel(state, seat, "hands").reshape(8, 16)
        for step in range(3):
            held = [KAEL[kind] for kind in range(16) for _ in range(counts[step, kind])]
            assert held == hands[(seat + step) % 3]
        assert not counts[3:].any()


def test_the_stock_of_a_solitaire() -> None:
    state = cardroom.load_game("rouge-et-noir").new_initial_state(seed=4)
    deck = json.loads(state.to_record(all_cards=True))["deals"][0]["deck"].split()
    state.apply("turn")
    to_come = channel(state, 0, "cards_to_come")
    assert [PACK[place - 1] for place in to_come[:87]] == deck[9:] and to_come[87] == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_has_the_hidden_cards_of_the_seat_that_is_asked(name: str) -> None:
    plain, seeing = (cardroom.vector.make(name, 5, seed=2, threads=2, all_cards=asks) for asks in (False, True))
    rng = np.random.default_rng(1)
    for envs in (plain, seeing):
        envs.reset()
    assert seeing.state.shape == (5, seeing.game.state_size)
    for _ in range(80):
        actions = (seeing.mask * rng.random(seeing.mask.shape)).argmax(axis=1)
        plain.step(actions)
        seeing.step(actions)
        assert np.array_equal(plain.observation, seeing.observation) and np.array_equal(plain.reward, seeing.reward)
        if name in ("hearts", "schwarze-dame"):
            hands = seeing.state[:, :208].reshape(5, 4, 52)
            own = seeing.observation[:, seeing.game.channel("hand").slice]
            assert np.array_equal(hands[:, 0], own) and hands.sum(axis=1).max() <= 1, "no card is in two hands"
        if name == "rouge-et-noir":
            assert np.array_equal((seeing.state > 0).sum(axis=1), seeing.observation[:, seeing.game.channel("stock_len").start])
    read = pickle.loads(pickle.dumps(seeing))
    assert np.array_equal(read.state, seeing.state) and seeing.copies([3]).state.tolist() == seeing.state[3:4].tolist()


def seen_by(state: cardroom.State, seat: int) -> list[Any]:
    """The results of all calls without ``all_cards=True`` for the player of a seat."""
    seen: list[Any] = [state.observation(seat).tolist(), state.view(seat), state.returns(), state.totals, state.must, repr(state)]
    if state.current_player() == seat and state.must_act:
        seen += [state.legal_actions(), state.legal_strings(seat), state.action_mask().tolist(), state.action_rows().tolist()]
        seen += [state.bot_action(level, 3) for level in ("random", "rule", "pimc:20")]
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_no_default_path_has_hidden_cards(name: str) -> None:
    """Two worlds that look the same to a seat differ only in the hidden cards. A player gets the same results in both."""
    from cardroom import gymnasium, pettingzoo

    differ = 0
    for choices in range(2, 60, 9):
        state = played(name, choices, choices)
        if state.is_terminal():
            continue
        seat = state.current_player()
        world = state.world(seat, 9)
        assert seen_by(state, seat) == seen_by(world, seat)
        differ += not np.array_equal(state.observation(seat, all_cards=True), world.observation(seat, all_cards=True))
        if world.current_player() != seat or not state.must_act:
            continue
        table = pettingzoo.env(name)
        table.reset(seed=1)
        table.agent_selection = table.possible_agents[seat]
        alone = gymnasium.env(name, seat=seat)
        alone.reset(seed=1)
        told = []
        for table._playing in (state, world):
            alone._playing = table._playing
            observation, *rest = table.last()
            told.append([{key: array.tolist() for key, array in observation.items()}, rest, alone._seen().tolist(), str(alone._info())])
        assert told[0] == told[1]
    assert differ > 2


def test_all_cards_are_asked_for_by_name() -> None:
    assert not hasattr(cardroom.vector.make("hearts", 2), "state")
    for function in (cardroom.State.observation, cardroom.State.view, cardroom.State.to_record, cardroom.vector.make):
        asks = inspect.signature(function).parameters["all_cards"]
        assert asks.default is False and asks.kind is inspect.Parameter.KEYWORD_ONLY
