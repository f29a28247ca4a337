"""Sensors of the surroundings, read with the original's client: scans, a collision, a victim that is found and healed."""

import math

from harness import TIMEOUT_S, TestCase, original_pymorse

SCENE = """
from morse.builder import *

robot = ATRV()
sick = Sick()
sick.translate(z=1.0)
robot.append(sick)
layers = SickLDMRS()
layers.translate(z=1.0)
layers.level("physical")
robot.append(layers)
bumper = Collision()
bumper.translate(x=0.7, z=0.2)
robot.append(bumper)
eye = SearchAndRescue()
eye.translate(z=1.0)
eye.properties(Heal_range=5.0, Abilities="1,2,3")
robot.append(eye)
near = Proximity()
robot.append(near)
motion = MotionVW()
robot.append(motion)
robot.add_default_interface("socket")

eve = Victim()
eve.translate(x=4.0)
env = Environment("empty", fastmode=True)
"""


class Surroundings(TestCase):
    def test_original_client_reads_every_sensor_and_heals_the_victim(self):
        simulator = self.run_scene(SCENE)
        pymorse = original_pymorse()
        with pymorse.Morse("localhost", simulator.port) as morse:
            scan = morse.robot.sick.get(timeout=TIMEOUT_S)
            self.assertEqual(list(scan), ["timestamp", "point_list", "range_list"])
            self.assertEqual((len(scan["point_list"]), len(scan["range_list"])), (181, 181))
            # The victim is 3.8 m ahead; there is no object to the right.
            x, y, z = scan["point_list"][90]
            self.assertAlmostEqual(x, scan["range_list"][90], places=4)
            self.assertTrue(3.5 < x < 4.0 and abs(y) < 1e-6 and abs(z) < 1e-6, scan["point_list"][90])
            self.assertEqual((scan["point_list"][0], scan["range_list"][0]), ([0.0, 0.0, 0.0], 30.0))

            layers = morse.robot.layers.get(timeout=TIMEOUT_S)
            self.assertEqual(len(layers["range_list"]), 4 * 401)
            in_steps = [distance * 1000 for distance in layers["range_list"]]
            self.assertTrue(all(math.isclose(steps, round(steps), abs_tol=1e-6) for steps in in_steps))

            self.assertEqual(list(morse.robot.near.get(timeout=TIMEOUT_S)["near_objects"]), ["eve"])
            self.assertIsNone(morse.robot.bumper.last(), "no contact yet")

            victim = morse.robot.eye.get(timeout=TIMEOUT_S)["victim_dict"]["eve"]
            self.assertEqual((victim["requirements"], victim["severity"]), ([1, 2, 3], 10))
            self.assertEqual(morse.robot.eye.heal().result(10), "Victim 'eve' healed")
            # The sensor acted before the tick that ends the healing, so that the second reading shows it.
            readings = [morse.robot.eye.get(timeout=TIMEOUT_S)["victim_dict"]["eve"] for _ in range(2)]
            self.assertEqual((readings[1]["requirements"], readings[1]["severity"]), ([], 0))

            morse.robot.motion.publish({"v": 1.0, "w": 0.0})
            touch = morse.robot.bumper.get(timeout=TIMEOUT_S)
            self.assertEqual((touch["collision"], touch["objects"]), (True, "eve"))
            morse.quit()
        self.assertEqual(simulator.wait_for_exit(), 0)
