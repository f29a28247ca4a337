"""The scenes of the tutorials, on the models of the original (Debian) and on our own.

The scripts are in `tutorials/`. They make what the original's tutorials make, with the same calls.
"""

import base64
import json
import math
import os
import pty
import re
import socket
import unittest

from harness import ROOT, TIMEOUT_S, Connection, TestCase, client_library, command

SCENES = ROOT / "tests" / "e2e" / "tutorials"

# What scenes of the tutorials need and no build can run yet. Whoever makes one of them run takes it out of here; a scene
# that needs nothing more of this list is run by `test_scenes_that_nothing_keeps_from_running`.
NOT_YET = {}

# Classes of that list that a scene has which no client of its own runs, by its file.
NEEDS = {
    "eyes_that_turn": [
        "actuators.ptu.PTU",
        "robots.rmax.RMax",
        "sensors.stereo_unit.StereoUnit",
        "sensors.video_camera.VideoCamera",
    ],
    "kitchen": [
        "actuators.armature.Armature",
        "robots.pr2.PR2",
        "sensors.armature_pose.ArmaturePose",
    ],
}


# More readings than any of the clients needs: half a minute.
READINGS = 1800


class Keys:
    """Somebody at the keyboard of a terminal."""

    SENT = {"Up": b"\x1b[A"}

    def __init__(self, terminal):
        self.terminal = terminal

    def press(self, key):
        os.write(self.terminal, self.SENT[key])


def plain_socket(port):
    """A connection to this machine, by whichever kind of address somebody listens on."""
    for family, kind, protocol, _, address in socket.getaddrinfo("localhost", port, type=socket.SOCK_STREAM):
        connection = socket.socket(family, kind, protocol)
        connection.settimeout(TIMEOUT_S)
        try:
            connection.connect(address)
            return connection
        except OSError:
            connection.close()
    raise ConnectionError(f"nobody listens on port {port}")


