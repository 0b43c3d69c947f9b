"""One match, step by step."""

import copy
import json
import random
import re
import subprocess
import sys

import cardroom
import numpy as np
import pytest

GAMES = cardroom.games()


def played(name: str, choices: int, seed: int = 1) -> cardroom.State:
    state = cardroom.load_game(name).new_initial_state(seed=seed)
    rng = random.Random(seed)
    for _ in range(choices):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_games_and_levels_have_names() -> None:
    assert {"kael", "rouge-et-noir"} < set(GAMES) and len(set(GAMES)) == len(GAMES)
    assert cardroom.levels() == ["random", "beginner", "club", "expert", "master", "champion"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_what_its_numbers_are(name: str) -> None:
    game = cardroom.load_game(name)
    assert game.channels[0].start == 0
    assert sum(channel.size for channel in game.channels) == game.observation_size
    assert sum(channel.size for channel in game.row_channels) == game.row_size
    assert {option.name for option in game.known_options} >= set(game.options)
    assert all(channel.rule and channel.description for channel in game.channels)


@pytest.mark.parametrize("name", GAMES)
def test_numbers_are_in_the_range_of_their_channels(name: str) -> None:
    game = cardroom.load_game(name)
    state = played(name, 60)
    for seat in range(game.seats):
        observation = state.observation(seat)
        assert observation.dtype == np.int8 and observation.shape == (game.observation_size,)
        for channel in game.channels:
            part = observation[channel.slice]
            assert part.min() >= channel.low and part.max() <= channel.high, channel.name


@pytest.mark.parametrize("name", GAMES)
def test_mask_legal_actions_and_rows_agree(name: str) -> None:
    game = cardroom.load_game(name)
    for choices in range(0, 80, 7):
        state = played(name, choices)
        legal = state.legal_actions()
        assert np.flatnonzero(state.action_mask()).tolist() == legal
        assert state.action_rows().shape == (len(legal), game.row_size)
        for action in legal:
            assert state.action_to_string(action)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_comes_back(name: str) -> None:
    state = played(name, 400)
    record = state.to_record(all_cards=True)
    game = cardroom.load_game(name)
    back = game.state_from_record(record)
    assert back.history() == state.history()
    assert back.view(0, all_cards=True) == state.view(0, all_cards=True)
    assert game.state_from_record(record, (0, 2)).history() == state.history()[:2]


def test_a_match_that_goes_on_keeps_its_secrets() -> None:
    state = played("schwarze-dame", 30)
    record = json.loads(state.to_record())
    assert record["seed"] is None and record["deals"] == []
    with pytest.raises(cardroom.CardroomError, match="has no seed"):
        cardroom.State.from_record(state.to_record())


def test_a_seat_gets_its_view_and_no_more() -> None:
    state = played("schwarze-dame", 10)
    hands = state.view(2)["hands"]
    assert [hand is not None for hand in hands] == [False, False, True, False]
    assert all(hand is not None for hand in state.view(all_cards=True)["hands"])


@pytest.mark.parametrize("name", GAMES)
def test_a_world_agrees_with_what_the_seat_has_seen(name: str) -> None:
    state = played(name, 25)
    for seat in range(state.num_seats):
        worlds = [state.world(seat, seed) for seed in range(3)]
        for world in worlds:
            assert world.view(seat) == state.view(seat)
            assert np.array_equal(world.observation(seat), state.observation(seat))
        with pytest.raises(cardroom.CardroomError, match="no record"):
            worlds[0].to_record(all_cards=True)


def test_the_same_seed_is_the_same_match() -> None:
    game = cardroom.load_game("hearts")
    seeds = [7, (7).to_bytes(32, "big"), "7"]
    views = [game.new_initial_state(seed=seed).view(all_cards=True) for seed in seeds]
    assert views[0] == views[1] == views[2]
    assert game.new_initial_state().view(all_cards=True) != game.new_initial_state().view(all_cards=True)


def test_clones_go_apart() -> None:
    state = played("la-dame-noire", 12)
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        before = state.history()
        other.apply_action(other.legal_actions()[0])
        assert state.history() == before


def test_interrupts_are_choices() -> None:
    """In Kaël a seat that may cut can decline, and play goes on."""
    game = cardroom.load_game("kael")
    assert game.not_now is not None
    seen = 0
    for seed in range(40):
        state = game.new_initial_state(seed=seed)
        rng = random.Random(seed)
        while not state.is_terminal() and state.deals == 0:
            if not state.must_act:
                seen += 1
                seat = state.current_player()
                assert seat in state.may and seat not in state.must
                assert game.not_now in state.legal_actions()
                assert state.action_to_string(game.not_now) == "not now"
                before = state.history()
                state.apply_action(game.not_now)
                assert state.history() == before and state.current_player() != seat
                continue
            state.apply_action(rng.choice(state.legal_actions()))
    assert seen > 5


def test_bots_play_whole_matches() -> None:
    for name in GAMES:
        shortest = {} if name == "kael" else cardroom.load_game(name).shortest_options
        state = cardroom.load_game(name, shortest).new_initial_state(seed=3)
        for _ in range(4000):
            if state.is_terminal():
                break
            state.apply_action(state.bot_action("rule", seed=5))
        if name != "kael":
            assert state.is_terminal() and state.winners is not None


def test_hearts_gives_card_by_card() -> None:
    state = cardroom.load_game("hearts").new_initial_state(seed=1)
    seat = state.current_player()
    for count in range(3):
        assert state.current_player() == seat and len(state.legal_actions()) == 13 - count
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() != seat
    assert state.history()[0][1].startswith("give ")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: cardroom.load_game("bridge"), "there is no game"),
        (lambda: cardroom.load_game("kael", {"cut_from": 9}), "cut_from"),
        (lambda: cardroom.load_game("kael", {"jokers": 2}), "jokers"),
        (lambda: cardroom.load_game("kael", seats=9), "seats is a whole number from 2 to 8, not 9"),
        (lambda: cardroom.load_game("kael").new_initial_state(seed=-1), "from 0 to"),
        (lambda: cardroom.load_game("kael").new_initial_state(seed=b"x"), "32 bytes"),
        (lambda: cardroom.load_game("kael").new_initial_state(seed="zz"), "hex"),
        (lambda: played("kael", 3).apply_action(9999), "may not choose 9999"),
        (lambda: played("kael", 3).observation(7), "no seat 7"),
        (lambda: played("kael", 3).bot_action("grandmaster"), "no bot"),
        (lambda: cardroom.State.from_record("{}"), "format"),
        (lambda: cardroom.load_game("kael").state_from_record(played("hearts", 5).to_record(all_cards=True)), "of hearts"),
    ],
)
def test_what_is_wrong_is_said(call, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(cardroom.CardroomError, match=words):
        call()


def test_an_illegal_action_names_its_rule() -> None:
    state = cardroom.load_game("schwarze-dame").new_initial_state(seed=1)
    state.apply(state.legal_strings()[0])
    suit = state.history()[0][1][-1]
    hand = state.view()["hands"][state.current_player()]
    other = next(card for card in hand if card[-1] != suit)
    with pytest.raises(cardroom.IllegalAction, match=r"\[S3\]"):
        state.apply(f"play {other}")


def test_a_match_that_is_over_says_so() -> None:
    state = cardroom.load_game("schwarze-dame", {"deals": 1}).new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.bot_action("random", seed=2))
    assert state.current_player() == -4 and state.legal_actions() == [] and state.legal_strings() == []
    with pytest.raises(cardroom.MatchOver):
        state.apply_action(0)
    assert sum(state.returns()) == 0


