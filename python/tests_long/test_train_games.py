"""What training knows of each game: deals that end when they end, and what the critic sees."""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cardroom.train import config, export
from cardroom.train.critic import CARDS
from cardroom.train.deals import Deals
from cardroom.train.ppo import SelfPlay
from cardroom.train.run import Run, versus

SMALL: dict[str, Any] = {"hidden": [16], "critic_hidden": [16], "batch": 256}
MATCHES = {"schwarze-dame": 16, "hearts": 4, "kael": 4, "la-dame-noire": 16}
"""Matches that make a small iteration."""


def learner(game: str, **changes: Any) -> SelfPlay:
    return SelfPlay(config.read(game, {**SMALL, "matches": MATCHES[game], **changes}), 3)


def played(which: SelfPlay) -> Deals:
    return which.play(np.random.default_rng(1))


def channel(which: SelfPlay, deals: Deals, name: str) -> Any:
    return deals.flat(deals.observation)[:, which.game.channel(name).slice]


@pytest.mark.parametrize("game", MATCHES)
def test_every_game_is_learned_to_the_byte_and_resumed(game: str, tmp_path: Path) -> None:
    settings = config.read(game, {**SMALL, "matches": MATCHES[game]})
    whole = Run.begin(tmp_path / "whole", settings, 4)
    whole.go(iterations=4, minutes=None, every=9, sets=0)
    Run.begin(tmp_path / "parts", settings, 4).go(iterations=2, minutes=None, every=9, sets=0)
    parts = Run.resume(tmp_path / "parts")
    parts.go(iterations=4, minutes=None, every=9, sets=0)
    states = [b"".join(a.tobytes() for a in run.learner.arrays()) for run in (whole, parts)]
    assert hashlib.sha256(states[0]).digest() == hashlib.sha256(states[1]).digest()
    assert whole.learner.decisions == parts.learner.decisions > 0
    told = export.export(whole, tmp_path / "game")
    assert told["same_choice"] > 0.9 and told["bytes"] < 200_000
    assert versus(whole.learner, ["random"], sets=2, seed=1)["low"] is not None


@pytest.mark.parametrize("game", MATCHES)
def test_with_trace_1_a_choice_is_judged_by_what_its_deal_brought(game: str) -> None:
    which = learner(game, trace=1.0)
    deals = played(which)
    advantage, target, state = which.judge(deals)
    assert len(advantage) == len(target) == len(state) == len(deals.places) and state.shape[1] == which.sight.width
    brought: dict[int, Any] = {}
    for step, match in zip(*np.nonzero(deals.done & deals.kept), strict=True):
        brought[int(deals.number[step, match])] = deals.final[step, match]
    so_far = which.sight.so_far(deals)
    seats = deals.seat.reshape(-1)[deals.places]
    assert len(brought) == which.config.matches * which.config.deals
    for row, number in enumerate(deals.number.reshape(-1)[deals.places]):
        final = np.roll(brought[int(number)], -seats[row])
        assert np.allclose(so_far[row] + target[row] * which.config.points, final, atol=1e-2)
    broken = (deals.final == -which.config.broken_off).all(2)
    assert np.allclose(deals.final[deals.done & ~broken].sum(1), 0, atol=1e-3), "a deal is judged beside the others'"


def test_the_critic_of_schwarze_dame_sees_the_hands() -> None:
    which = learner("schwarze-dame")
    deals = played(which)
    hands = which.sight.state(deals)[:, : 4 * CARDS].reshape(52, -1, 4, CARDS)
    own = channel(which, deals, "hand").reshape(52, -1, CARDS)
    for choice in range(52):
        assert (hands[choice].sum((1, 2)) == 52 - choice).all() and (hands[choice].sum(1) <= 1).all()
        assert (hands[choice][:, 0] == own[choice]).all(), "the actor's comes first"


def test_the_critic_of_hearts_sees_the_hands_before_and_after_giving() -> None:
    which = learner("hearts")
    deals = played(which)
    state = which.sight.state(deals)
    hands, aside = state[:, : 4 * CARDS].reshape(-1, 4, CARDS), state[:, 4 * CARDS : 5 * CARDS]
    giving = channel(which, deals, "is_giving")[:, 0] == 1
    own, draft, gave = (channel(which, deals, name) for name in ("hand", "draft", "gave"))
    assert (deals.kept.sum(0) == 3 * 64 + 52).all(), "three deals with twelve cards to give, and one without"
    assert (hands[giving].sum(2) == 13).all(), "while cards are given everybody holds thirteen"
    assert (hands[giving][:, 0] == own[giving]).all()
    assert (aside[giving].sum(1) < 12).all() and (aside[giving] >= draft[giving]).all()
    assert (aside[~giving] == 0).all()
    # Afterwards the hands are those that are played, with what was got and without what was given.
    assert (hands[~giving][:, 0] == own[~giving]).all()
    assert (hands[~giving].sum(1) <= 1).all() and (hands[~giving][:, 0] * gave[~giving] == 0).all()
    assert giving.sum() == which.config.matches * 36


