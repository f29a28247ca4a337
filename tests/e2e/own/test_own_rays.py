"""Rays cast by Python components: hit objects, x-ray mode, polygons."""

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
    def polygon(self, to, poly):
        """The hit object, the length of the answer, the attributes of the polygon, the UV coordinates."""
        hit, point, normal, *more = self.bge_object.rayCast(to, None, 20.0, "", 0, 0, poly)
        found = more[0] if more else None
        about = None if found is None else {
            "vertices": [found.getVertexIndex(number) for number in range(found.getNumVertex())],
            "same": [found.v1, found.v2, found.v3], "name": found.matname, "index": found.matid,
            "visible": found.visible, "collide": found.isCollider(),
        }
        uv = None if len(more) < 2 or more[1] is None else list(more[1])
        return [None if hit is None else hit.name, 3 + len(more), about, uv]

    @service
    def mesh(self, to):
        return self.bge_object.rayCast(to, None, 20.0, poly=1)[3].getMesh()
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
    def test_xray_passes_through_objects_without_the_property(self):
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
        self.assertIsNone(cast(7.0, "is_wall", 1), "the ray ends before the wall")
        self.assertIsNone(cast(20.0, "is_door", 1))

    def test_ray_returns_the_polygon_that_it_hits(self):
        self.write(RAYS)
        scene = SCENE.replace('Environment("empty"', 'Environment("indoors-1/indoor-1"').replace("translate(z=0.5)", "translate(z=2.0)", 1)
        client = self.run_scene(scene, environment=self.environment).connect()
        self.addCleanup(client.socket.close)

        def ask(service, *arguments):
            answer = client.ask(f"c robot.own {service} " + json.dumps(arguments)).split(" ", 2)
            return answer[1], json.loads(answer[2]) if answer[1] == "SUCCESS" else answer[2]

        down = [0.0, 0.0, -5.0]
        _, (name, count, about, uv) = ask("polygon", down, 1)
        self.assertEqual(count, 4)
        self.assertIsNotNone(about, name)
        self.assertEqual(len(set(about["vertices"])), 3)
        self.assertEqual(about["vertices"], about["same"])
        self.assertTrue(about["name"].startswith("MA"), about)
        self.assertEqual((about["visible"], about["collide"]), (True, True))
        self.assertEqual(ask("polygon", down, 2)[1][:3], [name, 5, about])
        self.assertEqual(ask("polygon", down, 0)[1], [name, 3, None, None])
        self.assertEqual(ask("polygon", [0.0, 0.0, 500.0], 2)[1][1:3], [5, None], "no hit, or a hit without UV coordinates")
        self.assertIn("poly is 0, 1 for the polygon", ask("polygon", down, 7)[1])
        self.assertIn("the simulator has no meshes of the game engine", ask("mesh", down)[1])
