"""Tutorials in which a client drives robots, reads sensors and calls services."""

import json
import math
import unittest

from harness import TIMEOUT_S, Connection
from tutorial_scenes import READINGS, TutorialCase, WithBuiltInModels, WithDebianModels, plain_socket


class Robots:
    """Tests that run with both sets of models."""

    def test_smallest_scene_has_one_robot(self):
        with self.start("smallest").connect() as telnet:
            self.assertEqual(telnet.ask("1 simulation list_robots"), '1 SUCCESS ["atrv"]')
            objects = telnet.ask("2 simulation get_scene_objects").split(" ", 2)[2]
            self.assertGreater(len(json.loads(objects)), 10, "the room has furniture")

    def test_services_answer_to_telnet(self):
        simulator = self.start("by_telnet")
        simulator.wait_for("atrv.motion")
        with simulator.connect() as telnet:
            self.assertEqual(telnet.ask("id1 atrv.motion set_speed [2, -1]"), "id1 SUCCESS")
            before = json.loads(telnet.ask("id2 atrv.pose get_local_data").split(" ", 2)[2])
            self.assertEqual(list(before), ["timestamp", "x", "y", "z", "yaw", "pitch", "roll"])
            port = int(telnet.ask('id3 simulation get_stream_port ["atrv.pose"]').split()[-1])
            with Connection(port) as stream:
                poses = [json.loads(stream.line()) for _ in range(30)]
            turned = poses[-1]["yaw"] - poses[0]["yaw"]
            self.assertAlmostEqual(turned, -(poses[-1]["timestamp"] - poses[0]["timestamp"]), delta=0.1)
            # The sensor stands 0.83 m above the robot, and that 0.1 m above its floor.
            self.assertAlmostEqual(poses[-1]["z"], 0.93, delta=0.1)

    def test_plain_sockets_drive_a_robot(self):
        port = self.start("by_sockets").stream_port
        with plain_socket(port) as motion, plain_socket(port + 1) as pose:
            motion.sendall(b'{"v": 1.0, "w": 1.0}\n')
            for _ in range(READINGS):
                # The last line but one is the newest that is whole, unless the buffer ends within the first.
                newest = pose.recv(1024).decode().split("\n")[-2:][0]
                if newest.startswith("{") and newest.endswith("}") and json.loads(newest)["yaw"] > 0.5:
                    return
            self.fail(f"it did not turn: {newest}")

    def test_sensors_agree_about_pose_and_rotation(self):
        with self.client(self.start("many_sensors")) as morse:
            morse.atrv.motion.publish({"v": 0.0, "w": 0.5})
            scan = morse.atrv.sick.get(timeout=TIMEOUT_S)
            self.assertEqual(len(scan["range_list"]), 181)
            self.assertLessEqual(max(scan["range_list"]), 5.0)
            pose, gyroscope = morse.atrv.pose.get(timeout=TIMEOUT_S), morse.atrv.gyroscope.get(timeout=TIMEOUT_S)
            self.assertAlmostEqual(pose["yaw"], gyroscope["yaw"], delta=0.2)
            self.assertAlmostEqual(morse.atrv.imu.get(timeout=TIMEOUT_S)["angular_velocity"][2], 0.5, delta=0.05)
            gps = morse.atrv.gps.get(timeout=TIMEOUT_S)
            self.assertAlmostEqual(gps["z"], pose["z"], delta=0.1)

    def test_ghost_follows_the_noisy_pose_of_a_robot(self):
        simulator, keys = self.start_at_terminal("ghost")
        with self.client(simulator) as morse:
            xs, zs = [], []
            for _ in range(60):
                keys.press("Up")
                pose = morse.robot.pose.get(timeout=TIMEOUT_S)
                morse.ghost.teleport.publish(pose)
                xs.append(pose["x"])
                zs.append(pose["z"])
            steps = [abs(after - before) for before, after in zip(xs, xs[1:])]
            self.assertGreater(sum(steps) / len(steps), 0.3, "the pose is noisy, with half a meter")
            self.assertLess(max(zs) - min(zs), 0.1, "but not along z")
            objects = morse.rpc("simulation", "get_scene_objects")
            self.assertGreater(objects["robot"][1][0], -5.5, "it was driven")
            self.assertLess(abs(objects["ghost"][1][0] - objects["robot"][1][0]), 4.0)

    def test_collision_sensor_names_the_object_that_it_touches(self):
        simulator, keys = self.start_at_terminal("collision")
        with self.client(simulator) as morse:
            for _ in range(READINGS):
                keys.press("Up")
                touch = morse.robot.collision.last()
                if touch and touch["collision"] and "dala" in touch["objects"]:
                    break
                morse.robot.pose.get(timeout=TIMEOUT_S)
            else:
                self.fail(f"nothing touched: {touch}")

    def test_human_walks_to_the_waypoint_of_a_client(self):
        with self.client(self.start("human")) as morse:
            morse.human.motion.publish({"x": 2.0, "y": 1.0, "z": 0.0, "tolerance": 0.3, "speed": 1.0})
            for _ in range(READINGS):
                pose = morse.human.pose.get(timeout=TIMEOUT_S)
                if math.dist([pose["x"], pose["y"]], [2.0, 1.0]) < 0.4:
                    return
            self.fail(f"the human is at {pose}")

    def test_furniture_stands_at_the_poses_of_the_script(self):
        with self.client(self.start("furniture")) as morse:
            near = morse.robot.near.get(timeout=TIMEOUT_S)["near_objects"]
            self.assertIn("Ball1", near, "graspable objects of the environment itself")
            self.assertAlmostEqual(near["cornflakes"], 4.0, delta=0.3)
            objects = morse.rpc("simulation", "get_scene_objects")
            tables = sorted(name for name in objects if name.startswith("SmallTable") or name == "table")
            self.assertEqual(len(tables), 3, sorted(objects))
            ys = sorted(round(objects[name][1][1], 1) for name in tables)
            self.assertEqual(ys, [0.0, 2.0, 4.0])

    def test_robots_built_by_a_function_are_named_after_its_variables(self):
        with self.client(self.start("from_a_function")) as morse:
            self.assertEqual(sorted(morse.robots), ["atrv1", "atrv2", "atrv3"])
            self.assertIsNotNone(morse.atrv2.gyroscope.get(timeout=TIMEOUT_S))

    def test_script_moves_and_scales_an_object_of_the_environment(self):
        with self.client(self.start("moved_ground")) as morse:
            ground = morse.rpc("simulation", "get_scene_objects")["Ground"]
            self.assertAlmostEqual(ground[1][2], -3.0653, places=4)
            # 100 m away there is ground only because the script made it larger.
            for _ in range(90):
                pose = morse.foo.pose.get(timeout=TIMEOUT_S)
            self.assertAlmostEqual(pose["z"], -3.0, delta=0.3)

    def test_victims_are_found_and_reached(self):
        with self.client(self.start("rescue")) as morse:
            found = morse.atrv00.rosace.get(timeout=TIMEOUT_S)["victim_dict"]
            self.assertIn("victim1", found)
            morse.atrv01.waypoint.publish({"x": 3.0, "y": -5.0, "z": 0.0, "tolerance": 0.5, "speed": 2.0})
            far = max(morse.atrv01.gps.get(timeout=TIMEOUT_S)["x"] for _ in range(120))
            self.assertGreater(far, 1.5)


class RobotsWithDebianModels(WithDebianModels, Robots, TutorialCase):
    pass


class RobotsWithBuiltInModels(WithBuiltInModels, Robots, TutorialCase):
    pass


if __name__ == "__main__":
    unittest.main()
