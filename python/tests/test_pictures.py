"""Pictures of cameras and textures of components, against a fake simulator with two components."""

import base64
import unittest

import support  # noqa: F401  (finds the package)

from morse.core import blenderapi
from morse.host import channel, scene_state
from morse.host.scene.node import node

PIXELS = bytes(range(24))


class Recorder:
    def __init__(self):
        self.image = PIXELS
        self.asked = []

    def ask(self, query, **details):
        self.asked.append((query, details))
        if query == "components":
            camera, pose = "morse.sensors.video_camera.VideoCamera", "morse.sensors.pose.Pose"
            return {"robot.eye": {"class": camera, "kind": "sensor"}, "robot.pose": {"class": pose, "kind": "sensor"}}
        if query == "call":
            return {"done": True, "ended": []}
        if details["component"] != "robot.eye":
            return {"x": 1.0}
        image = {"$bytes": base64.b64encode(self.image).decode()}
        return {"image": image, "intrinsic_matrix": [[1.0, 0.0, 1.5], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]]}


class Pictures(unittest.TestCase):
    def setUp(self):
        self.recorder = Recorder()
        self.addCleanup(setattr, channel, "_current", channel._current)
        channel._current = self.recorder
        self.addCleanup(scene_state.instances.clear)
        scene_state.instances.clear()

    def test_a_camera_of_the_scene_is_rendered(self):
        render = blenderapi.texture().ImageRender(blenderapi.scene(), node("robot.eye"))
        self.assertEqual((render.image, render.size, render.valid), (PIXELS, (3, 2), True))
        buffer = bytearray(18)
        self.assertTrue(render.refresh(buffer, "BGR"))
        self.assertEqual(buffer[:6], bytes([2, 1, 0, 6, 5, 4]))
        with self.assertRaisesRegex(ValueError, "the picture has 24 bytes, and the buffer 18"):
            render.refresh(buffer)
        with self.assertLogs("morse.core.blenderapi", "WARNING"):
            render.background = [1, 1, 1, 1]
        self.recorder.image = b""
        self.assertEqual((render.image, render.size, render.refresh(buffer)), (None, (0, 0), False))
        self.assertEqual(list(blenderapi.cameras()), ["robot.eye"])
        self.assertTrue(blenderapi.hascameras())

    def test_objects_that_are_not_cameras_are_refused(self):
        texture = blenderapi.texture()
        for name, says in (("box", "box is not a camera"), ("robot.pose", "robot.pose has no image")):
            with self.assertRaisesRegex(ValueError, says):
                texture.ImageRender(blenderapi.scene(), node(name))
        with self.assertRaisesRegex(NotImplementedError, "the picture of the window"):
            texture.ImageViewport

    def test_bytes_of_a_picture(self):
        array = blenderapi.texture().imageToArray
        self.assertEqual(array(PIXELS[:8], "A1R0"), bytes([3, 255, 0, 0, 7, 255, 4, 0]))
        for wrong in ("", "RGX"):
            with self.assertRaisesRegex(ValueError, "letters R, G, B, A"):
                array(PIXELS, wrong)
        with self.assertRaisesRegex(ValueError, "four bytes a pixel"):
            array(PIXELS[:7])

    def test_settings_without_effect_and_those_of_the_scene(self):
        material = blenderapi.materialdata("Screen of the test")
        with self.assertLogs("morse.core.blenderapi", "WARNING"):
            material.use_shadeless = True
            blenderapi.texture().Texture(node("box")).refresh()
        with self.assertRaisesRegex(AttributeError, "use the color of an object"):
            material.diffuse_color
        blenderapi.setfrequency(blenderapi.getfrequency())
        with self.assertRaisesRegex(ValueError, "set it in the scene"):
            blenderapi.setfrequency(1.5)
        blenderapi.set_time_scale(2)
        asked = self.recorder.asked[-1]
        self.assertEqual((asked[0], asked[1]["service"], asked[1]["arguments"]), ("call", "set_time_scale", [2.0]))


if __name__ == "__main__":
    unittest.main()
