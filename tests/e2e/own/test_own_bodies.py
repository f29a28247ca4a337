"""Components that act on bodies of the scene by functions of the game engine, and scripts that change materials."""

import json

from harness import command
from own_scene import OwnSceneCase

PARTS = '''
from morse.core import blenderapi
from morse.core.services import service
from morse.core.sensor import Sensor
from morse.helpers.components import add_data


class Own(Sensor):
    add_data("speed", 0.0, "float")

    def __init__(self, obj, parent=None):
        Sensor.__init__(self, obj, parent)
        self.ball = blenderapi.scene().objects["ball"]
        # Kept: it is the velocity of each tick.
        self.velocity = self.ball.worldLinearVelocity

    def default_action(self):
        self.local_data["speed"] = self.velocity.length

    @service
    def kick(self, impulse):
        self.ball.applyImpulse(self.ball.worldPosition, impulse)
        return [self.ball.mass, list(self.ball.localInertia)]

    @service
    def limit(self, speed):
        self.ball.linVelocityMax = speed
        return self.ball.linVelocityMax

    @service
    def damp(self, share):
        self.ball.setDamping(share, share)
        return self.ball.linearDamping

    @service
    def mesh_of(self, name):
        mesh = blenderapi.scene().objects[name].meshes[0]
        return [mesh.numPolygons, mesh.getVertexArrayLength(), [material.name for material in mesh.materials]]

    @service
    def end(self, name):
        obj = blenderapi.scene().objects[name]
        obj.endObject()
        return obj.invalid
'''

SCENE = '''
from morse.builder import *
from morse.builder.creator import SensorCreator

class Own(SensorCreator):
    _classpath = "own.parts.Own"

robot = FakeRobot()
own = Own("own")
own.add_service("socket")
robot.append(own)
ball = Sphere("ball")
ball.translate(x=5.0, z=1.0)
ball.set_physics_type("RIGID_BODY")
ball.set_mass(2.0)
box = Cube("box")
box.translate(x=9.0)
rover = ATRV()
rover.translate(x=-5.0)
env = Environment("empty", fastmode=True)
env.set_gravity(0.0)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
'''


class Bodies(OwnSceneCase):
    def setUp(self):
        super().setUp()
        self.write(PARTS)
        simulator = self.run_scene(SCENE, environment=self.environment)
        self.client = simulator.connect()
        self.addCleanup(self.client.close)

    def ask(self, request):
        answer = self.client.ask("a " + request).split(" ", 2)
        self.assertEqual(answer[1], "SUCCESS", answer)
        return json.loads(answer[2]) if len(answer) > 2 else None

    def speed(self):
        self.ask("time sleep [0.1]")
        return self.ask("robot.own get_local_data")["speed"]

    def test_impulse_moves_a_body_until_limit_and_damping_slow_it(self):
        mass, inertia = self.ask("robot.own kick [[6.0, 0.0, 0.0]]")
        self.assertAlmostEqual(mass, 2.0)
        # A solid sphere, 2/5 m r², times the form factor of bodies in Blender, 0.4.
        self.assertAlmostEqual(inertia[0], 0.32, delta=0.005)
        fast = self.speed()
        self.assertTrue(2.5 < fast <= 3.001, fast)
        self.assertEqual(self.ask("robot.own limit [1.5]"), 1.5)
        self.assertAlmostEqual(self.speed(), 1.5, delta=0.02)
        self.assertAlmostEqual(self.ask("robot.own damp [0.99]"), 0.99, places=4)
        self.ask("time sleep [1.0]")
        self.assertLess(self.speed(), 0.05)

    def test_meshes_of_models_are_read(self):
        names = list(self.ask("simulation get_scene_objects")["rover"][0])
        meshes = [self.ask(f'robot.own mesh_of ["{name}"]') for name in names]
        polygons, vertices, materials = max(meshes)
        self.assertGreater(min(polygons, vertices), 10)
        self.assertTrue(all(name.startswith("MA") for name in materials), materials)

    def test_ended_object_leaves_the_scene(self):
        self.assertTrue(self.ask('robot.own end ["box"]'))
        self.assertNotIn("box", self.ask("simulation get_scene_objects"))


MATERIALS = """
from morse.builder import *
import bpy

rover = ATRV()
CHANGES
env = Environment("empty", fastmode=True)
"""


class Materials(OwnSceneCase):
    def warnings(self, changes):
        scene = self.folder / "looks.py"
        scene.write_text(MATERIALS.replace("CHANGES", changes))
        code, output, log = command("check", scene)
        self.assertEqual(code, 0, output + log)
        return " ".join((output + log).split())

    def test_unknown_materials_and_slots_are_reported(self):
        found = self.warnings("bpy.data.materials['Nowhere'].diffuse_color = (1, 0, 0)")
        self.assertIn('no file of the scene has a material "Nowhere"', found)
        found = self.warnings("rover._bpy_object.data.materials['Nowhere'].diffuse_color = (1, 0, 0)")
        self.assertIn('nothing has the material of the slot "Nowhere"', found)
        found = self.warnings("rover._bpy_object.data.materials[0].diffuse_color = (1, 0, 0)")
        self.assertNotIn("the slot", found)
