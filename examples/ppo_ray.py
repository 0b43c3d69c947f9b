"""The learner of ppo.py on a Ray cluster: actors play the deals, and the driver learns from them.

    python examples/ppo_ray.py --actors 8 --seconds 120 [--address auto]

Each actor has matches and a seed of its own. In each iteration all actors play with the newest weights, and the driver
learns from their deals in the order of the actors. So a run with the same number of actors gives the same net.
"""

import argparse
import time
from typing import Any

import numpy as np
import ppo
import ray

import cardroom.vector


@ray.remote(num_cpus=1)
class Player:
    """The matches that one actor plays."""

    def __init__(self, number: int) -> None:
        self.rng = np.random.default_rng([1, number])
        self.net = ppo.Net(self.rng)
        self.envs = cardroom.vector.make(ppo.GAME, ppo.DEALS, seed=number, threads=1)
        self.envs.reset()

    def play(self, weights: list[np.ndarray]) -> list[np.ndarray]:
        self.net.weights = weights
        return ppo.play(self.net, self.envs, self.rng)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actors", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60, help="wall time to learn in")
    parser.add_argument("--sets", type=int, default=200)
    parser.add_argument("--address", help="of a running cluster; one is started here if it is left out")
    options = parser.parse_args()
    ray.init(address=options.address)
    rng = np.random.default_rng(1)
    net = ppo.Net(rng)
    actor: Any = Player  # Ray adds `remote`
    players: list[Any] = [actor.remote(number) for number in range(options.actors)]
    begin, deals = time.monotonic(), 0
    while (spent := time.monotonic() - begin) < options.seconds:
        weights = ray.put(net.weights)
        played = ray.get([player.play.remote(weights) for player in players])
        part = spent / options.seconds
        together = [np.concatenate(columns) for columns in zip(*played, strict=True)]
        ppo.improve(net, together, 1e-3 * (1 - 0.9 * part), 0.01 * (1 - 0.8 * part), rng)
        deals += options.actors * ppo.DEALS

    def learned(questions: cardroom.Questions) -> Any:
        return ppo.chances(net.layers(ppo.inputs(questions.observation))[-1], questions.mask).argmax(1)

    result = cardroom.arena(ppo.GAME, [learned, "random"], sets=options.sets, seed=99)
    gain = result["entrants"][0]["gain_per_deal"]
    print(f"{deals} deals; against three random: {gain['estimate']:+.2f} ({gain['low']:+.2f} to {gain['high']:+.2f}) a deal")


if __name__ == "__main__":
    main()
