"""Python components that use the emulated game engine: logic bricks, keys, bones and constraints."""

import json

from harness import ROOT, TestCase, wait_until
from own_scene import OwnSceneCase


class GameEngine(TestCase):
    def start(self, scene, **options):
        self.client = self.run_scene(scene, **options).connect()
        self.addCleanup(self.client.socket.close)

    def answer(self, request):
        answer = self.client.ask("v " + request).split(" ", 2)
        return answer[1], json.loads(answer[2]) if len(answer) > 2 and answer[1] == "SUCCESS" else answer[2:]

    def value(self, request):
        status, value = self.answer(request)
        self.assertEqual(status, "SUCCESS", value)
        return value

    def until(self, request, condition):
        def read():
            value = self.value(request)
            if condition(value):
                return [value]
            # Three ticks between two requests.
            self.client.ask("s time sleep [0.05]")
            return None

        return wait_until(read, request)[0]


class Example(GameEngine):
    def setUp(self):
        self.start(ROOT / "examples" / "own_game_engine.py")

    def test_radar_detects_objects_and_keys_drive_the_robot(self):
        lookout = "robot.lookout get_local_data"
        self.assertEqual(self.until(lookout, lambda data: data["seen"])["seen"], ["box0", "box1"])
        self.value('simulation hold_keys [["W"]]')
        close = self.until(lookout, lambda data: data["is_close"])
        self.value("simulation hold_keys [[]]")
        self.assertIn("box0", close["seen"])
        self.value('simulation hold_keys [["S"]]')
        self.until(lookout, lambda data: not data["is_close"])
        self.value("simulation hold_keys [[]]")
        for wrong, message in (('[["Any"]]', "is not a key; keys are Up"), ('["W"]', "a list of names")):
            status, reason = self.answer("simulation hold_keys " + wrong)
            self.assertEqual(status, "FAILED")
            self.assertIn(message, reason[0])

    def test_component_moves_a_joint_of_an_armature(self):
        joint = lambda state: state["kuka_2"]
        self.until("robot.arm.posture get_state", lambda state: joint(state) > 0.5)
        self.until("robot.arm.posture get_state", lambda state: joint(state) < -0.5)


PARTS = '''
from morse.actuators.armature import Armature
from morse.actuators.gripper import Gripper
from morse.core import blenderapi, logic
from morse.core.mathutils import Vector
from morse.core.sensor import Sensor
from morse.core.services import service


def objects():
    return blenderapi.scene().objects


class Arm(Armature):
    """An arm with services that move its bones."""

    @service
    def turn(self, bone, angles):
        channel = self.bge_object.channels[bone]
        channel.joint_rotation = angles
        return [list(channel.joint_rotation), list(channel.rotation_euler), list(self.bge_object.channels["kuka_7"].pose_tail)]

    @service
    def follow(self, position, enforce):
        objects()["ik_target.robot.arm.kuka_7"].worldPosition = position
        (constraint,) = self.bge_object.constraints
        constraint.active, constraint.enforce = True, enforce
        for _ in range(20):
            self.bge_object.update()
        return [constraint.target.name, constraint.lin_error]

    @service
    def bones(self):
        channels = self.bge_object.channels
        return [[channel.name for channel in channels], channels[1].parent.name, channels["kuka_2"].ik_max_z]


class Hand(Gripper):
    @service
    def seen(self):
        radar = self.bge_object.sensors["Radar"]
        return [found.name for found in radar.hitObjectList]


class Own(Sensor):
    """Offers sensors, constraints and camera images as services."""

    def __init__(self, obj, parent=None):
        Sensor.__init__(self, obj, parent)
        self.touch = logic.add_collision(objects()["low"], "Touch")
        self.ray = logic.add_ray(obj, range=20.0, axis="-Z")
        self.made = None

    @service
    def touching(self):
        return [found.name for found in self.touch.hitObjectList]

    @service
    def below(self):
        return [self.ray.positive, self.ray.hitObject and self.ray.hitObject.name, list(self.ray.hitPosition or ())]

    @service
    def hang(self, name, pivot, limit):
        constraints = blenderapi.constraints()
        body = objects()[name]
        self.made = constraints.createConstraint(body.getPhysicsId(), 0, constraints.POINTTOPOINT_CONSTRAINT, *pivot)
        if limit is not None:
            self.made.setParam(5, *limit)
        return self.made.constraint_id

    @service
    def release(self, number):
        blenderapi.constraints().removeConstraint(number)

    @service
    def where(self, name):
        return list(objects()[name].worldPosition)

    @service
    def picture(self):
        render = blenderapi.texture().ImageRender(blenderapi.scene(), objects()["robot.eye"])
        pixels = blenderapi.texture().imageToArray(render, "RGB")
        return [sorted(blenderapi.cameras()), list(render.size), len(pixels), len(set(pixels))]

    @service
    def stick(self, number):
        stick = blenderapi.joysticks()[number]
        return stick and stick.axisValues

    @service
    def faster(self, scale):
        blenderapi.set_time_scale(scale)

    @service
    def armatures(self):
        return [found.name for found in blenderapi.get_armatures()]

    @service
    def attribute(self, name, what):
        return repr(getattr(objects()[name], what))
'''

