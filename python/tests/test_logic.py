"""Logic bricks, keys and joysticks of components, against a recording fake simulator."""

import unittest
from types import SimpleNamespace

import support  # noqa: F401  (finds the package)

from morse.core import blenderapi, logic
from morse.core.builtin import builtin_class
from morse.host import channel, scene_state
from morse.host.logic.actuator import act_all
from morse.host.scene.node import node


class Recorder:
    """A scene whose detected objects are set by a test."""

    def __init__(self):
        self.asked = []
        self.done = []
        self.found = []
        self.hit = None
        self.properties = {}
        self.devices = {"keys": [], "axes": []}

    def ask(self, query, **details):
        self.asked.append((query, details))
        about = {"properties": self.properties, "scale": [0.02, 0.02, -0.02], "has_body": False}
        pose = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
        answers = {"objects": self.found, "ray": self.hit, "node": about, "devices": self.devices, "pose": pose}
        return answers[query]

    def do(self, command, **details):
        self.done.append((command, details))


class LogicCase(unittest.TestCase):
    def setUp(self):
        self.recorder = Recorder()
        self.addCleanup(setattr, channel, "_current", channel._current)
        channel._current = self.recorder
        self.forget()
        self.addCleanup(self.forget)

    def forget(self):
        for known in (scene_state.bricks, scene_state.active_bricks, scene_state.messages, scene_state.instances):
            known.clear()
        scene_state.acting = scene_state.devices = None
        scene_state.time_s = 0.0

    def tick(self):
        scene_state.time_s += 0.1


