"""Looks that change from episode to episode: colors, patterns, lamps, and the mounts of cameras."""

import unittest

import numpy
from test_gym_spaces import ACTIONS, SCENE, ones

from morse.gym import SceneEnv, SceneVectorEnv, Start, Task

LAMP = {"name": "lamp", "kind": "object", "location": [0.0, 0.0, 5.0], "rotation": [0.0, -1.0, 0.0],
        "shape": {"kind": "spot", "lamp_type": "SUN", "energy": 1.0, "distance_m": 25.0, "size_rad": 1.0}}
DOCUMENT = {**SCENE, "objects": [*SCENE["objects"], LAMP]}
OBSERVED = {"robot.camera.image": (0, 255)}
#: Rows of the picture that show the wall.
WALL = slice(4, 6)


def task(start):
    return Task(DOCUMENT, ACTIONS, OBSERVED, ones, start=start, steps_max=5)


class Looks(unittest.TestCase):
    def pictures(self, *starts):
        """The first picture of an episode with each of these starts."""
        rest = iter([starts[0], *starts])
        env = SceneEnv(task(lambda generator: next(rest)))
        self.addCleanup(env.close)
        return [env.reset(seed=1)[0].astype(int) for _ in starts]

    def test_color_of_an_object_is_that_of_its_episode(self):
        red, green, again = self.pictures(*(Start(colors={"wall": rgb}) for rgb in ((1, 0, 0), (0, 1, 0), (1, 0, 0))))
        middle = (5, 8)
        self.assertGreater(red[middle][0], red[middle][1] + 50)
        self.assertGreater(green[middle][1], green[middle][0] + 50)
        numpy.testing.assert_array_equal(red, again)

    def test_equal_numbers_are_equal_patterns(self):
        pictures = self.pictures(*(Start(patterns={"wall": number}) for number in (3, 4, 5, 3)))
        for other in pictures[1:3]:
            self.assertGreater(numpy.abs(other[WALL] - pictures[0][WALL]).mean(), 5.0)
        numpy.testing.assert_array_equal(pictures[0], pictures[3])

    def test_lamp_has_the_energy_and_color_of_its_episode(self):
        dark, bright, red = self.pictures(
            *(Start(lights={"lamp": light}) for light in ((0.0, 1, 1, 1), (1.0, 1, 1, 1), (1.0, 1, 0, 0)))
        )
        self.assertGreater(bright.mean(), dark.mean() + 5.0)
        self.assertGreater((red - dark)[..., 0].mean(), 5.0)
        self.assertLess(numpy.abs(red - dark)[..., 2].mean(), 1.0)

    def test_mounts_move_a_camera_on_its_robot(self):
        ahead = (0.5, 0.0, 1.0, -numpy.pi / 2, 0.0, -numpy.pi / 2)
        turned = (0.5, 0.0, 1.0, -numpy.pi / 2, 0.0, numpy.pi / 2)
        front, back, again = self.pictures(*(Start(mounts={"robot.camera": pose}) for pose in (ahead, turned, ahead)))
        self.assertGreater(numpy.abs(front - back).mean(), 5.0)
        numpy.testing.assert_array_equal(front, again)

    def test_looks_of_worlds_do_not_depend_on_their_number(self):
        def start(generator):
            return Start(colors={"wall": generator.uniform(size=3)}, patterns={"robot": int(generator.integers(1000))})

        results = []
        for count in (1, 3):
            env = SceneVectorEnv(task(start), count)
            self.addCleanup(env.close)
            results.append(env.reset(seed=[5, 6, 7][:count])[0])
        numpy.testing.assert_array_equal(results[0][0], results[1][0])
        self.assertFalse(numpy.array_equal(results[1][0], results[1][1]))

    def test_wrong_looks_are_refused(self):
        for start, kind, words in [
            (Start(colors={"wall": (2.0, 0.0, 0.0)}), ValueError, "color"),
            (Start(colors={"wall": (1.0, 0.0)}), ValueError, "red, green and blue"),
            (Start(colors={"robot.motion": (1.0, 0.0, 0.0)}), KeyError, "nothing that a camera sees"),
            (Start(patterns={"wall": -1}), ValueError, "whole number"),
            (Start(lights={"wall": (1.0, 1.0, 1.0, 1.0)}), KeyError, "not a lamp"),
            (Start(lights={"lamp": (-1.0, 1.0, 1.0, 1.0)}), ValueError, "energy"),
            (Start(mounts={"wall": (0.0,) * 6}), KeyError, "not mounted"),
            (Start(mounts={"robot.camera": (0.0,) * 4}), ValueError, "roll"),
        ]:
            with self.assertRaisesRegex(kind, words):
                env = SceneEnv(task(lambda generator, start=start: start))
                self.addCleanup(env.close)
                env.reset()


if __name__ == "__main__":
    unittest.main()
