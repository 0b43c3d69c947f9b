"""Proximal policy optimisation by self-play.

    python python/train/ppo.py schwarze-dame --dir runs/sd --minutes 60

The current policy plays all seats. A critic judges each position before and after each choice. The advantage of a
choice is how much the judgements after it, and after the choices that follow, are better than expected. Steps of Adam
make choices with an advantage more probable. The critic sees all hands (critic.py), so that it does not mistake the
luck of the cards for the value of a play. The policy sees only its own observation.

With ``--set against=champion`` the policy learns to beat three copies of a bot that does not change. It plays one seat,
each seat in turn. The result is an approximate best response.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import ClassVar

import torch
from config import Settings
from critic import observation, sight
from deals import Deals
from learner import Learner, descend, set_rate
from policy import Net
from run import main
from torch import Tensor, nn


@dataclass(frozen=True, kw_only=True)
class PPOSettings(Settings):
    """The settings for PPO."""

    critic_hidden: tuple[int, ...]
    """The sizes of the critic's hidden layers."""
    critic_rate: float
    """The learning rate of the critic."""
    critic_alone: int = 50
    """The number of iterations in which only the critic learns, if the policy starts from a net."""
    privileged: bool = True
    """True if the critic sees all hands, and false if it sees only what the policy sees."""
    policy_epochs: int = 2
    """The number of times that the policy learns from each decision of an iteration."""
    critic_epochs: int = 1
    """The number of times that the critic learns from each decision of an iteration."""
    entropy: float
    """The value of one nat of the policy's entropy, in standard deviations of the advantage."""
    clip: float = 0.2
    """The largest part by which the probability of an action should change in an iteration."""
    trace: float
    """The part of the next choice's surprise that counts for this choice: the λ of generalised advantage estimation."""
    points: float
    """The number of points that is 1 for the critic."""
    event: float = 0.0
    """The number of points from which on a deal counts as an event for the seat that gains them, such as a moon or a
    won bet. The critic then predicts the probability of the event, and the points with it and without it. With 0 it
    predicts only the points."""
    against: str = ""
    """The bot that plays all seats but one. If it is empty, the policy plays all seats."""


@dataclass
class Judged:
    """Positions as the critic sees them, with the values that it should have predicted for each seat, beginning with
    the seat that chooses."""

    state: Tensor
    """``int8[positions, inputs]``"""
    target: Tensor
    """The points that the deal still brings, in units of ``points``."""
    event: Tensor
    """True for each seat to which the deal brings the event."""


