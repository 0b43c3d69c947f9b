"""Many matches at once."""

import multiprocessing
import threading

import cardroom
import cardroom.vector
import numpy as np
import pytest

GAMES = cardroom.games()


def choose(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random number of each mask."""
    return (mask * rng.random(mask.shape)).argmax(axis=1).astype(np.int32)


@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing(name: str) -> None:
    stories = []
    for threads, spin in ((1, False), (3, False), (3, True)):
        envs = cardroom.vector.make(name, 10, seed=5, threads=threads, spin=spin, max_steps=500)
        envs.reset()
        rng = np.random.default_rng(1)
        story = []
        for _ in range(50):
            envs.step(choose(envs.mask, rng))
            story.append((envs.observation.copy(), envs.seat.copy(), envs.reward.copy(), envs.done.copy()))
        stories.append(story)
    for one, *others in zip(*stories, strict=True):
        for other in others:
            assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_arrays_are_written_in_place() -> None:
    envs = cardroom.vector.make("schwarze-dame", 4, seed=1)
    envs.reset()
    observation = envs.observation
    before = observation.copy()
    envs.step(envs.mask.argmax(axis=1).astype(np.int32))
    assert envs.observation is observation and not np.array_equal(before, observation)


def test_a_batch_agrees_with_one_match() -> None:
    """The channel of the hand in each observation has thirteen cards, and equals the mask."""
    envs = cardroom.vector.make("schwarze-dame", 3, seed=2)
    envs.reset()
    hand = envs.observation[:, envs.game.channel("hand").slice]
    assert (hand.sum(axis=1) == 13).all() and np.array_equal(hand, envs.mask)


def test_deals_end_and_points_add_up() -> None:
    envs = cardroom.vector.make("schwarze-dame", 16, seed=3)
    envs.reset()
    rng = np.random.default_rng(2)
    for step in range(1, 105):
        envs.step(choose(envs.mask, rng))
        assert (envs.done == (step % 52 == 0)).all()
        assert np.allclose(envs.reward.sum(axis=1), 0)
        assert (np.abs(envs.reward).sum() > 0) == (step % 52 == 0)


def test_bots_in_the_other_seats() -> None:
    envs = cardroom.vector.make("hearts", 50, seat_policy="random", seed=4)
    envs.reset()
    total = np.zeros(4)
    for _ in range(13 + 3):
        assert (envs.seat == 0).all()
        envs.step(envs.bot_actions("rule"))
        total += envs.reward.sum(axis=0)
    assert envs.done.all()
    assert total[0] > total[1:].max(), "a rule player takes fewer points than random ones"


def test_bots_are_asked_where_it_matters_and_on_all_threads() -> None:
    asked = np.arange(24) % 3 == 0
    answers = []
    for threads, among in ((1, None), (2, None), (2, asked)):
        envs = cardroom.vector.make("schwarze-dame", 24, seed=4, threads=threads)
        envs.reset()
        answers.append(envs.bot_actions("pimc:20", among))
    assert (answers[0] == answers[1]).all(), "the same on any number of threads"
    assert (answers[2][asked] == answers[0][asked]).all() and (answers[2][~asked] == 0).all()
    for wrong in (asked[1:], asked.astype(np.int8)):
        with pytest.raises(cardroom.CardroomError, match=r"asked is bool\[24\]"):
            envs.bot_actions("rule", wrong)


def test_each_seat_can_be_named() -> None:
    envs = cardroom.vector.make("kael", 8, seat_policy=["rule", "agent", "random", "rule"], seed=1)
    envs.reset()
    assert (envs.seat == 1).all()


@pytest.mark.parametrize("name", GAMES)
def test_rows_are_those_of_the_masks(name: str) -> None:
    envs = cardroom.vector.make(name, 9, seed=6, max_steps=500)
    envs.reset()
    rng = np.random.default_rng(3)
    for _ in range(30):
        rows = envs.rows()
        assert rows.rows.shape == (rows.offsets[-1], envs.game.row_size)
        for place in range(9):
            own = rows.actions[rows.offsets[place] : rows.offsets[place + 1]]
            assert np.array_equal(own, np.flatnonzero(envs.mask[place]))
        # For each match a row is drawn, and its action is played.
        picked = rows.offsets[:-1] + rng.integers(np.diff(rows.offsets))
        envs.step(rows.actions[picked])


def test_what_is_wrong_is_said() -> None:
    make = cardroom.vector.make
    with pytest.raises(cardroom.CardroomError, match="num_envs"):
        make("kael", 0)
    with pytest.raises(cardroom.CardroomError, match="leave one to the agent"):
        make("kael", 2, seat_policy=["rule"] * 4)
    with pytest.raises(cardroom.CardroomError, match="3 players for 4 seats"):
        make("kael", 2, seat_policy=["agent"] * 3)
    with pytest.raises(cardroom.CardroomError, match="no bot"):
        make("kael", 2, seat_policy="grandmaster")
    with pytest.raises(cardroom.CardroomError, match="a loaded game"):
        make(cardroom.load_game("kael"), 2, seats=3)
    envs = make("schwarze-dame", 2)
    for early in (lambda: envs.step(np.zeros(2, np.int32)), envs.rows, lambda: envs.bot_actions("rule"), lambda: envs.random_steps(1)):
        with pytest.raises(cardroom.CardroomError, match="call reset first"):
            early()
    envs.reset()
    with pytest.raises(cardroom.CardroomError, match=r"shape \(3,\)"):
        envs.step(np.zeros(3, np.int32))
    with pytest.raises(cardroom.CardroomError, match="whole numbers"):
        envs.step(np.zeros(2))  # type: ignore[arg-type]
    before = envs.observation.copy()
    with pytest.raises(cardroom.IllegalAction, match="action 51 of match 0|action -1 of match 0"):
        envs.step(np.array([-1, 0], np.int32))
    assert np.array_equal(before, envs.observation)


def _in_a_child(envs: cardroom.vector.VectorEnv, answers: "multiprocessing.Queue[str]") -> None:
    try:
        envs.reset()
        answers.put("no error")
    except cardroom.CardroomError as error:
        answers.put(str(error))


def test_a_fork_is_told_to_make_its_own() -> None:
    context = multiprocessing.get_context("fork")
    envs = cardroom.vector.make("kael", 4, threads=2)
    answers: multiprocessing.Queue[str] = context.Queue()
    child = context.Process(target=_in_a_child, args=(envs, answers))
    child.start()
    assert "before a fork" in answers.get(timeout=60)
    child.join()


@pytest.mark.parametrize("name", GAMES)
def test_copies_continue_from_where_a_match_is_on_the_same_cards(name: str) -> None:
    envs = cardroom.vector.make(name, 6, seed=4, threads=2, max_steps=400)
    envs.reset()
    rng = np.random.default_rng(3)
    for _ in range(7):
        envs.step(choose(envs.mask, rng))
    places = np.array([5, 0, 0, 3])
    copies = envs.copies(places)
    for _ in range(30):
        assert np.array_equal(copies.observation, envs.observation[places]) and np.array_equal(copies.mask, envs.mask[places])
        assert np.array_equal(copies.seat, envs.seat[places])
        actions = choose(envs.mask, rng)
        if (envs.done == 1).any():
            break
        envs.step(actions)
        copies.step(actions[places])
        assert np.array_equal(copies.reward, envs.reward[places]) and np.array_equal(copies.done, envs.done[places])
    with pytest.raises(cardroom.CardroomError, match="a place is a whole number from 0 to 5, not 6"):
        envs.copies([6])
    with pytest.raises(cardroom.CardroomError, match="call reset first"):
        cardroom.vector.make(name, 6).copies([0])


def test_each_reset_begins_other_matches_and_a_seed_the_same() -> None:
    envs = cardroom.vector.make("hearts", 4, seed=3)

    def cards(seed: int | None = None) -> list[list[int]]:
        envs.reset(seed)
        return envs.observation.tolist()

    first, second, third = cards(), cards(), cards()
    assert first != second != third != first
    assert cards(3) == first and cards() == second, "the seed of make"
    assert cards(np.uint64(2**64 - 1)) == cards(2**64 - 1)  # type: ignore[arg-type]
    for wrong in (-1, 2**64, 1.0, "1"):
        with pytest.raises(cardroom.CardroomError, match="seed is a whole number"):
            envs.reset(wrong)  # type: ignore[arg-type]


def test_the_end_of_a_match_is_marked_with_its_winners() -> None:
    envs = cardroom.vector.make("schwarze-dame", 6, seed=3, options={"deals": 2})
    envs.reset()
    rng = np.random.default_rng(2)
    totals = np.zeros((6, 4))
    for step in range(1, 209):
        asked = envs.seat.copy()
        envs.step(choose(envs.mask, rng))
        totals += envs.reward
        assert (envs.over == (step % 104 == 0)).all() and (envs.won.any(axis=1) == envs.over).all()
        if step % 104 == 0:
            seats = (asked[:, None] + np.arange(4)) % 4
            points = envs.final_observation[:, envs.game.channel("points").slice]
            assert np.array_equal(points, np.take_along_axis(envs.reward, seats, 1)), "own seat first"
            assert np.array_equal(envs.won, totals == totals.max(axis=1, keepdims=True))
            totals[:] = 0


def test_rewards_are_points_or_values() -> None:
    totals = {}
    for reward in ("points", "value"):
        envs = cardroom.vector.make("kael", 30, seat_policy=["rule", "agent", "rule", "rule"], seed=5, reward=reward)
        envs.reset()
        totals[reward] = np.zeros((30, 4))
        for _ in range(40):
            envs.step(envs.bot_actions("rule"))
            totals[reward] += envs.reward
    assert np.array_equal(totals["points"], totals["points"].round()) and totals["points"].any()
    assert not np.array_equal(totals["value"], totals["value"].round())
    with pytest.raises(cardroom.CardroomError, match="a reward is points or value, not win"):
        cardroom.vector.make("kael", 2, reward="win")


def test_a_solitaire_ends_under_random_play() -> None:
    envs = cardroom.vector.make("rouge-et-noir", 32, seed=1)
    envs.reset()
    rng, ended = np.random.default_rng(1), np.zeros(32, int)
    for _ in range(3_000):
        envs.step(choose(envs.mask, rng))
        assert not envs.truncated.any()
        assert (envs.reward[envs.over == 1] >= 8).all() and (envs.reward[envs.over == 0] == 0).all()
        ended += envs.over
    assert ended.min() > 1


def test_threads_that_share_a_batch_get_their_turn_or_an_error_in_words() -> None:
    envs = cardroom.vector.make("hearts", 3_000, seed=1, threads=1)
    envs.reset()
    problems: list[BaseException] = []

    def play() -> None:
        for _ in range(60):
            try:
                envs.step(envs.bot_actions("random"))
            except BaseException as error:  # noqa: BLE001
                problems.append(error)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(isinstance(error, cardroom.CardroomError) for error in problems), problems
    words = {str(error).split(":")[0] for error in problems if not isinstance(error, cardroom.IllegalAction)}
    assert words <= {"another thread uses this batch"}
    envs.mask.flags.writeable = False
    with pytest.raises(cardroom.CardroomError, match="read-only"):
        envs.step(envs.bot_actions("random"))
