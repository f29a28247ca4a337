"""The engine in Python: steps, readings, commands, services, images, state, observers."""

import json
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

import numpy
from support import DOCUMENT, ROOT, TIMEOUT_S, WheelTest, installed, run_python

import morse


class Steps(WheelTest):
    def test_command_moves_the_robot_and_changes_its_sensors(self):
        sim = self.simulation()
        sim.command("robot.motion", v=1.0, w=0.0)
        sim.step(60)
        self.assertEqual((sim.tick, sim.rate_hz), (60, 60.0))
        self.assertAlmostEqual(sim.time, 1.0)
        self.assertGreater(sim.robots["robot"].pose.position[0], 0.7)
        self.assertAlmostEqual(sim.sensors["pose"]["x"], sim.robots["robot"].pose.position[0], delta=1.0)
        self.assertEqual(sim.sensors["robot.pose"].fields["x"].split(" (")[1], "float, m)")

    def test_on_demand_sensors_read_with_keep_reading(self):
        sim = self.simulation()
        scan = sim.sensors["sick"].keep_reading()
        camera = sim.robots["robot"].sensors["camera"].keep_reading()
        sim.step()
        self.assertEqual(scan["range_list"].shape, (181,))
        self.assertEqual(scan["point_list"].shape, (181, 3))
        image = camera.read()["image"]
        self.assertEqual((image.shape, image.dtype), ((24, 32, 4), numpy.uint8))
        self.assertTrue(camera.is_new and camera.time > 0)

    def test_pose_and_velocity_of_objects_are_set(self):
        sim = self.simulation()
        robot = sim.robots["robot"]
        robot.pose = (3.0, 2.0, 0.2, 1.5)
        self.assertAlmostEqual(robot.pose.yaw, 1.5)
        numpy.testing.assert_allclose(robot.pose.matrix[:3, 3], [3.0, 2.0, 0.2])
        robot.place((1.0, 1.0, 0.5), linear=(1.0, 0.0, 0.0))
        self.assertAlmostEqual(robot.velocity[0][0], 1.0)
        self.assertAlmostEqual(robot.pose.yaw, 1.5)

    def test_services_answer_immediately_or_later(self):
        sim = self.simulation()
        self.assertEqual(sim.call("simulation", "list_robots"), ["robot", "rover"])
        goal = sim.actuators["waypoint"].call("goto", 0.6, 4.0, 0.0, 0.3, 1.0)
        self.assertEqual((goal.done, goal.status), (False, "running"))
        with self.assertRaises(morse.ServiceError):
            goal.result()
        self.assertEqual(sim.wait(goal, 20), "Arrived")
        other = sim.call("rover.waypoint", "goto", 9.0, 4.0, 0.0, 0.3, 1.0)
        sim.cancel(other)
        sim.step(2)
        self.assertEqual(other.status, "preempted")
        for wrong in [("rover.waypoint", "fly"), ("unknown", "goto"), ("rover.waypoint", "goto", "x")]:
            with self.assertRaises(morse.ServiceError):
                sim.call(*wrong)
        with self.assertRaises(TimeoutError):
            sim.wait(sim.call("rover.waypoint", "goto", 99.0, 0.0, 0.0, 0.3, 0.1), 0.1)

    def test_rendered_images_are_arrays(self):
        sim = self.simulation()
        picture = sim.render(size=(64, 48))
        self.assertEqual((picture.shape, picture.dtype), ((48, 64, 3), numpy.uint8))
        self.assertGreater(len(numpy.unique(picture.reshape(-1, 3), axis=0)), 10)
        self.assertEqual(sim.render("robot.camera").shape, (24, 32, 3))
        for wrong in [{"camera": "robot.pose"}, {"size": (0, 5)}, {"eye": (0, 0, 0), "target": (0, 0, 0)}, {"fov": 200}]:
            with self.assertRaises(ValueError):
                sim.render(**wrong)
        with self.assertRaises(KeyError):
            sim.render("unknown")

    def test_observers_run_after_each_tick_and_may_send_commands(self):
        sim = self.simulation()
        seen = []

        @sim.observe
        def watch(sim):
            seen.append(sim.tick)
            if sim.tick == 2:
                sim.command("robot.motion", v=1.0, w=0.0)

        sim.step(4)
        sim.forget(watch)
        sim.step(1)
        self.assertEqual(seen, [1, 2, 3, 4])
        plain = self.simulation()
        plain.step(2)
        plain.command("robot.motion", v=1.0, w=0.0)
        plain.step(3)
        self.assertEqual(sim.digest(), plain.digest())


