"""User-defined robots, sensors and actuators in Python."""

import json

from harness import TIMEOUT_S, command, original_pymorse, wait_until
from own_scene import MORE, MORE_SCENE, OWN_ACTUATOR, OWN_SCENE, OWN_SENSOR, OwnSceneCase


class OwnComponents(OwnSceneCase):
    def test_sensor_reads_and_actuator_acts(self):
        simulator = self.start()
        morse = original_pymorse().Morse("localhost", simulator.port)
        self.addCleanup(morse.close)
        self.assertEqual(morse.robot.own.get()["x"], 2.0)
        morse.robot.mover.publish({"v": 1.0})
        reading = wait_until(lambda: (read := morse.robot.own.get(timeout=TIMEOUT_S))["x"] > 3.0 and read, "the robot drives")
        # It has driven half a meter at 1 m/s, in steps of 1/60 m.
        self.assertAlmostEqual((reading["x"] - 2.0) / 2.0 * 60.0, round((reading["x"] - 2.0) / 2.0 * 60.0), 6)
        self.assertEqual(set(reading), {"timestamp", "x", "ticks"})
        self.assertIsInstance(reading["ticks"], int)

    def test_components_are_found_on_the_sys_path_of_the_script(self):
        path_lines = f"import sys\nsys.path.append({str(self.folder / 'src')!r})\n"
        simulator = self.run_scene(path_lines + OWN_SCENE)
        with simulator.connect() as client:
            self.assertIn("SUCCESS", client.ask("a robot.own get_local_data"))

    def test_component_has_its_own_and_the_common_services(self):
        self.write(
            OWN_ACTUATOR
            + OWN_SENSOR.replace(
                "    def default_action",
                """
    @service
    def twice(self, number, plus=0):
        if number < 0:
            raise MorseRPCInvokationError("no negative numbers")
        return 2 * number + plus

    @service(name="other_name")
    def broken(self):
        return {}["nothing"]

    def default_action""",
            )
        )
        simulator = self.start()
        with simulator.connect() as client:
            self.assertEqual(client.ask("a robot.own twice [4]"), "a SUCCESS 8")
            self.assertEqual(client.ask("b robot.own twice [4, 1]"), "b SUCCESS 9")
            self.assertEqual(client.ask("c robot.own twice [-1]"), 'c FAILED "no negative numbers"')
            self.assertIn("FAILED", client.ask("d robot.own twice []"))
            self.assertIn("KeyError", client.ask("e robot.own other_name"))
            simulator.wait_for("KeyError")
            self.assertIn("FAILED", client.ask("f robot.own broken"))
            self.assertEqual(
                client.ask("g robot.own get_properties"),
                'g SUCCESS {"properties": {"Gain": [2.0, "float", "a factor", "_gain"]}}',
            )
            self.assertEqual(client.ask('h robot.own set_property ["Gain", 10.0]'), "h SUCCESS")
            self.assertIn("does not exist", client.ask('i robot.own set_property ["Gian", 10.0]'))
            answer = json.loads(client.ask("j robot.own get_configurations").split(" ", 2)[2])["configurations"]
            self.assertEqual(answer["Gain"], 10.0)
            self.assertEqual(answer["object_to_robot"]["translation"], [0.0, 0.0, 0.5])
            x = lambda: json.loads(client.ask("k robot.own get_local_data").split(" ", 2)[2])["x"]
            wait_until(lambda: x() == 10.0, "a reading with the new gain")

    def test_asynchronous_services_complete_are_preempted_or_refused(self):
        self.write(
            OWN_SENSOR
            + '''
from morse.core import status
from morse.core.actuator import Actuator
from morse.core.services import async_service, interruptible, noninterruptible

class Mover(Actuator):
    def __init__(self, obj, parent=None):
        Actuator.__init__(self, obj, parent)
        self.left = None

    @interruptible
    @async_service
    def count(self, ticks):
        self.left = ticks

    @noninterruptible
    @async_service
    def insist(self, ticks):
        self.left = ticks

    @async_service
    def at_once(self):
        self.completed(status.SUCCESS, "done")

    @async_service
    def fail(self):
        self.completed(status.FAILED, "out of reach")

    def interrupt(self):
        self.left = None
        self.completed(status.PREEMPTED, "gave way")

    def default_action(self):
        if self.left is not None:
            self.left -= 1
            self.toggle_active()
            self._active = True
            if self.left < 0:
                self.left = None
                self.completed(status.SUCCESS, {"at": self.robot_parent.gettime()})
'''
        )
        simulator = self.start()
        with simulator.connect() as client:
            self.assertIn('a SUCCESS {"at": ', client.ask("a robot.mover count [2]"))
            self.assertEqual(client.ask("b robot.mover at_once"), 'b SUCCESS "done"')
            self.assertEqual(client.ask("c robot.mover fail"), 'c FAILED "out of reach"')
            client.send("d robot.mover count [100000]\ne robot.mover count [2]\n")
            answers = sorted([client.line(), client.line()])
            self.assertEqual(answers[0], 'd PREEMPTED "gave way"')
            self.assertIn("e SUCCESS", answers[1])
            client.send("f robot.mover count [100000]\nf cancel\n")
            self.assertEqual(client.line(), 'f PREEMPTED "gave way"')
            client.send("g robot.mover insist [30]\nh robot.mover count [2]\n")
            self.assertIn("h FAILED", client.line())
            self.assertIn("g SUCCESS", client.line())

    def test_scene_objects_have_poses_rays_zones_and_properties(self):
        self.write(
            OWN_ACTUATOR
            + OWN_SENSOR.replace(
                "    def default_action",
                """
    def __init__(self, obj, parent=None):
        Sensor.__init__(self, obj, parent)
        from morse.core import blenderapi
        add = self.local_data.__setitem__
        add('box', blenderapi.scene().objects['box'].worldPosition)
        hit, point, normal = obj.rayCast([10.0, 0.0, 0.5])
        add('hit', [hit.name.split('.')[0], point[0] < 8.0, normal[0] < 0.0])
        add('nothing', obj.rayCast([1.0, 10.0, 0.5]))
        add('to_robot', self.relative_position)
        add('parent', obj.parent.name)
        add('zones', self.in_zones(type='Charging'))
        add('robots', [robot.name() for robot in blenderapi.persistantstorage().robotDict.values()])
        add('pose', blenderapi.persistantstorage().componentDict['robot.pose'].local_data)
        add('there', 'box' in blenderapi.scene().objects)
        route = blenderapi.scene().objects['box']['route']
        add('route', [route[0], type(route[1]).__name__, route[1][1]])
        add('about', blenderapi.scene().objects['box']['about'])
        obj['kept'] = [1, {'b': None}]
        add('kept', obj.get('kept', 'not yet'))
        try:
            obj.replaceMesh
        except AttributeError as problem:
            add('gone', str(problem))
        try:
            blenderapi.mouse()
        except AttributeError as problem:
            add('gone_too', str(problem))

    def default_action""",
            )
        )
        simulator = self.start()
        with simulator.connect() as client:
            data = json.loads(client.ask("a robot.own get_local_data").split(" ", 2)[2])
        self.assertEqual(data["box"], [6.0, 0.0, 0.0])
        self.assertEqual(data["hit"], ["atrv", True, True])
        self.assertEqual(data["nothing"], [None, None, None])
        self.assertEqual(data["to_robot"], [0.5, [0.0, 0.0, -1.0], [0.0, 0.0, -1.0]])
        self.assertEqual(data["parent"], "robot")
        self.assertEqual(data["zones"], ["dock"])
        self.assertEqual(data["route"], [1, "tuple", 3.5])
        self.assertEqual(data["about"], {"owner": None, "tags": ["a"]})
        self.assertEqual(data["kept"], [1, {"b": None}])
        self.assertEqual(data["robots"], ["atrv", "robot"])
        self.assertEqual(data["pose"]["x"], 0.0)
        self.assertIs(data["there"], True)
        self.assertIn("meshes that can be replaced", data["gone"])
        self.assertIn("there is no window", data["gone_too"])

    def test_robots_act_levels_select_classes_and_forces_push_bodies(self):
        self.write(MORE)
        scene = self.folder / "scene.py"
        scene.write_text(MORE_SCENE)

        def last(sensor):
            _, output, log = command("sense", scene, sensor, "--json", environment=self.environment)
            self.assertIn("[", output, log)
            return json.loads(output)[-1]

        pose = last("bot.pose")
        # The robot sets its pose at the end of a tick, and its sensor reads it in the next tick.
        self.assertAlmostEqual(pose["x"], 1.0 + 59.0 / 60.0, 9)
        self.assertEqual([pose["y"], pose["z"]], [2.0, 3.0])
        self.assertAlmostEqual(pose["yaw"], 0.5, 9)
        self.assertEqual(last("bot.other"), {"timestamp": 1.0, "level": "other", "z": 1})
        # Half a meter in a second, less the friction of the ground.
        self.assertAlmostEqual(last("atrv.place")["x"], -2.5, delta=0.1)

    def test_digest_depends_on_the_seed_only(self):
        self.write(
            OWN_ACTUATOR
            + OWN_SENSOR.replace("self.local_data['ticks'] += 1", "import random; self.local_data['ticks'] = random.randrange(10**9)")
        )
        scene = self.folder / "scene.py"
        scene.write_text(OWN_SCENE)
        run = ["run", "--fast", "--duration", "1", "--json", "--digest", "--port", "0", "--stream-port", "0"]
        digests = [
            json.loads(command(*run, "--seed", seed, scene, environment=self.environment)[1])["digest"]
            for seed in (1, 1, 2)
        ]
        self.assertEqual(digests[0], digests[1])
        self.assertNotEqual(digests[0], digests[2])
