"""Tests the parts of training that depend on the game: the ends of deals, the inputs of the critic, and branches."""

import copy
from pathlib import Path
from typing import Any

import cardroom.vector
import config
import export
import numpy as np
import pytest
import torch
from critic import CARDS
from deals import Deals, begin, returns
from policy import Legal
from ppo import PPO, PPOSettings
from run import Run, player, versus
from torch import Tensor
from values import Values, ValuesSettings

SMALL: dict[str, Any] = {"hidden": [16], "critic_hidden": [16], "batch": 256}
MATCHES = {"schwarze-dame": 16, "hearts": 4, "kael": 4, "la-dame-noire": 16}


def learner(game: str, **changes: Any) -> PPO:
    return PPO(config.read(PPOSettings, "ppo", game, {**SMALL, "matches": MATCHES[game], **changes}), 3)


def played(which: PPO) -> Deals:
    return which.play(1, torch.Generator().manual_seed(1))


def channel(which: PPO, deals: Deals, name: str) -> Tensor:
    return deals.flat(deals.observation)[:, which.game.channel(name).slice]


@pytest.mark.parametrize("game", MATCHES)
def test_every_game_is_learned_resumed_and_exported(game: str, tmp_path: Path) -> None:
    whole, parts = (Run.begin(tmp_path / name, PPO(learner(game).settings, 4)) for name in ("whole", "parts"))
    whole.go(iterations=4, minutes=None, every=9, sets=0)
    parts.go(iterations=2, minutes=None, every=9, sets=0)
    parts = Run.resume(tmp_path / "parts")
    parts.go(iterations=4, minutes=None, every=9, sets=0)
    assert parts.hash() == whole.hash()
    assert whole.learner.decisions == parts.learner.decisions > 0
    written = export.export(whole, tmp_path / "game")
    assert written["same_choice"] > 0.9 and written["bytes"] < 200_000
    assert versus(whole.learner.game, whole.learner.average, ["random"], sets=2, seed=1)["low"] is not None


@pytest.mark.parametrize("game", MATCHES)
def test_deals_are_played_by_the_chances_of_the_policy(game: str) -> None:
    which = learner(game)
    deals = played(which)
    assert len(deals.legal) == len(deals.place) == len(deals.free_rows)
    assert (deals.legal.at(deals.legal.actions, deals.place) == deals.action.flatten()[deals.free_rows]).all()
    with torch.no_grad():
        observation = deals.observation.flatten(0, 1)[deals.free_rows]
        log_chances = deals.legal.log_chances(which.policy.logits(observation, deals.legal))
    assert torch.allclose(deals.legal.at(log_chances, deals.place), deals.log_chance, atol=0.05)
    assert torch.allclose(deals.legal.total(log_chances.exp()), torch.ones(len(deals.legal)), atol=1e-4)


@pytest.mark.parametrize("game", MATCHES)
def test_with_trace_1_a_choice_is_judged_by_what_its_deal_brought(game: str) -> None:
    which = learner(game, trace=1.0)
    deals = played(which)
    advantage, judged = which.judge(deals)
    target, state = judged.target, judged.state
    assert len(target) == len(state) == len(deals.rows) and state.shape[1] == len(which.sight.scale)
    assert len(advantage) == len(deals.free_rows)
    number, brought = deals.number, {}
    for step, match in (deals.done & deals.kept).nonzero().tolist():
        brought[int(number[step, match])] = deals.final[step, match].numpy()
    so_far, seats = which.sight.so_far(deals).numpy(), deals.flat(deals.seat)
    assert len(brought) == which.settings.matches * which.settings.deals
    for row, deal in enumerate(deals.flat(number).tolist()):
        final = np.roll(brought[deal], -int(seats[row]))
        assert np.allclose(so_far[row] + target[row].numpy() * which.settings.points, final, atol=1e-2)
    broken = (deals.final == -which.settings.broken_off).all(2)
    assert deals.final[deals.done & ~broken].sum(1).abs().max() < 1e-3, "a deal is judged beside the others'"