class State(WheelTest):
    def drive(self, sim, ticks=50):
        sim.command("robot.motion", v=0.7, w=0.3)
        sim.step(ticks)
        return sim.digest()

    def test_seed_determines_the_run_and_reset_equals_a_new_simulation(self):
        fresh = {seed: self.drive(self.simulation(seed=seed)) for seed in (0, 7)}
        self.assertNotEqual(fresh[0], fresh[7])
        sim = self.simulation(seed=7)
        goal = sim.call("rover.waypoint", "goto", 9.0, 4.0, 0.0, 0.3, 1.0)
        sim.step(20)
        sim.robots["robot"].pose = (5.0, 5.0, 1.0, 0.3)
        sim.reset(0)
        self.assertEqual((goal.status, sim.tick, sim.seed), ("preempted", 0, 0))
        self.assertEqual(self.drive(sim), fresh[0])
        sim.reset(7)
        self.assertEqual(self.drive(sim), fresh[7])
        sim.reset()
        self.assertEqual(self.drive(sim), fresh[7])

    def test_reset_removes_spawned_objects_and_restores_despawned_ones(self):
        first = self.drive(self.simulation())
        sim = self.simulation()
        sim.call("simulation", "spawn", "Morsy", "other", [3.0, 0.0, 0.1])
        sim.step(3)
        sim.reset()
        self.assertEqual(self.drive(sim), first)
        sim.call("simulation", "despawn", "robot")
        sim.reset()
        self.assertEqual(self.drive(sim), first)

    def test_saved_state_continues_in_another_simulation(self):
        sim = self.simulation()
        self.drive(sim)
        state = sim.save()
        sim.step(30)
        other = self.simulation()
        other.restore(state)
        self.assertEqual(other.tick, 50)
        other.step(30)
        self.assertEqual(other.digest(), sim.digest())
        before = other.digest()
        for damaged in (b"", b"nonsense", state[: len(state) // 2], state + b"x"):
            with self.assertRaises(ValueError):
                other.restore(damaged)
        self.assertEqual(other.digest(), before)

    def test_digest_equals_that_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            scene = Path(folder) / "scene.json"
            scene.write_text(json.dumps(DOCUMENT))
            command = [installed("morse"), "run", "--fast", "--duration", "1", "--seed", "7", "--digest", "--json",
                       "--port", "0", "--stream-port", "0", str(scene)]
            completed = subprocess.run(command, capture_output=True, timeout=TIMEOUT_S, check=True)
            sim = self.simulation(scene, seed=7)
        sim.run(1.0)
        self.assertEqual(sim.digest(), json.loads(completed.stdout)["digest"])

    def test_digest_is_independent_of_threads_and_of_parallel_simulations(self):
        expected = self.drive(self.simulation())
        self.assertEqual(self.drive(self.simulation(threads=2)), expected)
        scene = morse.Scene(DOCUMENT)
        digests = []
        shared = scene.simulation()

        def work():
            with scene.simulation() as sim:
                digests.append(self.drive(sim))

        def use_existing():
            digests.append(self.drive(shared))

        threads = [threading.Thread(target=target) for target in (work, work, use_existing)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(TIMEOUT_S)
        shared.close()
        self.assertEqual(digests, [expected] * 3)


class Scenes(WheelTest):
    def test_first_scene_of_the_readme_runs(self):
        sim = self.simulation(ROOT / "examples" / "first_scene.py", seed=7)
        goal = sim.robots["robot"].actuators["waypoint"].call("goto", 1.0, 0.5, 0.0, 0.5, 1.0)
        self.assertEqual(sim.wait(goal), "Arrived")

    def test_scene_described_in_the_program_runs(self):
        from morse.builder import ATRV, Environment, MotionVW, Pose

        for speed in (0.5, 1.0):
            rover = ATRV()
            motion = MotionVW()
            rover.append(motion)
            pose = Pose()
            rover.append(pose)
            env = Environment("empty")
            sim = self.simulation(env)
            self.assertEqual(list(sim.sensors), ["rover.pose"])
            sim.command("rover.motion", v=speed, w=0.0)
            sim.step(60)
            self.assertAlmostEqual(sim.sensors["pose"]["x"], speed, delta=0.3)
            with self.assertRaises(Exception) as caught:
                morse.Scene(env)
            self.assertIn("taken already", str(caught.exception))

    def test_scene_with_python_components_runs_and_resets(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "counting.py").write_text(
                "from morse.core.sensor import Sensor\nfrom morse.helpers.components import add_data\n"
                "class Counter(Sensor):\n    add_data('count', 0, 'int', 'Number of readings.')\n"
                "    def __init__(self, obj, parent=None):\n        Sensor.__init__(self, obj, parent)\n"
                "    def default_action(self):\n        self.local_data['count'] += 1\n"
            )
            Path(folder, "scene.py").write_text(
                "import os, sys\nsys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))\n"
                "from morse.builder import *\nfrom morse.builder.creator import SensorCreator\n"
                "class Counter(SensorCreator):\n    _classpath = 'counting.Counter'\n"
                "robot = ATRV()\ncounter = Counter()\nrobot.append(counter)\nenv = Environment('empty')\n"
            )
            sim = self.simulation(Path(folder, "scene.py"))
            sim.step(3)
            self.assertEqual(sim.sensors["counter"]["count"], 3)
            sim.reset()
            sim.step(2)
            self.assertEqual(sim.sensors["counter"]["count"], 2)

    def test_scene_errors_have_diagnostics(self):
        wrong = {**DOCUMENT, "objects": [{"name": "robot", "kind": "robot", "class": "morse.robots.atrvv.ATRV"}]}
        scene = morse.Scene(wrong)
        self.assertTrue(any(found["severity"] == "error" for found in scene.diagnostics))
        with self.assertRaises(morse.SceneError) as caught:
            scene.simulation()
        self.assertIn("atrvv", str(caught.exception))
        self.assertTrue(caught.exception.diagnostics[0]["message"])
        for bad in ("nowhere.py", '{"morse_scene": 99}', {}, "{"):
            with self.assertRaises(morse.SceneError):
                morse.Scene(bad)
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "scene.py")
            script.write_text("1 / 0\n")
            with self.assertRaises(morse.SceneError) as caught:
                morse.Scene(script)
        self.assertIn("ZeroDivisionError", caught.exception.diagnostics[0]["message"])
        for bad in (5, None, object()):
            with self.assertRaises(TypeError):
                morse.Scene(bad)

    def test_engine_logs_to_python_logging(self):
        completed = run_python(
            "import logging, json, sys\nlogging.basicConfig(level=logging.INFO)\nimport morse\n"
            f"morse.Simulation(json.loads({json.dumps(json.dumps(DOCUMENT))})).step()\n"
        )
        self.assertIn("INFO:morse.models:Model 'robots/atrv' from", completed.stderr)


class Import(WheelTest):
    def test_scenes_and_clients_do_not_load_the_engine(self):
        completed = run_python(
            "import sys, morse.builder, morse.core.sensor, pymorse\n"
            "assert 'morse._engine' not in sys.modules\nassert 'numpy' not in sys.modules\n"
            "import morse\nassert 'Simulation' in dir(morse)\nmorse.Simulation\nassert 'morse._engine' in sys.modules\n"
        )
        self.assertEqual((completed.returncode, completed.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
