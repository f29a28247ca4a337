"""The fixture ``simulation`` of pytest: ``pytest -p morse.testing.pytest_plugin``.

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

from typing import Any, Callable, Iterator, List

import pytest

from morse.testing.simulation import Scene, Simulation


@pytest.fixture
def simulation() -> Iterator[Callable[..., Simulation]]:
    """Starts scenes: scripts, documents, environments, and functions that describe one; see ``Simulation``.

    They end with the test, which fails when something failed in one of them.
    """
    running: List[Simulation] = []

    def start(scene: Scene, **options: Any) -> Simulation:
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
