"""From the last layer of a policy to the chances of actions: both ways to choose, beside plain loops."""

from types import SimpleNamespace
from typing import Any

import cardroom
import cardroom.vector
import numpy as np
import pytest
from cardroom.train.heads import ByNumber, ByRow, LegalRows

GAME = cardroom.load_game("la-dame-noire", options={"deals": 1})


def asked(matches: int = 40) -> tuple[ByRow, LegalRows, Any]:
    """Decisions somewhere in deals, their rows, and a last layer."""
    envs = cardroom.vector.make(GAME, matches, seed=3, threads=1)
    envs.reset()
    envs.random_steps(30)
    among = envs.mask.sum(1, dtype=np.int32) > 1
    head, rows = ByRow(GAME), LegalRows.asked(envs.rows(), among)
    assert len(rows.offsets) == among.sum() + 1 > 10
    assert (np.diff(rows.offsets) == envs.mask[among].sum(1, dtype=np.int32)).all()
    out = np.random.default_rng(1).standard_normal((int(among.sum()), head.outputs)).astype(np.float32)
    return head, rows, out


def test_an_action_is_worth_the_product_of_its_row_with_the_last_layer() -> None:
    head, rows, out = asked()
    chances = head.chances(out, rows)
    for decision, (begin, end) in enumerate(zip(rows.offsets, rows.offsets[1:], strict=False)):
        logits = (rows.rows[begin:end] * head.factor) @ out[decision]
        weights = np.exp(logits - logits.max())
        assert np.allclose(chances[begin:end], weights / weights.sum(), atol=1e-5)
        assert head.best(out, rows)[decision] == logits.argmax()
    assert np.allclose(head.total(chances, rows), 1, atol=1e-5)


def test_actions_are_drawn_as_often_as_they_are_likely() -> None:
    head, rows, out = asked(60)
    one = rows[np.zeros(20_000, np.int64)]
    chances = head.chances(np.repeat(out[:1], 20_000, 0), one)
    place, chance = head.draw(chances, one, np.random.default_rng(2).random(20_000, np.float32))
    expected = chances[: one.offsets[1]]
    assert np.allclose(np.bincount(place, minlength=len(expected)) / 20_000, expected, atol=0.015)
    assert np.allclose(chance, expected[place])


def test_decisions_are_taken_with_their_rows() -> None:
    _, rows, _ = asked()
    taken = rows[np.array([4, 0, 4])]
    for place, decision in enumerate((4, 0, 4)):
        ours = taken.rows[taken.offsets[place] : taken.offsets[place + 1]]
        assert (ours == rows.rows[rows.offsets[decision] : rows.offsets[decision + 1]]).all()
    both = LegalRows.joined([rows, taken])
    assert len(both.offsets) == len(rows.offsets) + 3 and (both.owner[-1], both.offsets[-1]) == (len(rows.offsets) + 1, len(both.rows))


@pytest.mark.parametrize("by_row", [True, False])
def test_the_slope_is_that_of_the_logarithm_of_a_chance(by_row: bool) -> None:
    head: Any
    if by_row:
        head, legal, out = asked()
        action = head.best(out, legal) * 0 + 1
    else:
        head = ByNumber(SimpleNamespace(num_actions=6))  # type: ignore[arg-type]
        rng = np.random.default_rng(4)
        legal, out = (rng.random((12, 6)) > 0.4).astype(np.int8), rng.standard_normal((12, 6)).astype(np.float32)
        legal[:, 2] = 1
        action = np.full(12, 2)
    out = out.astype(np.float64)

    def said() -> float:
        return float(np.log(head.at(head.chances(out, legal), legal, action)).sum())

    now = head.chances(out, legal)
    slope = -now * head.each(np.ones(len(out)), legal)
    head.add(slope, legal, action, np.ones(len(out)))
    back = head.back(slope, legal)
    for row, column in [(0, 0), (3, 2), (5, 4), (7, 1)]:
        before = said()
        out[row, column] += 1e-4
        assert np.isclose((said() - before) / 1e-4, back[row, column], atol=2e-3)
        out[row, column] -= 1e-4