def test_the_critic_of_schwarze_dame_sees_the_hands() -> None:
    which = learner("schwarze-dame")
    deals = played(which)
    hands = which.sight.state(deals)[:, : 4 * CARDS].reshape(52, -1, 4, CARDS)
    own = channel(which, deals, "hand").reshape(52, -1, CARDS)
    for choice in range(52):
        assert (hands[choice].sum((1, 2)) == 52 - choice).all() and (hands[choice].sum(1) <= 1).all()
        assert (hands[choice][:, 0] == own[choice]).all(), "the actor's comes first"


def test_the_critic_of_hearts_sees_the_hands_before_and_after_passing() -> None:
    which = learner("hearts")
    deals = played(which)
    state = which.sight.state(deals)
    hands, aside = state[:, : 4 * CARDS].reshape(-1, 4, CARDS), state[:, 4 * CARDS : 5 * CARDS]
    giving = channel(which, deals, "is_giving")[:, 0] == 1
    own, draft, gave = (channel(which, deals, name) for name in ("hand", "draft", "gave"))
    assert (deals.kept.sum(0) == 3 * 64 + 52).all(), "three deals with twelve cards to pass, and one without"
    assert (hands[giving].sum(2) == 13).all(), "while cards are passed everybody holds thirteen"
    assert (hands[giving][:, 0] == own[giving]).all()
    assert (aside[giving].sum(1) < 12).all() and (aside[giving] >= draft[giving]).all()
    assert (aside[~giving] == 0).all()
    # After passing, each hand contains the cards that the seat got, and none of the cards that it passed.
    assert (hands[~giving][:, 0] == own[~giving]).all()
    assert (hands[~giving].sum(1) <= 1).all() and (hands[~giving][:, 0] * gave[~giving] == 0).all()
    assert giving.sum() == which.settings.matches * 36


def test_the_critic_of_kael_sees_the_hand_that_a_seat_observes_next() -> None:
    which = learner("kael")
    deals = played(which)
    size = which.game.channel("hand").size
    others = which.sight.state(deals)[:, which.game.observation_size :].reshape(-1, 3, size)
    place = {int(row): at for at, row in enumerate(deals.rows)}
    held, dealt = channel(which, deals, "held"), channel(which, deals, "size")
    matches, compared = deals.kept.shape[1], []
    for match in range(matches):
        steps = deals.kept[:, match].nonzero()[:, 0].tolist()
        for now, after in zip(steps, steps[1:], strict=False):
            if deals.done[now, match] or deals.seat[now, match] == deals.seat[after, match]:
                continue
            ahead = int(deals.seat[after, match] - deals.seat[now, match]) % 4
            seen = others[place[now * matches + match], ahead - 1]
            if dealt[place[now * matches + match]] == 0:
                assert not seen.any(), "before the deal nobody has a hand"
                continue
            assert (seen == deals.observation[after, match, which.game.channel("hand").slice]).all()
            known = held[place[now * matches + match], ahead] == seen.sum()
            compared.append(bool(known))
    assert len(compared) > 200 and all(compared), "it holds as many cards as everybody sees"


def test_a_deal_that_does_not_end_is_cut_off_and_costs_everybody() -> None:
    which = learner("kael", longest=30, broken_off=7, trace=1.0)
    deals = played(which)
    ends = deals.done & deals.kept
    broken = ends & (deals.final == -7).all(2)
    assert 0 < broken.sum() < ends.sum(), "some are cut off, some are not"
    number = deals.number[deals.kept]
    choices = torch.bincount(number)
    assert (choices[deals.number[broken]] == 30).all() and (choices[deals.number[ends & ~broken]] <= 30).all()
    target = which.judge(deals)[1].target
    among = torch.isin(number, deals.number[broken])
    assert torch.allclose(target[among] * which.settings.points, torch.tensor(-7.0), atol=1e-2)
    assert target[~among].sum(1).abs().max() < 1e-2