class Sensors(LogicCase):
    def test_a_radar_queries_a_cone_once_per_tick(self):
        robot = node("robot")
        radar = logic.add_radar(robot, distance=3.0, angle=60.0, axis="-Z", prop="Graspable")
        self.assertIs(robot.sensors["Radar"], radar)
        self.assertEqual((radar.positive, radar.hitObject, radar.status), (False, None, logic.KX_SENSOR_INACTIVE))
        self.recorder.found = ["near", "far"]
        self.assertFalse(radar.positive, "the tick is the same")
        self.tick()
        self.assertEqual((radar.positive, radar.triggered, radar.status), (True, True, logic.KX_SENSOR_JUST_ACTIVATED))
        self.assertEqual((radar.hitObject, radar.hitObjectList["far"]), (node("near"), node("far")))
        self.tick()
        self.assertEqual((radar.triggered, radar.status), (False, logic.KX_SENSOR_ACTIVE))
        self.recorder.found = []
        self.tick()
        self.assertEqual((radar.hitObject, radar.status), (None, logic.KX_SENSOR_JUST_DEACTIVATED))
        asked = [details for query, details in self.recorder.asked if query == "objects"]
        self.assertEqual(len(asked), 4)
        cone = {"axis": (0, 0, -1), "length_m": 3.0, "half_opening_rad": 0.5235987755982988}
        self.assertEqual(asked[0], {"node": "robot", "region": {"cone": cone}, "property": "Graspable"})
        radar.angle = 90.0
        self.assertTrue(radar.positive is False and len(self.recorder.asked) == 5, "a new setting is read at once")

    def test_settings_are_checked(self):
        robot = node("robot")
        radar = logic.add_radar(robot, distance=3.0, angle=60.0)
        for wrong, says in (
            (lambda: setattr(radar, "distance", -1), "distance is a positive number"),
            (lambda: setattr(radar, "angle", float("nan")), "angle is a positive number"),
            (lambda: setattr(radar, "axis", 6), "an axis is"),
            (lambda: logic.add_radar(robot, distance=3.0, angle=60.0), "has a brick 'Radar' already"),
            (lambda: logic.add_near(robot, "", distance=3.0), "a text that is not empty"),
            (lambda: logic.add_property(robot, prop="x", mode="like"), "mode is one of"),
            (lambda: logic.add_motion(robot, speed=(1, 0, 0)), "and no speed"),
            (lambda: logic.add_motion(robot, dLoc=(1, 0)), "3 finite numbers"),
        ):
            with self.assertRaisesRegex(ValueError, says):
                wrong()
        with self.assertRaisesRegex(AttributeError, "no setting 'range'"):
            radar.range = 3.0
        with self.assertRaisesRegex(KeyError, "no 'Sonar' here, but: Radar"):
            robot.sensors["Sonar"]

    def test_a_near_sensor_keeps_objects_until_they_are_farther(self):
        near = logic.add_near(node("robot"), distance=1.0, reset_distance=2.0)
        for found, radius in (([], 1.0), (["box"], 1.0), (["box"], 2.0), ([], 2.0), ([], 1.0)):
            self.recorder.found = found
            self.assertEqual(near.positive, bool(found))
            self.assertEqual(self.recorder.asked[-1][1]["region"], {"ball": {"radius_m": radius}})
            self.tick()

    def test_touch_ray_and_property(self):
        robot = node("robot")
        touch = logic.add_collision(robot)
        self.assertFalse(touch.positive)
        self.assertEqual(self.recorder.asked[-1][1]["region"], "touching")
        touch.invert = True
        self.assertTrue(touch.positive)
        ray = logic.add_ray(robot, range=5.0, axis="+Y")
        self.assertEqual((ray.positive, ray.hitPosition), (False, None))
        self.recorder.hit = ["wall", [1.0, 2.0, 0.0], [0.0, -1.0, 0.0]]
        self.tick()
        self.assertEqual(
            (ray.hitObject, list(ray.hitPosition), ray.hitNormal[1]), (node("wall"), [1.0, 2.0, 0.0], -1.0)
        )
        changed = logic.add_property(robot, "Changed", prop="level", mode="changed")
        above = logic.add_property(robot, "Above", prop="level", mode="greaterthan", value=2)
        between = logic.add_property(robot, "Between", prop="level", mode="interval", minimum=1, maximum=3)
        states = []
        for level in (None, 2, 2, 3):
            self.tick()
            self.recorder.properties = {} if level is None else {"level": level}
            states.append((changed.positive, above.positive, between.positive))
        no, yes = False, True
        self.assertEqual(states, [(no, no, no), (yes, no, yes), (no, no, yes), (yes, yes, yes)])

    def test_bricks_of_built_in_components(self):
        for path, brick, kind in (
            ("morse.actuators.gripper.Gripper", "Radar", "RadarSensor"),
            ("morse.sensors.search_and_rescue.SearchAndRescue", "Radar", "RadarSensor"),
            ("morse.sensors.collision.Collision", "Collision", "TouchSensor"),
        ):
            cls = builtin_class(path)
            instance = cls.__new__(cls)
            own = node(path)
            scene_state.component_inits[path] = {
                "name": path,
                "class": "a.B",
                "built_in": False,
                "builder": None,
                "properties": {},
            }
            scene_state.instances[path] = instance
            mine = logic.add_near(own, "Mine", distance=1.0)
            found = own.sensors[brick]
            self.assertEqual(type(found).__name__, kind)
            self.assertIs(own.sensors["Mine"], mine)
        self.assertEqual((own.sensors["Collision"].propName, found._half_size), ("", [0.02] * 3))
        radar = node("morse.actuators.gripper.Gripper").sensors["Radar"]
        self.assertEqual((radar.propName, radar.axis, radar.angle, radar.distance), ("Graspable", 2, 60.0, 0.5))

    def test_a_class_of_its_own_has_the_bricks_of_its_builder_class(self):
        init = {"name": "robot.hand", "class": "a.Hand", "built_in": False, "properties": {"Angle": 30.0}}
        scene_state.component_inits["robot.hand"] = {**init, "builder": "Gripper"}
        hand = node("robot.hand")
        self.assertEqual((hand.sensors["Radar"].angle, hand.sensors["Radar"].distance), (30.0, 0.5))
        self.assertEqual([brick.name for brick in hand.controllers[0].actuators], ["Close_anim", "Open_anim"])
        scene_state.component_inits["robot.stick"] = {**init, "name": "robot.stick", "builder": "Joystick"}
        self.assertEqual([brick.name for brick in node("robot.stick").sensors], ["Joystick"])


