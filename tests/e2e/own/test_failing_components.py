"""User-defined Python components that cannot start, fail, or do not return."""

import json
import os
import signal

from harness import TIMEOUT_S, wait_until
from own_scene import OWN_ACTUATOR, OWN_SENSOR, OwnSceneCase


class FailingComponents(OwnSceneCase):
    def test_missing_class_is_refused_with_the_searched_folders(self):
        self.write(OWN_ACTUATOR + OWN_SENSOR.replace("class Own", "class Owl"))
        code, _, errors = self.checked()
        self.assertEqual(code, 1)
        self.assertIn("there is no class `Own` in", errors)
        self.assertIn("Owl", errors)
        self.assertIn("robot.own", errors)
        (self.folder / "src" / "own" / "parts.py").unlink()
        code, _, errors = self.checked()
        self.assertEqual(code, 1)
        self.assertIn("there is no module `own.parts`", errors)
        self.assertIn(str(self.folder / "src"), errors)
        self.assertIn("scene.py", errors)

    def test_errors_in_modules_and_constructors_are_reported_with_component_and_line(self):
        for broken, message in {
            "import morse.sensors.posee\n": "there is no `morse.sensors.posee`",
            "from own import nowhere\n": "cannot import name 'nowhere'",
            "this is invalid Python\n": "SyntaxError",
            OWN_ACTUATOR + "class Own:\n    pass\n": "derives from",
            OWN_ACTUATOR
            + OWN_SENSOR
            + "    def __init__(self, obj, parent=None):\n        self.left / 0\n": "AttributeError",
        }.items():
            with self.subTest(message=message):
                self.write(broken)
                code, _, log = self.checked()
                self.assertEqual(code, 1, log)
                self.assertIn(message, log)
                self.assertIn("robot.own", log)
                self.assertIn("scene.py", log)

    def test_modules_of_the_game_engine_can_be_imported(self):
        imports = "import bge, GameLogic, PhysicsConstraints\nfrom bge import constraints, logic, types\n"
        self.write(imports + OWN_SENSOR + OWN_ACTUATOR)
        code, _, log = self.checked()
        self.assertEqual(code, 0, log)

    def test_failed_component_stops_and_the_simulation_continues(self):
        self.write(
            OWN_ACTUATOR
            + OWN_SENSOR.replace(
                "self.local_data['ticks'] += 1",
                "self.local_data['ticks'] += 1\n        print('reading', self.name())\n        1 / (3 - self.local_data['ticks'])",
            )
        )
        simulator = self.start()
        simulator.wait_for("robot.own: its Python code failed")
        simulator.wait_for("ZeroDivisionError")
        simulator.wait_for("reading robot.own")
        with simulator.connect() as client:
            ticks = lambda: json.loads(client.ask("a robot.own get_local_data").split(" ", 2)[2])["ticks"]
            before = client.ask("t time now")
            wait_until(lambda: client.ask("t time now") != before, "the next tick")
            self.assertEqual(ticks(), 3)
            self.assertEqual(client.ask('b simulation activate ["robot.own"]'), "b SUCCESS")
            wait_until(lambda: ticks() != 3, "the fourth reading")
        self.assertEqual(sum("its Python code failed" in line for line in simulator.lines), 1)

    def test_component_that_never_returns_is_killed(self):
        self.write(OWN_ACTUATOR + OWN_SENSOR.replace("self.local_data['ticks'] += 1", "while True: pass"))
        simulator = self.start("--component-timeout", "0.5")
        line = simulator.wait_for("did not answer for 0.5 s")
        self.assertIn("robot.own, robot.mover", line)
        with simulator.connect() as client:
            self.assertIn("SUCCESS", client.ask("a robot.pose get_local_data"))
            self.assertIn("has ended", client.ask('b robot.own set_property ["Gain", 1.0]'))
            self.assertIn("FAILED", client.ask('c simulation activate ["robot.own"]'))

    def test_simulation_continues_when_the_python_host_is_killed(self):
        self.write(
            OWN_ACTUATOR + OWN_SENSOR.replace("self.local_data['ticks'] += 1", "import os; self.local_data['ticks'] = os.getpid()")
        )
        simulator = self.start()
        with simulator.connect() as client:
            read = lambda: json.loads(client.ask("a robot.own get_local_data").split(" ", 2)[2])["ticks"]
            process = wait_until(read, "the first reading")
            os.kill(process, signal.SIGKILL)
            simulator.wait_for("ended while components acted")
            self.assertIn("SUCCESS", client.ask("b robot.pose get_local_data"))

    def test_python_host_ends_with_the_simulator_even_in_an_endless_loop(self):
        self.write(
            OWN_ACTUATOR
            + OWN_SENSOR.replace("self.local_data['ticks'] += 1", "print('in a loop')\n        while True: pass")
        )
        simulator = self.start()
        simulator.wait_for("^in a loop")
        simulator.process.kill()
        # The output pipe closes only when the host has ended, too.
        simulator._reader.join(TIMEOUT_S)
        self.assertFalse(simulator._reader.is_alive())