def test_the_critic_of_la_dame_noire_sees_the_hands_that_are_held() -> None:
    which = learner("la-dame-noire", matches=32)
    deals = played(which)
    width = which.game.channel("points").slice.stop
    others = which.sight.state(deals)[:, width:].reshape(-1, 3, CARDS)
    hand, held, phase, has_put = (channel(which, deals, name) for name in ("hand", "held", "phase", "has_put"))
    playing = phase[:, 2] == 1
    # While combinations are played, each hand that is not empty has as many cards as everybody counts, and no card is in
    # two hands.
    assert playing.sum() > 500
    asked_again = others[playing].sum(2) > 0
    assert (others[playing].sum(2)[asked_again] == held[playing][:, 1:][asked_again]).all()
    assert ((others[playing].sum(1) + hand[playing]) <= 1).all()
    # During a trade the critic still sees the card that a seat has given in the hand of this seat.
    trading = phase[:, 1] == 1
    assert (has_put[trading][:, 1:] == 1).any()
    assert (others[trading].sum(2) == 13).all() and (others[trading].sum(1) <= 1).all()


def test_a_deal_that_brings_nobody_anything_costs_while_a_run_begins() -> None:
    which = learner("la-dame-noire", matches=256, nothing=7, easier_for=1)
    last = list(which.policy.layers)[-1]
    assert isinstance(last, torch.nn.Linear)
    last.bias.data[which.game.row_channels[0].start] = 3  # The policy often passes.
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
    which = PPO(config.read(PPOSettings, "ppo", game, {**QUICK, **changes}), 4)
    beginner = copy.deepcopy(which.policy)
    for _ in range(30):
        which.iterate()
    for other in ("random", player(beginner)):
        gain = versus(which.game, which.average, [other], sets=sets, seed=7)
        assert gain["low"] > 3, (other, gain)


def test_a_critic_learns_how_likely_an_event_is() -> None:
    which = PPO(config.read(PPOSettings, "ppo", "hearts", {**QUICK, "matches": 32, "event": 3.0}), 4)
    for _ in range(25):
        which.iterate()
    deals = played(which)
    judged = which.judge(deals)[1]
    with torch.no_grad():
        points, logit = which.predict(judged.state)
    chance, happened = logit.sigmoid(), judged.event.double()
    assert points.shape == judged.target.shape and 0.05 < happened.mean() < 0.7
    assert abs(float(chance.mean() - happened.mean())) < 0.05, "as often as it says"
    assert float(chance[judged.event].mean()) > float(chance[~judged.event].mean()) + 0.2, "and it knows when"
    last = deals.flat(deals.done)
    brought = torch.stack([deals.flat(deals.final)[last, (deals.flat(deals.seat)[last] + ahead) % 4] for ahead in range(4)], 1)
    assert torch.equal(judged.event[last], brought >= 3)


def test_a_run_can_begin_with_easier_rules() -> None:
    which = learner("kael", easier_for=1)
    forbidden = which.game.channel("false_call_forbidden").slice
    assert (played(which).observation[:, :, forbidden] == 1).all()
    which.iterations = 1
    assert (played(which).observation[:, :, forbidden] == 0).all()