class Controllers(LogicCase):
    def test_the_controller_belongs_to_the_acting_component(self):
        with self.assertRaisesRegex(LookupError, "no component acts"):
            blenderapi.controller()
        self.assertFalse(blenderapi.hascontroller())
        robot = node("robot")
        scene_state.acting = SimpleNamespace(bge_object=robot)
        always = logic.add_always(robot, "Pulse")
        self.assertEqual(blenderapi.controller().owner, robot)
        self.assertTrue(blenderapi.controller().sensors["Pulse"].positive)
        self.assertEqual(blenderapi.getalwayssensors(), [always])
        self.assertEqual(robot.controllers[0].name, "robot")

    def test_motions_act_once_in_a_tick_until_they_are_deactivated(self):
        robot = node("robot")
        scene_state.acting = SimpleNamespace(bge_object=robot)
        motion = logic.add_motion(robot, dLoc=(0.1, 0, 0), force=(0, 0, 5))
        motion.useLocalForce = False
        with self.assertRaisesRegex(AttributeError, "no setting 'speed'"):
            motion.speed = 3
        control = blenderapi.controller()
        control.activate("Motion")
        act_all()
        self.assertEqual(
            self.recorder.done,
            [
                ("move", {"node": "robot", "by": [0.1, 0, 0], "local": True}),
                ("force", {"node": "robot", "value": [0, 0, 5], "local": False}),
            ],
        )
        self.tick()
        act_all()
        control.deactivate(robot.actuators["Motion"])
        self.tick()
        act_all()
        self.assertEqual((len(self.recorder.done), motion.active), (4, False))
        with self.assertRaisesRegex(TypeError, "an actuator, or the name of one"):
            control.activate(5)

    def test_messages_arrive_in_the_next_tick_once(self):
        robot, other = node("robot"), node("other")
        all_of_them = logic.add_message(robot)
        hello = logic.add_message(other, subject="hello")
        robot.sendMessage("hello", "to you", "other")
        logic.send_message("bye", "to all")
        self.assertFalse(all_of_them.positive or hello.positive)
        self.tick()
        self.assertEqual((all_of_them.subjects, hello.bodies, hello.frameMessageCount), (["bye"], ["to you"], 1))
        self.tick()
        self.assertFalse(all_of_them.positive or hello.positive)

    def test_a_sound_without_effect_is_reported_once(self):
        sound = logic.add_without_effect(node("robot"), "Horn of the test")
        with self.assertLogs("morse.core.blenderapi", "WARNING") as log:
            sound.activate()
            sound.startSound()
        self.assertEqual(len(log.records), 1)


class Devices(LogicCase):
    def test_keys_have_states(self):
        keyboard = blenderapi.keyboard()
        states = []
        for keys in ([], ["Up", "Q"], ["Up"], []):
            self.tick()
            self.recorder.devices = {"keys": keys, "axes": []}
            states.append(keyboard.active_events)
        up, q = blenderapi.UPARROWKEY, blenderapi.QKEY
        self.assertEqual(states, [{}, {up: 1, q: 1}, {up: 2, q: 3}, {up: 3}])
        self.assertEqual(keyboard.events[blenderapi.F5KEY], blenderapi.input_none())
        brick = logic.add_keyboard(node("robot"), key=up)
        self.tick()
        self.recorder.devices = {"keys": ["Up", "Enter", "PageDown"], "axes": []}
        self.assertEqual((brick.positive, brick.getKeyStatus(blenderapi.PAGEDOWNKEY)), (True, 2))
        self.assertEqual(len(brick.events), 3)

    def test_services_see_changes_of_clients_within_a_tick(self):
        near = logic.add_near(node("robot"), distance=1.0)
        keyboard = blenderapi.keyboard()
        self.assertEqual((near.positive, keyboard.active_events), (False, {}))
        self.recorder.devices, self.recorder.found = {"keys": ["T"], "axes": []}, ["box"]
        self.assertEqual((near.positive, keyboard.active_events), (False, {}), "the tick is the same")
        scene_state.served += 1
        self.assertEqual((near.status, keyboard.active_events), (logic.KX_SENSOR_JUST_ACTIVATED, {blenderapi.TKEY: 1}))
        scene_state.served += 1
        self.assertEqual((near.status, keyboard.active_events), (logic.KX_SENSOR_JUST_ACTIVATED, {blenderapi.TKEY: 1}))

    def test_joysticks_exist_after_their_first_motion(self):
        self.assertEqual(blenderapi.joysticks(), [None] * 8)
        brick = logic.add_joystick(node("robot"), index=1, axis=3)
        self.assertFalse(brick.positive or brick.connected)
        self.tick()
        self.recorder.devices = {"keys": [], "axes": [[1, 0, 0.5], [1, 3, -1.0]]}
        stick = blenderapi.joysticks()[1]
        self.assertEqual((stick.axisValues, stick.numAxis, stick.activeButtons), ([0.5, 0.0, 0.0, -1.0], 4, []))
        self.assertEqual((brick.axisSingle, brick.positive), (-1.0, True))


if __name__ == "__main__":
    unittest.main()