def test_numpy_is_loaded_on_first_use() -> None:
    code = "import sys, cardroom; cardroom.load_game('kael').new_initial_state(seed=1).legal_actions(); print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


@pytest.mark.parametrize(
    ("name", "rule"), [("schwarze-dame", "S3"), ("hearts", "H[5-8]"), ("kael", "K[0-9]+"), ("rouge-et-noir", "R[0-9]+")]
)
def test_a_number_that_is_illegal_names_its_action_and_rule(name: str, rule: str) -> None:
    state, told = cardroom.load_game(name, {"giving": False} if name == "hearts" else {}).new_initial_state(seed=1), []
    for _ in range(12):
        for number in set(range(cardroom.load_game(name).num_actions)) - set(state.legal_actions()):
            with pytest.raises(cardroom.IllegalAction, match=f"may not choose {number} now: ") as caught:
                state.apply_action(number)
            told.append(str(caught.value))
        state.apply_action(state.legal_actions()[0])
    assert any(re.search(rf"seat \d may not .*: .*\. \[{rule}\]$", words) for words in told), told[:3]


def test_decks_and_actions_make_a_state() -> None:
    game = cardroom.load_game("kael")
    seeds = [game.new_initial_state(seed=seed) for seed in (5, 6)]
    decks = [json.loads(state.to_record(all_cards=True))["deals"][0]["deck"] for state in seeds]
    seeds[0].apply("deal 3")
    state = game.state_from_decks([decks[0].split(), decks[1]], ["deal 3"], seed=1)
    assert state.view(all_cards=True) == seeds[0].view(all_cards=True)
    while state.deals < 1:
        state.apply_action(state.bot_action("rule"))
    again = game.state_from_decks(decks, state.history(), seed=1)
    assert again.view(all_cards=True) == state.view(all_cards=True) and again.deals == 1
    size = next(text for text in seeds[1].legal_strings() if text.startswith("deal "))
    for other in (state, again):
        other.apply(size, other.current_player())
    assert state.history() == again.history() and state.observation().tobytes() == again.observation().tobytes()
    with pytest.raises(cardroom.CardroomError, match="no seed gives its cards"):
        state.to_record(all_cards=True)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda game: game.state_from_decks(["2c 3c"]), "deck 0 has 2 cards of 52; missing"),
        (lambda game: game.state_from_decks([["2c", "Zz"]]), "deck 0: expected"),
        (lambda game: game.state_from_decks("2c 3c"), "a list of decks"),
        (lambda game: game.state_from_decks([], ["play 2c"] * 2), "may not play 2c"),
        (lambda game: game.state_from_position([["2c"]] * 3), "3 hands for 4 seats"),
        (lambda game: game.state_from_position([["2c"], ["2c"], None, None]), "2c twice"),
        (lambda game: game.state_from_position([[f"{rank}c" for rank in "23456789TJQKA"] + ["2d"], None, None, None]), "has 14 cards, and 13"),
        (lambda game: cardroom.load_game("kael").state_from_position([None] * 4), "use state_from_decks"),
        (lambda game: cardroom.load_game("rouge-et-noir").state_from_position([None]), "use state_from_decks"),
    ],
)
def test_a_wrong_position_is_refused_in_words(call, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(cardroom.CardroomError, match=words):
        call(cardroom.load_game("schwarze-dame"))


@pytest.mark.parametrize("name", ["schwarze-dame", "hearts", "la-dame-noire"])
def test_hands_make_a_position(name: str) -> None:
    game = cardroom.load_game(name)
    spades = [f"{rank}s" for rank in "23456789TJQKA"]
    states = [game.state_from_position([["Ah", "Kh"], None, spades, []], seed=seed) for seed in (1, 1, 2)]
    hands = [state.view(all_cards=True)["hands"] for state in states]
    assert hands[0] == hands[1] != hands[2]
    for dealt in hands:
        assert {"Ah", "Kh"} <= set(dealt[0]) and sorted(dealt[2]) == sorted(spades) and {len(hand) for hand in dealt} == {13}
    states[0].apply_action(states[0].legal_actions()[0])
    actions = states[0].history()
    other = game.state_from_position([["Ah", "Kh"], None, spades, []], actions, seed=1)
    assert other.history() == actions and other.view(all_cards=True) == (states[0] if actions else states[1]).view(all_cards=True)


def test_random_play_of_a_solitaire_ends() -> None:
    game = cardroom.load_game("rouge-et-noir")
    assert game.give_up is not None
    for seed in range(30):
        state, rng = game.new_initial_state(seed=seed), random.Random(seed)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        assert state.returns() == [float(state.totals[0])] and state.winners in ([], [0])
        assert cardroom.State.from_record(state.to_record()).winners == state.winners
    state = game.new_initial_state(seed=1)
    assert game.give_up not in state.legal_actions(), "not before the stock has run out"
    state.apply("give up")
    assert state.is_terminal() and state.winners == [] and state.returns() == [8.0]


def test_returns_are_points_or_the_value_that_bots_maximise() -> None:
    state = cardroom.load_game("kael").new_initial_state(seed=1)
    while state.deals < 2:
        state.apply_action(state.bot_action("rule"))
    assert state.returns() == [-float(total) for total in state.totals] and any(state.totals)
    near = [max(total, -10) / 100 for total in state.totals]
    danger = [100 * share + 30 * max(share, 0) ** 3 for share in near]
    expected = [(sum(danger) - own) / 3 - own for own in danger]
    assert np.allclose(state.returns("value"), expected, atol=1e-3)
    with pytest.raises(cardroom.CardroomError, match="points or value"):
        state.returns("win")


def test_a_game_is_a_key() -> None:
    one, other = (cardroom.load_game("hearts", {"to": to}) for to in (50, 60))
    assert {one: 1, other: 2}[cardroom.load_game("hearts", {"to": 50})] == 1