@pytest.mark.parametrize("game", MATCHES)
def test_a_branch_brings_what_its_action_brings_on_the_same_cards(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = {"hidden": [16], "matches": MATCHES[game], "branches": 2.0, "temperature": 2.0, "easier_for": 1}
    which = Values(config.read(ValuesSettings, "values", game, changes), 3)
    # Every seat chooses the most probable action, so that no choice is random.
    monkeypatch.setattr(Legal, "draw", lambda legal, log_chances, _generator: legal.best(log_chances))
    generator = torch.Generator().manual_seed(1)
    deals = which.play(7, generator)
    branches, count = which.branch(deals, 7, generator)
    legal = branches.legal
    assert len(legal) == round(2 * which.settings.matches * which.settings.deals) and count > len(branches.value)
    assert legal.total(branches.value).abs().max() < 1e-3, "what counts is the difference to the other actions"
    seen = deals.observation.flatten(0, 1)[deals.free_rows, : which.policy.inputs]
    compared = 0
    for decision, observation in enumerate(branches.observation):
        same = (seen == observation).all(1).nonzero()[:, 0]
        if len(same) != 1:
            continue
        step, match = divmod(int(deals.free_rows[same[0]]), which.settings.matches)
        values = branches.value[legal.offsets[decision] : legal.offsets[decision + 1]] * 2
        compared += 1
        # Repeats each branch: a copy of the match plays the action, and then the most probable actions.
        envs = begin(which.rules(), which.settings, 7, 1).copies([match] * len(values))
        for before in range(step):
            envs.step(np.full(len(values), int(deals.action[before, match]), np.int32))
        first = legal.actions[legal.offsets[decision] : legal.offsets[decision + 1]].numpy()
        results = play_on(which, envs, first, int(deals.seat[step, match]))
        assert np.allclose(values.numpy(), results - results.mean(), atol=1e-2)
    assert compared > len(legal) / 2


def play_on(which: Values, envs: cardroom.vector.VectorEnv, action: Any, seat: int) -> Any:
    """The points that the deal of each match brings a seat if this action and then the most probable actions are played."""
    results = np.full(len(action), np.nan, np.float32)
    while np.isnan(results).any():
        envs.step(action.astype(np.int32))
        ends = np.isnan(results) & (envs.done == 1)
        results[ends] = returns(envs, which.settings)[ends, seat]
        legal = Legal.asked(envs, torch.ones(len(action), dtype=torch.bool), which.settings.by_row)
        with torch.no_grad():
            best = legal.best(which.policy.logits(torch.from_numpy(envs.observation), legal))
        action = legal.at(legal.actions, best).numpy()
    return results


def test_actions_are_drawn_as_often_as_they_are_likely() -> None:
    which = learner("la-dame-noire")
    deals = played(which)
    one = deals.legal[torch.zeros(20_000, dtype=torch.int64)]
    count = int(one.offsets[1])
    logits = torch.randn(count, generator=torch.Generator().manual_seed(2)).repeat(20_000)
    log_chances = one.log_chances(logits)
    place = one.draw(log_chances, torch.Generator().manual_seed(3))
    expected = logits[:count].softmax(0)
    assert torch.allclose(torch.bincount(place, minlength=count) / 20_000, expected, atol=0.015)
    assert torch.allclose(one.at(log_chances, place), expected.log()[place], atol=1e-4)
    assert torch.allclose(one.entropy(log_chances)[0], -(expected * expected.log()).sum(), atol=1e-4)
    assert (one.best(logits) == int(logits[:count].argmax())).all()


def test_an_action_is_worth_the_product_of_its_row_with_the_last_layer() -> None:
    which = learner("la-dame-noire")
    envs = cardroom.vector.make(which.game, 40, seed=3, threads=1)
    envs.reset()
    envs.random_steps(30)
    asked = envs.mask.sum(1, dtype=np.int32) > 1
    legal, rows = Legal.asked(envs, torch.from_numpy(asked), True), envs.rows()
    out = torch.randn(len(legal), which.game.row_size, generator=torch.Generator().manual_seed(1))
    products = legal.products(out)
    counts = np.diff(rows.offsets)
    listed = torch.from_numpy(rows.rows[np.repeat(asked, counts)]).float()
    assert len(legal) == asked.sum() > 10 and len(products) == counts[asked].sum()
    assert torch.allclose(products, (listed * out[legal.owner]).sum(1), atol=1e-4)
    taken = legal[torch.tensor([4, 0, 4])]
    expected = torch.cat([products[legal.offsets[i] : legal.offsets[i + 1]] for i in (4, 0, 4)])
    assert torch.equal(taken.products(out[[4, 0, 4]]), expected)
    joined = Legal.joined([legal, taken])
    assert torch.equal(joined.products(torch.cat([out, out[[4, 0, 4]]])), torch.cat([products, expected]))
