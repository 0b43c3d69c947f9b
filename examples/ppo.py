"""Schwarze Dame learned by self-play with PPO, in NumPy on one core.

    python examples/ppo.py --seconds 540 --save net.npz

One network plays all four seats. Its inputs are bits and points (docs/bots/observations.md), without any knowledge of how to
play well. It learns to predict the points that a seat still makes in the deal, and to choose the actions that bring
more. A layer has 256 outputs, and an iteration plays 512 deals and learns from each of them twice. At the end the
network plays against three rule players, and against three random ones, in the arena, with duplicate sets and 95 %
intervals.
"""

import argparse
import os
import time
from typing import Any

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

import numpy as np

import cardroom
import cardroom.vector

GAME = cardroom.load_game("schwarze-dame", options={"deals": 1})
# The channels after the points concern the whole match, and are not needed for one deal.
INPUTS = GAME.channel("points").slice.stop
OWN_POINTS = GAME.channel("points").start
RANGES = [np.full(c.size, max(-c.low, c.high), np.float32) for c in GAME.channels]
SCALE = 1 / np.concatenate(RANGES)[:INPUTS]
ACTIONS, WIDTH, DEALS, CHOICES, BATCH = GAME.num_actions, 256, 512, 52, 2048
POINTS = 20.0  # the points that are 1 for the value


class Net:
    """A net with two hidden layers. Its last layer gives a logit for each card, followed by the value."""

    def __init__(self, rng: np.random.Generator) -> None:
        sizes = [INPUTS, WIDTH, WIDTH, ACTIONS + 1]
        self.weights: list[np.ndarray] = []
        for rows, columns in zip(sizes, sizes[1:], strict=False):
            self.weights.append((rng.standard_normal((rows, columns)) * np.sqrt(2 / rows)).astype(np.float32))
            self.weights.append(np.zeros(columns, np.float32))
        self.weights[-2] *= 0.1
        self.mean = [np.zeros_like(w) for w in self.weights]
        self.square = [np.zeros_like(w) for w in self.weights]
        self.updates = 0

    def layers(self, inputs: np.ndarray) -> list[np.ndarray]:
        hidden = [inputs]
        for place in range(0, len(self.weights), 2):
            out = hidden[-1] @ self.weights[place] + self.weights[place + 1]
            hidden.append(np.maximum(out, 0) if place < len(self.weights) - 2 else out)
        return hidden

    def learn(self, hidden: list[np.ndarray], slope: np.ndarray, rate: float) -> None:
        """Does a step of Adam. A gradient with a norm above 1 is shortened to 1. ``slope``: the gradient of the loss
        for the last layer."""
        slopes: list[np.ndarray] = []
        for layer in (2, 1, 0):
            slopes[:0] = [hidden[layer].T @ slope, slope.sum(0)]
            if layer:
                slope = (slope @ self.weights[2 * layer].T) * (hidden[layer] > 0)
        cut = min(1.0, 1 / (np.sqrt(sum(float((s * s).sum()) for s in slopes)) + 1e-8))
        self.updates += 1
        rate *= np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for weight, mean, square, step in zip(self.weights, self.mean, self.square, slopes, strict=True):
            mean += 0.1 * (step * cut - mean)
            square += 0.001 * ((step * cut) ** 2 - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)


def inputs(observation: np.ndarray) -> np.ndarray:
    scaled: np.ndarray = observation[:, :INPUTS] * SCALE
    return scaled


def chances(last: np.ndarray, mask: np.ndarray) -> np.ndarray:
    logits = np.where(mask > 0, last[:, :ACTIONS], -1e9)
    weights = np.exp(logits - logits.max(1, keepdims=True))
    chance: np.ndarray = weights / weights.sum(1, keepdims=True)
    return chance


