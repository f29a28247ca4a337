"""The processor that draws pictures: simulations and environments with ``render``."""

import os
import unittest
from unittest import mock

import numpy
from support import WheelTest
from test_gym_spaces import ACTIONS, SCENE, ones

import morse
from morse.gym import SceneEnv, SceneVectorEnv, Task

OBSERVED = {"robot.camera.image": (0, 255)}
#: Whether a GPU, or a software renderer that acts as one, must be there.
IS_REQUIRED = "MORSE_TEST_GPU" in os.environ


def has_gpu():
    """Whether this engine can use a GPU."""
    try:
        morse.Simulation(SCENE, render="gpu").close()
    except morse.SimulationError as problem:
        if IS_REQUIRED:
            raise
        print(f"not compared: {problem}")
        return False
    return True


class Processors(WheelTest):
    def test_unknown_processor_is_refused_with_the_known_ones(self):
        with self.assertRaisesRegex(ValueError, "render: 'fpga' is unknown; allowed are auto, cpu, gpu"):
            self.simulation(render="fpga")
        with mock.patch.dict(os.environ, {"MORSE_RENDER": "fpga"}), self.assertRaisesRegex(ValueError, "MORSE_RENDER"):
            self.simulation()
        with self.assertRaisesRegex(ValueError, "allowed are auto, cpu, gpu"):
            SceneVectorEnv(Task(SCENE, ACTIONS, OBSERVED, ones), 2, render="")

    def test_cpu_and_auto_without_a_gpu_draw_the_same_picture(self):
        drawn = self.simulation(render="cpu").render(size=(64, 48))
        with mock.patch.dict(os.environ, {"MORSE_RENDER": "cpu"}):
            numpy.testing.assert_array_equal(self.simulation().render(size=(64, 48)), drawn)
        seen = self.simulation(render="auto").render(size=(64, 48))
        self.assertLess(numpy.abs(seen.astype(int) - drawn).mean(), 3.0)

    def test_gpu_draws_the_cameras_of_all_worlds_as_the_cpu_does(self):
        if not has_gpu():
            return
        observations = []
        for processor in ("cpu", "gpu"):
            env = SceneVectorEnv(Task(SCENE, ACTIONS, OBSERVED, ones, ticks=4, steps_max=5), 3, render=processor)
            self.addCleanup(env.close)
            seen = [env.reset(seed=[5, 6, 7])[0]]
            for turn in (0.5, -0.5, 0.2, 0.1, 0.4, 0.3):
                actions = numpy.zeros(env.action_space.shape, env.action_space.dtype)
                actions[1] = turn
                seen.append(env.step(actions)[0])
            observations.append(numpy.array(seen).astype(int))
        cpu, gpu = observations
        self.assertGreater(cpu.std(), 1.0)
        self.assertLess(numpy.abs(cpu - gpu).mean(), 1.0)

    def test_single_environment_of_a_gpu_equals_a_world_of_many(self):
        if not has_gpu():
            return
        task = Task(SCENE, ACTIONS, OBSERVED, ones)
        single, many = SceneEnv(task, render="gpu"), SceneVectorEnv(task, 2, render="gpu")
        self.addCleanup(single.close)
        self.addCleanup(many.close)
        numpy.testing.assert_array_equal(single.reset(seed=4)[0], many.reset(seed=[4, 9])[0][0])


if __name__ == "__main__":
    unittest.main()
