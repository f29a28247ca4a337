"""The pytest fixture ``simulation``: ``pytest -p morse.testing.pytest_plugin``.

    def scene():
        robot = ATRV()
        pose = Pose()
        pose.add_stream('socket')
        robot.append(pose)
        env = Environment('empty')

    def test_stands(simulation):
        morse = simulation(scene).morse
        assert morse.robot.pose.get()['x'] == 0.0
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Callable

import pytest

from morse.testing.simulation import Scene, Simulation

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from morse.testing.simulation import Options


@pytest.fixture  # type: ignore[untyped-decorator, unused-ignore]  # pytest may not be installed
def simulation() -> Iterator[Callable[..., Simulation]]:
    """Starts scenes: scripts, documents, environments, and functions that describe one; see ``Simulation``.

    They end with the test, which fails when a component failed in one of them.
    """
    running: list[Simulation] = []

    def start(scene: Scene, **options: Unpack[Options]) -> Simulation:
        started = Simulation(scene, **options)
        running.append(started)
        return started

    yield start
    try:
        while running:
            running.pop().stop()
    finally:
        for rest in running:
            rest.kill()