def test_the_critic_of_kael_sees_the_hand_that_a_seat_observes_next() -> None:
    which = learner("kael")
    deals = played(which)
    size = which.game.channel("hand").size
    others = which.sight.state(deals)[:, which.game.observation_size :].reshape(-1, 3, size) * 4
    place = {int(row): at for at, row in enumerate(deals.places)}
    held, dealt = channel(which, deals, "held"), channel(which, deals, "size")
    matches, compared = deals.kept.shape[1], []
    for match in range(matches):
        steps = np.flatnonzero(deals.kept[:, match])
        for now, after in zip(steps, steps[1:], strict=False):
            if deals.done[now, match] or deals.seat[now, match] == deals.seat[after, match]:
                continue
            ahead = (deals.seat[after, match] - deals.seat[now, match]) % 4
            seen = others[place[now * matches + match], ahead - 1]
            if dealt[place[now * matches + match]] == 0:
                assert not seen.any(), "before the deal nobody has a hand"
                continue
            assert (seen == deals.observation[after, match, which.game.channel("hand").slice]).all()
            known = held[place[now * matches + match], ahead] == seen.sum()
            compared.append(known)
    assert len(compared) > 200 and all(compared), "it holds as many cards as everybody sees"


def test_a_deal_that_does_not_end_is_broken_off_and_costs_everybody() -> None:
    which = learner("kael", longest=30, broken_off=7, trace=1.0)
    deals = played(which)
    ends = deals.done & deals.kept
    broken = ends & (deals.final == -7).all(2)
    assert 0 < broken.sum() < ends.sum(), "some are broken off, some are not"
    number = deals.number[deals.kept]
    choices = np.bincount(number)
    assert (choices[deals.number[broken]] == 30).all() and (choices[deals.number[ends & ~broken]] <= 30).all()
    _, target, _ = which.judge(deals)
    among = np.isin(number, deals.number[broken])
    assert np.allclose(target[among] * which.config.points, -7, atol=1e-2)
    assert np.allclose(target[~among].sum(1), 0, atol=1e-2)


def test_the_critic_of_la_dame_noire_sees_the_hands_that_are_held() -> None:
    which = learner("la-dame-noire", matches=32)
    deals = played(which)
    width, steps, matches = which.game.channel("points").slice.stop, *deals.kept.shape
    others = which.sight.state(deals)[:, width:].reshape(-1, 3, CARDS)
    hand, held, phase, has_put = (channel(which, deals, name) for name in ("hand", "held", "phase", "has_put"))
    playing = phase[:, 2] == 1
    # While combinations are played, each hand is exactly what everybody counts, and no card is in two of them.
    assert playing.sum() > 500
    asked_again = others[playing].sum(2) > 0
    assert (others[playing].sum(2)[asked_again] == held[playing][:, 1:][asked_again]).all()
    assert ((others[playing].sum(1) + hand[playing]) <= 1).all()
    # Who has put a card still has it for the critic: it has not changed hands yet.
    trading = phase[:, 1] == 1
    assert (has_put[trading][:, 1:] == 1).any()
    assert (others[trading].sum(2) == 13).all() and (others[trading].sum(1) <= 1).all()
    assert which.sight.state(deals).shape == (len(deals.places), width + 3 * CARDS) and steps * matches >= len(deals.places)


def test_a_deal_that_brings_nobody_anything_costs_while_a_run_begins() -> None:
    which = learner("la-dame-noire", matches=256, nothing=7, easier_for=1)
    which.policy.weights[-1][which.game.row_channels[0].start] = 3  # It likes to pass.
    deals = played(which)
    ends = deals.done & deals.kept
    thrown_in = ends & (deals.final == -7).all(2)
    assert 0 < thrown_in.sum() < ends.sum()
    which.iterations = 1
    deals = played(which)
    assert not (deals.final == -7).any() and (deals.done & (deals.final == 0).all(2)).any()


QUICK: dict[str, Any] = {"hidden": [64], "critic_hidden": [64], "batch": 512, "rate": 3e-3, "critic_rate": 3e-3, "average": 5}
"""A configuration that learns in seconds."""


@pytest.mark.parametrize(("game", "changes", "sets"), [("hearts", {"matches": 32}, 10), ("kael", {"matches": 16, "easier_for": 15}, 3)])
def test_hearts_and_kael_are_learned_from_nothing_in_seconds(game: str, changes: dict[str, Any], sets: int) -> None:
    which = SelfPlay(config.read(game, {**QUICK, **changes}), 4)
    before = versus(which, ["random"], sets=sets, seed=7)
    for _ in range(30):
        which.iterate()
    after = versus(which, ["random"], sets=sets, seed=7)
    assert after["low"] > max(3, before["high"]), (before, after)


def test_a_run_can_begin_with_easier_rules() -> None:
    which = learner("kael", easier_for=1)
    forbidden = which.game.channel("false_call_forbidden").slice
    assert (played(which).observation[:, :, forbidden] == 1).all()
    which.iterations = 1
    assert (played(which).observation[:, :, forbidden] == 0).all()
