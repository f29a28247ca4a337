"""Tutorials with cameras."""

import base64
import unittest

from harness import TIMEOUT_S, command
from tutorial_scenes import SCENES, TutorialCase, WithBuiltInModels, WithDebianModels


class Cameras:
    """Tests that run with both sets of models."""

    def test_camera_publishes_image_of_configured_size(self):
        with self.client(self.start("by_hand")) as morse:
            picture = morse.r.v.get(timeout=2 * TIMEOUT_S)
            self.assertEqual((picture["width"], picture["height"]), (800, 600))
            self.assertEqual(len(base64.b64decode(picture["image"])), 800 * 600 * 4)

    def test_scenes_without_a_client_run_and_exit(self):
        for scene in ("eyes_that_turn", "kitchen"):
            with self.subTest(scene):
                words = ["run", "--port", "0", "--stream-port", "0", "--fast", "--duration", "0.5"]
                code, _, errors = command(*words, SCENES / (scene + ".py"), environment=self.environment)
                self.assertEqual(code, 0, errors)


class CamerasWithDebianModels(WithDebianModels, Cameras, TutorialCase):
    pass


class CamerasWithBuiltInModels(WithBuiltInModels, Cameras, TutorialCase):
    pass


if __name__ == "__main__":
    unittest.main()
