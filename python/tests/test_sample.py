"""Self-play as columns."""

import cardroom
import numpy as np
import pytest


@pytest.mark.parametrize("name", cardroom.games())
def test_every_choice_is_one_that_its_mask_allows(name: str) -> None:
    columns = cardroom.sample(name, shards=2, num_envs=4, choices=150, seed=3)
    count = len(columns["seat"])
    assert all(len(column) == count for column in columns.values())
    assert (columns["mask"][np.arange(count), columns["action"]] == 1).all()


def test_what_a_deal_brought_comes_to_each_of_its_choices() -> None:
    game = cardroom.load_game("schwarze-dame", {"deals": 1})
    columns = cardroom.sample(game, "rule", shards=3, num_envs=5, choices=130)
    assert len(columns["seat"]) == 3 * 5 * 104, "two whole deals of each match"
    gain, seat = columns["gain"].reshape(-1, 52), columns["seat"].reshape(-1, 52)
    for deal in range(len(gain)):
        by_seat = [set(gain[deal][seat[deal] == place]) for place in range(4)]
        assert all(len(gains) == 1 for gains in by_seat) and sum(gains.pop() for gains in by_seat) == 0


def test_a_shard_is_the_same_wherever_it_is_played() -> None:
    def highest(questions: cardroom.Questions) -> np.ndarray:
        assert questions.rows is not None and len(questions.rows.offsets) == len(questions.seat) + 1
        return questions.mask.shape[1] - 1 - questions.mask[:, ::-1].argmax(axis=1)

    told: list[int] = []
    plan = cardroom.plan_sample("kael", highest, shards=3, num_envs=4, choices=90, rows=True)
    parts = [plan.part(shard) for shard in (2, 0, 1)]
    joined = plan.join([parts[1], parts[2], parts[0]])
    whole = cardroom.sample("kael", highest, shards=3, num_envs=4, choices=90, rows=True, progress=told.append)
    assert all(joined[name].tobytes() == whole[name].tobytes() for name in whole) and told == [1, 2, 3]
    other = cardroom.sample("kael", highest, shards=3, num_envs=4, choices=90, rows=True, seed=1)
    assert other["observation"].tobytes() != whole["observation"].tobytes()


def test_what_is_wrong_is_said() -> None:
    for wrong in ("shards", "num_envs", "choices"):
        with pytest.raises(cardroom.CardroomError, match=f"{wrong} is a whole number from 1 to"):
            cardroom.sample("kael", **{wrong: 0})
    with pytest.raises(cardroom.CardroomError, match="a loaded game"):
        cardroom.sample(cardroom.load_game("kael"), seats=3)
    with pytest.raises(cardroom.CardroomError, match="no bot"):
        cardroom.sample("kael", "grandmaster")
