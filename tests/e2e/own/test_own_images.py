"""Images and point clouds in the Python process, in memory shared with the simulator."""

import base64
import json
import socket
import struct

from harness import wait_until
from own_scene import OwnSceneCase

PARTS = '''
import os

from morse.modifiers import AbstractModifier
from morse.sensors.video_camera import VideoCamera
from morse.core.sensor import Sensor
from morse.core.services import service
from morse.helpers.components import add_data


class InPlace(AbstractModifier):
    def modify(self):
        image = self.data["image"]
        assert isinstance(image, memoryview) and not image.readonly, image
        image[0:4] = b"abcd"


class Replaced(AbstractModifier):
    """Replaces the image with a two-dimensional buffer, like a numpy array."""

    def modify(self):
        image = self.data["image"]
        if image:
            self.data["image"] = memoryview(bytearray(b"xyz!") * (len(image) // 4)).cast("B", (32, len(image) // 32))


class Keeps(AbstractModifier):
    """Keeps images, which must not change later."""

    def initialize(self):
        self.kept = []

    def modify(self):
        image = self.data["image"]
        if not image:
            return
        number = len(self.kept)
        image[0:4] = number.to_bytes(4, "little")
        if number < 20:
            self.kept.append(image)
        if number:
            numbers = [int.from_bytes(image[:4], "little") for image in self.kept]
            assert numbers == list(range(len(numbers))), numbers
            print("kept", numbers[-1], flush=True)


class Short(AbstractModifier):
    def modify(self):
        self.data["image"] = bytes(5000)


class Shortens(AbstractModifier):
    """Truncates the shared memory."""

    def modify(self):
        image = self.data["image"]
        if image:
            self.data["image"] = bytes(image)
            os.ftruncate(5, 0)


class Raised(AbstractModifier):
    def modify(self):
        points = self.data["points"].cast("f")
        for place in range(2, len(points), 3):
            points[place] = 7.0


class Cloud(Sensor):
    add_data("blob", b"", "bytes", "too large for a message")

    def default_action(self):
        self.local_data["blob"] = bytes(range(256)) * 40

    @service
    def length(self):
        return len(self.local_data["blob"])
'''

SCENE = '''
from morse.builder import *
from morse.builder.creator import SensorCreator

class Cloud(SensorCreator):
    _classpath = "own.parts.Cloud"

robot = FakeRobot()
camera = VideoCamera()
camera.properties(cam_width=64, cam_height=32, Vertical_Flip=True)
camera.frequency(60)
robot.append(camera)
camera.add_stream("socket")
depth = DepthCamera()
depth.properties(cam_width=64, cam_height=32, cam_near=0.1)
robot.append(depth)
box = Cube("box")
box.translate(x=2.5)
depth.add_stream("socket")
cloud = Cloud()
robot.append(cloud)
cloud.add_service("socket")
camera.add_service("socket")
%s
env = Environment('empty')
'''


class OwnImages(OwnSceneCase):
    """Modifiers on the image of a camera and the points of a depth camera."""

    def setUp(self):
        super().setUp()
        self.write(PARTS)

    def start_with(self, wiring, hosts=""):
        """A connection to a scene with this wiring."""
        self.simulator = self.run_scene(SCENE % wiring + hosts, environment=self.environment)
        client = self.simulator.connect()
        self.addCleanup(client.socket.close)
        return client

    def message(self, client, component):
        """The next message of the stream of a component."""
        port = int(client.ask(f'p simulation get_stream_port ["{component}"]').split()[2])
        with socket.create_connection(("localhost", port), 30) as stream:
            return json.loads(stream.makefile().readline())

    def image(self, client):
        """The next image."""
        image = base64.b64decode(self.message(client, "robot.camera")["image"])
        self.assertEqual(len(image), 64 * 32 * 4)
        return image

    def test_modifier_changes_an_image_in_place(self):
        image = self.image(self.start_with('camera.alter("own.parts.InPlace")'))
        self.assertEqual(image[:4], b"abcd")
        self.assertEqual(image[7], 255, "the other bytes are unchanged")

    def test_modifier_replaces_an_image_with_a_buffer_of_any_shape(self):
        image = self.image(self.start_with('camera.alter("own.parts.Replaced")'))
        self.assertEqual({image[at : at + 4] for at in range(0, len(image), 4)}, {b"xyz!"})

    def test_kept_images_do_not_change(self):
        client = self.start_with('camera.alter("own.parts.Keeps")')
        self.image(client)
        port = int(client.ask('p simulation get_stream_port ["robot.camera"]').split()[2])
        with socket.create_connection(("localhost", port), 30):
            self.simulator.wait_for("kept 19")

    def test_images_pass_through_a_second_process_with_lag(self):
        hosts = 'env.host([camera, cloud], process="vision", lag=0.05)\n'
        client = self.start_with('camera.alter("own.parts.Replaced")', hosts)
        wait_until(lambda: client.ask("l robot.cloud length") == "l SUCCESS 10240", "a point cloud")
        for _ in range(5):
            self.assertEqual(self.image(client)[:8], b"xyz!xyz!")
            # Meanwhile the image is stored outside of the shared memory.
            for _ in range(20):
                self.assertEqual(client.ask("l robot.cloud length"), "l SUCCESS 10240")

    def test_image_of_wrong_size_is_refused(self):
        client = self.start_with('camera.alter("own.parts.Short")')
        self.assertEqual(self.image(client)[3], 255)
        self.simulator.wait_for("image.* of 8192 bytes, got 5000 bytes")

    def test_truncated_shared_memory_does_not_stop_the_simulator(self):
        client = self.start_with('camera.alter("own.parts.Shortens")')
        self.image(client)
        self.assertIn("SUCCESS", client.ask("a simulation list_robots"))

    def test_points_are_a_buffer_of_floats(self):
        client = self.start_with('depth.alter("own.parts.Raised")')
        points = base64.b64decode(self.message(client, "robot.depth")["points"])
        self.assertGreater(len(points), 4096, "large enough for shared memory")
        self.assertEqual(set(struct.unpack(f"<{len(points) // 4}f", points)[2::3]), {7.0})

    def test_sensor_has_a_value_larger_than_a_message(self):
        client = self.start_with("")
        wait_until(lambda: client.ask("l robot.cloud length") == "l SUCCESS 10240", "the sensor has acted")