class PPO(Learner[PPOSettings]):
    """A policy that learns from the results of its deals, and the critic that judges its choices."""

    method: ClassVar[str] = "ppo"
    kind: ClassVar[type[Settings]] = PPOSettings

    def __init__(self, settings: PPOSettings, seed: int, *, device: str = "cpu", threads: int = 1) -> None:
        super().__init__(settings, seed, device=device, threads=threads)
        self.sight = sight(self.game) if settings.privileged else observation(self.game, settings)
        self.scale = self.sight.scale.to(self.device)
        heads = 3 if settings.event else 1
        sizes = [len(self.scale), *settings.critic_hidden, heads * self.game.seats]
        self.critic = Net(sizes, self.first, settings.bf16).to(self.device)
        self.policy_adam = self.adam("policy", self.policy, settings.rate)
        self.critic_adam = self.adam("critic", self.critic, settings.critic_rate)
        self.alone = 0
        """The number of first iterations in which only the critic learns."""

    def nets(self) -> dict[str, nn.Module]:
        return {**super().nets(), "critic": self.critic}

    def began_with_net(self) -> None:
        """Lets only the critic learn at first, because a critic that has learned nothing cannot judge a policy that
        already plays well."""
        self.alone = self.settings.critic_alone

    def iterate(self) -> dict[str, float]:
        seed, generator = self.rng()
        # While only the critic learns, the policy plays all seats, because the decisions of a bot take longer.
        deals = self.play(seed, generator, self.opponent if self.iterations >= self.alone else "")
        advantage, judged = self.judge(deals)
        figures = self.improve_policy(deals, advantage, generator) if self.iterations >= self.alone else {}
        figures |= self.improve_critic(judged, generator)
        self.improved(len(deals.rows))
        return figures

    def predict(self, state: Tensor) -> tuple[Tensor, Tensor]:
        """The critic's predictions for each seat: the points, and the logit of the probability of the event. The logits
        are empty if no event is configured."""
        out: Tensor = self.critic(state * self.scale)
        if not self.settings.event:
            return out, out[:, :0]
        logit, with_it, without = out.chunk(3, 1)
        chance = logit.sigmoid()
        return chance * with_it + (1 - chance) * without, logit

    @torch.no_grad()
    def judge(self, deals: Deals) -> tuple[Tensor, Judged]:
        """The advantage of each choice of the policy, and for each kept choice what the critic should have predicted.
        """
        settings, rows = self.settings, deals.rows
        state, so_far = self.sight.state(deals), self.sight.so_far(deals)
        expected = so_far + torch.cat([self.predict(part)[0] for part in torch.split(state, 8192)]) * settings.points
        # The critic's seats begin with the seat that chooses, those at the table with seat 0.
        seats, seat = torch.arange(self.game.seats, device=self.device), deals.flat(deals.seat)[:, None]
        to_table, to_seat = (seats - seat) % len(seats), (seats + seat) % len(seats)
        total = torch.zeros_like(deals.final).flatten(0, 1)
        total[rows] = expected.gather(1, to_table)
        total = total.view_as(deals.final)
        surprise, brought = deals.final - total, deals.final.clone()
        for step in reversed(range(len(surprise) - 1)):
            on = total[step + 1] - total[step] + settings.trace * surprise[step + 1]
            surprise[step] = torch.where(deals.done[step, :, None], surprise[step], on)
            brought[step] = torch.where(deals.done[step, :, None], brought[step], brought[step + 1])
        target = ((total + surprise).flatten(0, 1)[rows].gather(1, to_seat) - so_far) / settings.points
        event = brought.flatten(0, 1)[rows].gather(1, to_seat) >= settings.event
        advantage = surprise.gather(2, deals.seat[:, :, None]).flatten()[deals.free_rows]
        return advantage, Judged(state, target, event)

    def improve_policy(self, deals: Deals, advantage: Tensor, generator: torch.Generator) -> dict[str, float]:
        """Improves the policy by clipped steps over all its choices."""
        settings, rows = self.settings, deals.free_rows
        seen = deals.observation.flatten(0, 1)
        spread = advantage.std()
        advantage = (advantage - advantage.mean()) / (spread + 1e-6)
        set_rate(self.policy_adam, settings.falling(settings.rate, self.decisions))
        entropies: list[Tensor] = []
        for part in self.batches(len(rows), settings.policy_epochs, generator):
            legal, wins = deals.legal[part], advantage[part]
            log_chances = legal.log_chances(self.policy.logits(seen.index_select(0, rows[part]), legal))
            ratio = (legal.at(log_chances, deals.place[part]) - deals.log_chance[part]).exp()
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            entropy = legal.entropy(log_chances).mean()
            loss = -torch.min(ratio * wins, clipped * wins).mean() - settings.entropy * entropy
            descend(self.policy_adam, self.policy, loss, 0.5)
            entropies.append(entropy.detach())
        return {"entropy": float(torch.stack(entropies).mean()), "spread": float(spread)}

    def improve_critic(self, judged: Judged, generator: torch.Generator) -> dict[str, float]:
        """Improves the critic by steps towards what it should have predicted."""
        settings = self.settings
        set_rate(self.critic_adam, settings.falling(settings.critic_rate, self.decisions))
        errors: list[Tensor] = []
        for part in self.batches(len(judged.state), settings.critic_epochs, generator):
            predicted, logit = self.predict(judged.state.index_select(0, part))
            wanted = judged.target[part]
            loss = nn.functional.smooth_l1_loss(predicted, wanted, reduction="none").sum(1).mean()
            if settings.event:
                happened = judged.event[part].float()
                loss += nn.functional.binary_cross_entropy_with_logits(logit, happened, reduction="none").sum(1).mean()
            descend(self.critic_adam, self.critic, loss, 1.0)
            errors.append((predicted.detach() - wanted).square().mean())
        return {"error": float(torch.stack(errors).mean().sqrt()) * settings.points}


LEARNER = PPO

if __name__ == "__main__":
    sys.exit(main(PPO, __doc__))