def play(net: Net, envs: cardroom.vector.VectorEnv, rng: np.random.Generator) -> list[np.ndarray]:
    """Plays one deal of each match. Returns observations, masks, actions, their probabilities, and the points that the
    seats still make."""
    observations = np.empty((CHOICES, DEALS, GAME.observation_size), np.int8)
    masks = np.empty((CHOICES, DEALS, ACTIONS), np.int8)
    seats, actions = np.empty((2, CHOICES, DEALS), np.int64)
    taken = np.empty((CHOICES, DEALS), np.float32)
    for choice in range(CHOICES):
        observations[choice], masks[choice], seats[choice] = envs.observation, envs.mask, envs.seat
        chance = chances(net.layers(inputs(envs.observation))[-1], envs.mask)
        noise = -np.log(-np.log(rng.random(chance.shape, dtype=np.float32) + 1e-9) + 1e-9)
        actions[choice] = (np.log(chance + 1e-20) + noise).argmax(1)
        taken[choice] = np.take_along_axis(chance, actions[choice][:, None], 1)[:, 0]
        envs.step(actions[choice].astype(np.int32))
    final = np.take_along_axis(np.broadcast_to(envs.reward, (CHOICES, DEALS, 4)), seats[:, :, None], 2)[:, :, 0]
    to_come = (final - observations[:, :, OWN_POINTS]) / POINTS
    return [a.reshape(CHOICES * DEALS, *a.shape[2:]) for a in (observations, masks, actions, taken, to_come)]


def improve(net: Net, deals: list[np.ndarray], rate: float, entropy: float, rng: np.random.Generator) -> None:
    observations, masks, actions, taken, to_come = deals
    values = [net.layers(inputs(o))[-1][:, ACTIONS] for o in np.array_split(observations, 8)]
    advantage = to_come - np.concatenate(values)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for batch in [b for _ in range(2) for b in np.array_split(rng.permutation(len(actions)), len(actions) // BATCH)]:
        hidden = net.layers(inputs(observations[batch]))
        chance = chances(hidden[-1], masks[batch])
        rows, action, gain = np.arange(len(batch)), actions[batch], advantage[batch]
        ratio = chance[rows, action] / taken[batch]
        live = ~(((gain > 0) & (ratio > 1.2)) | ((gain < 0) & (ratio < 0.8)))
        slope = np.zeros_like(hidden[-1])
        policy = chance * (gain * ratio * live)[:, None]
        policy[rows, action] -= gain * ratio * live
        log = np.log(chance + 1e-9)
        policy += entropy * chance * (log - (chance * log).sum(1, keepdims=True))
        slope[:, :ACTIONS] = policy * masks[batch] / len(batch)
        slope[:, ACTIONS] = np.clip(hidden[-1][:, ACTIONS] - to_come[batch], -1, 1) / len(batch)
        net.learn(hidden, slope, rate)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=540, help="CPU time to learn in")
    parser.add_argument("--sets", type=int, default=2000, help="duplicate sets of the arena")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="write the weights here")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    net = Net(rng)
    envs = cardroom.vector.make(GAME, DEALS, seed=options.seed, threads=1)
    envs.reset()
    iterations, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < options.seconds:
        part = spent / options.seconds
        improve(net, play(net, envs, rng), 1e-3 * (1 - 0.9 * part), 0.01 * (1 - 0.8 * part), rng)
        iterations += 1
    print(f"{iterations * DEALS} deals, {iterations * DEALS * CHOICES / 1e6:.1f} M choices, {spent:.0f} s of CPU time")
    if options.save:
        np.savez(options.save, *net.weights)

    def learned(questions: cardroom.Questions) -> Any:
        return chances(net.layers(inputs(questions.observation))[-1], questions.mask).argmax(1)

    for others in ("rule", "random"):
        results = cardroom.arena(GAME, [learned, others], sets=options.sets, seed=99)
        gain = results["entrants"][0]["gain_per_deal"]
        print(f"against three {others}: {gain['estimate']:+.2f} ({gain['low']:+.2f} to {gain['high']:+.2f}) a deal")


if __name__ == "__main__":
    main()