class Scenes:
    """Tests that each set of models passes."""

    environment = {}
    origin = ""

    def start(self, scene):
        simulator = self.run_scene(SCENES / (scene + ".py"), environment=self.environment)
        simulator.wait_for(r"Model '.*' from .*" + self.origin)
        self.assertFalse([line for line in simulator.lines if "ERROR" in line])
        return simulator

    def start_at_terminal(self, scene):
        """The simulator on a terminal, and who presses keys there."""
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)
        simulator = self.run_scene(SCENES / (scene + ".py"), environment=self.environment, terminal=theirs)
        simulator.wait_for("Keys pressed in this terminal are for")
        return simulator, Keys(ours)

    def client(self, simulator):
        client = client_library().Morse("localhost", simulator.port)
        self.addCleanup(client.close)
        return client

    def check(self, scene):
        code, _, told = command("check", SCENES / (scene + ".py"), environment=self.environment)
        return code, told

    def test_the_smallest_scene_knows_its_robot(self):
        with self.start("smallest").connect() as telnet:
            self.assertEqual(telnet.ask("1 simulation list_robots"), '1 SUCCESS ["atrv"]')
            objects = telnet.ask("2 simulation get_scene_objects").split(" ", 2)[2]
            self.assertGreater(len(json.loads(objects)), 10, "the room has furniture")

    def test_services_by_telnet(self):
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

    def test_a_client_with_nothing_but_sockets(self):
        port = self.start("by_sockets").stream_port
        with plain_socket(port) as motion, plain_socket(port + 1) as pose:
            motion.sendall(b'{"v": 1.0, "w": 1.0}\n')
            for _ in range(READINGS):
                # The last line but one is the newest that is whole, unless the buffer ends within the first.
                newest = pose.recv(1024).decode().split("\n")[-2:][0]
                if newest.startswith("{") and newest.endswith("}") and json.loads(newest)["yaw"] > 0.5:
                    return
            self.fail(f"it did not turn: {newest}")

    def test_many_sensors_tell_one_story(self):
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

    def test_a_ghost_follows_a_noisy_pose_through_its_robot(self):
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
            self.assertGreater(sum(steps) / len(steps), 0.3, "the pose is noisy, with half a metre")
            self.assertLess(max(zs) - min(zs), 0.1, "but not along z")
            objects = morse.rpc("simulation", "get_scene_objects")
            self.assertGreater(objects["robot"][1][0], -5.5, "it was driven")
            self.assertLess(abs(objects["ghost"][1][0] - objects["robot"][1][0]), 4.0)

    def test_a_bumper_tells_what_it_touches(self):
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

    def test_a_cat_with_two_eyes_catches_a_mouse(self):
        with self.client(self.start("cat_and_mouse")) as morse:
            eyes = (morse.cat.semanticL, morse.cat.semanticR)
            speeds = {(True, True): (2.0, 0.0), (True, False): (1.5, 1.0), (False, True): (1.5, -1.0)}
            for _ in range(READINGS):
                readings = [eye.get(timeout=TIMEOUT_S)["visible_objects"] for eye in eyes]
                sees = tuple(any(seen["name"] == "MOUSE" for seen in objects) for objects in readings)
                v, w = speeds.get(sees, (0.0, -1.0))
                morse.cat.motion.publish({"v": v, "w": w})
                objects = morse.rpc("simulation", "get_scene_objects")
                if math.dist(objects["cat"][1][:2], objects["mouse"][1][:2]) < 2.0:
                    return
            self.fail(f"the mouse is at {objects['mouse'][1]}, the cat at {objects['cat'][1]}")

    def test_a_flying_cat_keeps_behind_a_mouse(self):
        with self.client(self.start("flying_cat")) as morse:
            for _ in range(READINGS):
                cat, mouse = morse.cat.catPose.get(timeout=TIMEOUT_S), morse.mouse.mousePose.get(timeout=TIMEOUT_S)
                behind = [mouse["x"] - 5.0 * math.cos(mouse["yaw"]), mouse["y"] - 5.0 * math.sin(mouse["yaw"])]
                goal = {"x": behind[0], "y": behind[1], "z": 3.5, "yaw": mouse["yaw"], "tolerance": 0.5}
                morse.cat.waypoint.publish(goal)
                if math.dist([cat["x"], cat["y"], cat["z"]], [*behind, 3.5]) < 0.6:
                    return
            self.fail(f"the mouse is at {mouse}, the cat at {cat}")

    def test_one_picture_of_a_camera(self):
        with self.client(self.start("by_hand")) as morse:
            picture = morse.r.v.get(timeout=2 * TIMEOUT_S)
            self.assertEqual((picture["width"], picture["height"]), (800, 600))
            self.assertEqual(len(base64.b64decode(picture["image"])), 800 * 600 * 4)

    def test_a_human_walks_to_where_a_client_says(self):
        with self.client(self.start("human")) as morse:
            morse.human.motion.publish({"x": 2.0, "y": 1.0, "z": 0.0, "tolerance": 0.3, "speed": 1.0})
            for _ in range(READINGS):
                pose = morse.human.pose.get(timeout=TIMEOUT_S)
                if math.dist([pose["x"], pose["y"]], [2.0, 1.0]) < 0.4:
                    return
            self.fail(f"the human is at {pose}")

    def test_furniture_stands_where_the_script_says(self):
        with self.client(self.start("furniture")) as morse:
            near = morse.robot.near.get(timeout=TIMEOUT_S)["near_objects"]
            self.assertIn("Ball1", near, "what can be grasped in the environment itself")
            self.assertAlmostEqual(near["cornflakes"], 4.0, delta=0.3)
            objects = morse.rpc("simulation", "get_scene_objects")
            tables = sorted(name for name in objects if name.startswith("SmallTable") or name == "table")
            self.assertEqual(len(tables), 3, sorted(objects))
            ys = sorted(round(objects[name][1][1], 1) for name in tables)
            self.assertEqual(ys, [0.0, 2.0, 4.0])

    def test_robots_from_a_function_have_the_names_of_their_variables(self):
        with self.client(self.start("from_a_function")) as morse:
            self.assertEqual(sorted(morse.robots), ["atrv1", "atrv2", "atrv3"])
            self.assertIsNotNone(morse.atrv2.gyroscope.get(timeout=TIMEOUT_S))

    def test_an_object_of_the_environment_moves_as_the_script_says(self):
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

    def test_what_does_not_run_yet_is_named_with_the_line_that_asks_for_it(self):
        for scene, classes in NEEDS.items():
            expected = {"morse." + name for name in classes} & set(NOT_YET)
            if not expected:
                continue
            with self.subTest(scene):
                code, told = self.check(scene)
                self.assertEqual(set(re.findall(r"cannot run the \w+ `([\w.]+)` yet", told)), expected)
                self.assertEqual(told.count("error["), told.count("error[scene::not-implemented]"), told)
                self.assertIn(scene + ".py:", told)
                self.assertEqual(code, 1)

    def test_scenes_that_nothing_keeps_from_running(self):
        for scene, classes in NEEDS.items():
            if {"morse." + name for name in classes} & set(NOT_YET):
                continue
            with self.subTest(scene):
                words = ["run", "--port", "0", "--stream-port", "0", "--fast", "--duration", "0.5"]
                code, _, told = command(*words, SCENES / (scene + ".py"), environment=self.environment)
                self.assertEqual(code, 0, told)


class TutorialsOnDebiansModels(Scenes, TestCase):
    environment = {"MORSE_ROOT": "/usr"}
    origin = r"/usr/share/morse/data/.*\.blend$"


class TutorialsOnOurModels(Scenes, TestCase):
    environment = {"MORSE_ROOT": "/nonexistent"}
    origin = r"built in"


class WhatIsMissing(TestCase):
    def test_what_runs_now_is_no_longer_listed_as_missing(self):
        catalogue = json.loads(command("catalogue", "--json")[1])
        runs = {component["class"] for component in catalogue["components"] if component["implemented"]}
        known = {component["class"] for component in catalogue["components"]}
        self.assertEqual(set(NOT_YET) - known, set(), "no such class")
        self.assertEqual(set(NOT_YET) & runs, set(), "these run now: take them out of NOT_YET")


if __name__ == "__main__":
    unittest.main()
