"""Tests a local Ray cluster of two machines, one of which is lost during the work."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cardroom
import cardroom.ray
import numpy as np
import pyarrow.parquet as pq
import pytest
import ray
from ray.cluster_utils import Cluster


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    memory = {"num_cpus": 1, "object_store_memory": 100 * 2**20}
    cluster = Cluster(initialize_head=True, head_node_args={**memory, "include_dashboard": False})
    cluster.add_node(**memory)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


class Loses(list[str]):
    """A list of records. When it receives the first records, it removes a machine from the cluster."""

    def __init__(self, cluster: Cluster) -> None:
        super().__init__()
        self.cluster: Cluster | None = cluster

    def extend(self, lines: Any) -> None:
        super().extend(lines)
        if self.cluster is not None:
            worker = next(iter(self.cluster.worker_nodes))
            self.cluster.remove_node(worker, allow_graceful=False)
            self.cluster = None


def lost() -> int:
    """The number of machines that the cluster has lost. A busy head node notices a loss late, so it is asked for up to a
    minute."""
    for _ in range(600):
        if dead := [node["Alive"] for node in ray.nodes()].count(False):
            return dead
        time.sleep(0.1)
    return 0


def test_a_lost_machine_changes_nothing(cluster: Cluster, tmp_path: Path) -> None:
    def first(questions: cardroom.Questions) -> Any:
        """The first legal action. Workers cannot import this file, so the function is sent to them with its code."""
        return questions.mask.argmax(axis=1)

    records = Loses(cluster)
    table = tmp_path / "matches.parquet"
    game = cardroom.load_game("schwarze-dame", {"deals": 1})
    bots = [first, "pimc:60", "rule"]
    there = cardroom.ray.arena(game, bots, sets=24, seed=5, shard=2, records=records, parquet=table, bar=False)
    assert records.cluster is None
    dead = lost()
    assert dead == 1, f"{dead} machines were lost"
    expected: list[str] = []
    here = cardroom.arena(game, bots, sets=24, seed=5, records=expected)
    del there["time"], here["time"]
    assert json.dumps(there) == json.dumps(here)
    assert list(records) == expected
    columns = pq.read_table(table).to_pydict()
    assert columns["record"] == expected and columns["set"] == [number // 4 for number in range(96)]
    # The remaining machine does all further work.
    lines: list[str] = []
    there = cardroom.ray.simulate("kael", ["rule", "random"], matches=20, shard=6, records=lines, bar=False)
    expected = []
    assert there == cardroom.simulate("kael", ["rule", "random"], matches=20, records=expected) and lines == expected
    won = cardroom.ray.solve_range(1, 5, shard=2, budget=512, bar=False, parquet=tmp_path / "solved.parquet")
    alone = cardroom.solve_range(1, 5, budget=512)
    assert all(np.array_equal(won[name], alone[name]) for name in alone if name != "ms")
    assert pq.read_table(tmp_path / "solved.parquet")["deal"].to_pylist() == [1, 2, 3, 4, 5]
    far = cardroom.ray.sample("hearts", "rule", shards=3, num_envs=8, choices=80, bar=False, parquet=tmp_path / "s.parquet")
    near = cardroom.sample("hearts", "rule", shards=3, num_envs=8, choices=80)
    assert far.keys() == near.keys() and all(far[name].tobytes() == near[name].tobytes() for name in near)
    assert pq.read_table(tmp_path / "s.parquet").num_rows == len(near["seat"])
    # A bug in a policy ends the run, and no incomplete file remains.
    with pytest.raises(cardroom.CardroomError, match="not allowed"):
        cardroom.ray.simulate("hearts", lambda q: q.mask.argmin(axis=1), matches=2, parquet=tmp_path / "no.parquet", bar=False)
    assert not list(tmp_path.glob("no.parquet*"))


def test_a_learner_with_its_players_on_ray() -> None:
    example = Path(__file__).parents[2] / "examples/ppo_ray.py"
    words = [sys.executable, str(example), "--actors", "2", "--seconds", "5", "--sets", "10"]
    # With PYTHONSAFEPATH, Python does not import from the folder of the program, so the folder is named.
    paths = os.pathsep.join([str(example.parent), os.environ.get("PYTHONPATH", "")])
    said = subprocess.run(words, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": paths}).stdout
    assert "against three random" in said