SCENE = '''
from morse.builder import *
from morse.builder.creator import SensorCreator

class Own(SensorCreator):
    _classpath = "own.parts.Own"

robot = FakeRobot()
arm = KukaLWR()
arm.properties(classpath="own.parts.Arm")
arm.create_ik_targets(["kuka_7"])
robot.append(arm)
hand = Gripper()
hand.translate(x=2.0, z=0.5)
hand.properties(classpath="own.parts.Hand", Distance=1.0)
robot.append(hand)
own = Own()
own.translate(x=-2.0, z=4.0)
robot.append(own)
eye = VideoCamera()
eye.translate(z=2.0)
eye.properties(cam_width=40, cam_height=30)
robot.append(eye)
robot.add_default_interface("socket")
for name, x, y, z in (("low", -2.0, 0.0, 0.3), ("high", -2.0, 0.0, 0.9), ("bob", 6.0, 5.0, 5.0), ("prize", 2.0, 0.0, 1.2)):
    box = Cube(name)
    box.scale = (0.25, 0.25, 0.25)
    box.translate(x=x, y=y, z=z)
    box.set_physics_type("STATIC" if name == "prize" else "RIGID_BODY")
    box.properties(Graspable=(name == "prize"))
env = Environment("empty")
'''


class Scene(GameEngine, OwnSceneCase):
    def setUp(self):
        OwnSceneCase.setUp(self)
        self.write(PARTS)
        self.start(SCENE, environment=self.environment)

    def assert_near(self, actual, expected, tolerance=1e-3):
        self.assertEqual(len(actual), len(expected), actual)
        for actual_item, expected_item in zip(actual, expected):
            self.assertAlmostEqual(actual_item, expected_item, delta=tolerance)

    def test_service_rotates_a_bone(self):
        names, parent, limit = self.value("robot.arm bones")
        self.assertEqual((names[:2], parent), (["kuka_1", "kuka_2"], "kuka_1"))
        self.assertAlmostEqual(limit, 2.0944, 3)
        turn, euler, tail = self.value('robot.arm turn ["kuka_2", [9.0, 9.0, -1.5707963267948966]]')
        self.assert_near(turn, [0.0, 0.0, -1.5707963])
        self.assert_near(euler, [0.0, 0.0, -1.5707963])
        self.assert_near(tail, [1.0, 0.0, 0.3105], 2e-3)
        status, reason = self.answer('robot.arm turn ["kuka_8", [0.0, 0.0, 0.0]]')
        self.assertEqual(status, "FAILED")
        self.assertIn("there is no 'kuka_8' here, but: kuka_1", reason[0])
        self.assertEqual(len(self.value("robot.own armatures")), 1)
        status, reason = self.answer('robot.own attribute ["bob", "channels"]')
        self.assertIn("bob has no armature", reason[0])

    def test_arm_follows_an_ik_target(self):
        target, error = self.value("robot.arm follow [[0.6, 0.3, 0.6], 1.0]")
        self.assertEqual(target, "ik_target.robot.arm.kuka_7")
        self.assertLess(error, 5e-3)
        status, reason = self.answer("robot.arm follow [[0.6, 0.3, 0.6], 2.0]")
        self.assertIn("enforce is 0 to 1", reason[0])

    def test_radar_collision_and_ray_sensors_detect_objects(self):
        self.assertEqual(self.value("robot.hand seen"), ["prize"])
        touching = self.until("robot.own touching", lambda names: "high" in names)
        self.assertEqual(len(touching), 2, touching)
        positive, name, point = self.value("robot.own below")
        self.assertEqual((positive, name), (True, "high"))
        self.assertAlmostEqual(point[2], 1.0, delta=0.2)

    def test_body_hangs_on_a_constraint_until_its_removal(self):
        status, reason = self.answer('robot.own hang ["prize", [0, 0, 0], null]')
        self.assertEqual(status, "FAILED")
        self.assertIn("one that physics moves, and prize is not", reason[0])
        number = self.value('robot.own hang ["bob", [-4.0, 0.0, 0.0], null]')
        self.until('robot.own where ["bob"]', lambda place: place[0] < 0.0)
        self.value(f"robot.own release [{number}]")
        status, reason = self.answer(f"robot.own release [{number}]")
        self.assertEqual(status, "FAILED")
        self.assertIn("there is no constraint", reason[0])
        self.until('robot.own where ["bob"]', lambda place: place[2] < 0.5)

    def test_component_reads_camera_images(self):
        found = self.until("robot.own picture", lambda found: found[2] > 0)
        self.assertEqual(found[:3], [["robot.eye"], [40, 30], 3600])
        self.assertGreater(found[3], 1)
        self.value("robot.own faster [2.0]")

    def test_joystick_service_moves_a_stick(self):
        self.assertFalse(self.value("robot.own stick [2]"))
        self.value("simulation move_joystick [2, 1, -0.5]")
        self.assertEqual(self.value("robot.own stick [2]"), [0.0, -0.5])
        for wrong, message in (("[8, 0, 0.0]", "the number of a joystick is 0 to 7"), ("[0, 0, 1.5]", "a position is -1 to 1")):
            status, reason = self.answer("simulation move_joystick " + wrong)
            self.assertEqual(status, "FAILED")
            self.assertIn(message, reason[0])


if __name__ == "__main__":
    import unittest

    unittest.main()
