"""Rays of code in Python: what they meet, and what they go through."""

import json

from own_scene import OwnSceneCase

RAYS = '''
from morse.core import blenderapi
from morse.core.sensor import Sensor
from morse.core.services import service


class Own(Sensor):
    """Casts rays for clients."""

    @service
    def cast(self, to, dist, prop, xray):
        hit, point, _ = self.bge_object.rayCast(to, None, dist, prop, 0, xray)
        return None if hit is None else [hit.name, point[0]]

    @service
    def polygons(self):
        self.bge_object.rayCast([1.0, 0.0, 0.0], poly=1)
'''

SCENE = '''
from morse.builder import *
from morse.builder.creator import SensorCreator

class Own(SensorCreator):
    _classpath = "own.parts.Own"

robot = FakeRobot()
own = Own()
own.translate(z=0.5)
robot.append(own)
own.add_service("socket")
for number, x in enumerate((3.0, 5.0, 7.0)):
    box = Cube("box%d" % number)
    box.translate(x=x, z=0.5)
    box.set_physics_type("STATIC")
wall = Cube("wall")
wall.translate(x=9.0, z=0.5)
wall.set_physics_type("STATIC")
wall.properties(is_wall=True)
env = Environment("empty", fastmode=True)
'''


class Rays(OwnSceneCase):
    def test_rays_go_through_objects_without_a_property(self):
        self.write(RAYS)
        client = self.run_scene(SCENE, environment=self.environment).connect()
        self.addCleanup(client.socket.close)

        def cast(*arguments):
            answer = client.ask("c robot.own cast " + json.dumps([[1.0, 0.0, 0.5], *arguments])).split(" ", 2)
            self.assertEqual(answer[1], "SUCCESS", answer)
            return json.loads(answer[2]) if len(answer) > 2 else None

        first = cast(20.0, "", 0)
        self.assertEqual(first[0], "box0")
        self.assertEqual(cast(20.0, "", 1), first)
        self.assertIsNone(cast(20.0, "is_wall", 0))
        name, x = cast(20.0, "is_wall", 1)
        self.assertEqual(name, "wall")
        self.assertAlmostEqual(x - first[1], 6.0, 3)
        self.assertIsNone(cast(7.0, "is_wall", 1), "the ray ends before it")
        self.assertIsNone(cast(20.0, "is_door", 1))
        self.assertIn("leave `poly` out", client.ask("p robot.own polygons"))
