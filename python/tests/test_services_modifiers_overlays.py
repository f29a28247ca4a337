"""add_service, add_interface, alter and add_overlay."""

from support import SOCKET_REQUESTS, BuilderTest, messages

MODIFIERS = "morse.modifiers."
ROS_REQUESTS = "morse.middleware.ros_request_manager.RosRequestManager"


class Services(BuilderTest):
    def test_known_middlewares(self) -> None:
        for name in ("socket", "yarp", "yarp_json", "pocolibs", "ros", "ros2"):
            document = self.scene(f"r = ATRV()\nr.add_service('{name}')")
            self.assertEqual(len(document["component_service"]["r"]), 1, name)

    def test_other_middlewares_are_fatal(self) -> None:
        for name in ("text", "moos", "hla", "mavlink", "pprzlink", "nothing"):
            with self.assertRaisesRegex(KeyError, "socket"):
                self.scene(f"r = ATRV()\nr.add_service('{name}')")
            with self.assertRaises(KeyError):
                self.scene(f"r = ATRV()\np = Pose()\np.add_interface('{name}')")

    def test_config_overrides(self) -> None:
        document = self.scene("r = ATRV()\nr.add_service('text', config='my.Manager')")
        self.assertEqual(document["component_service"], {"r": ["my.Manager"]})

    def test_for_another_component(self) -> None:
        document = self.scene(
            "r = ATRV()\np = Pose()\nr.append(p)\nr.add_service('socket', p)\nr.add_service('socket', 'time')"
        )
        self.assertEqual(document["component_service"], {"r.p": [SOCKET_REQUESTS], "time": [SOCKET_REQUESTS]})

    def test_interface_is_service_and_stream(self) -> None:
        document = self.scene(
            "r = ATRV()\np = Pose()\nr.append(p)\np.add_interface('socket', port=60005)\n"
            "k = Keyboard()\nr.append(k)\nk.add_interface('socket')"
        )
        self.assertEqual(list(document["component_service"]), ["r.k", "r.p"])
        self.assertEqual(list(document["component_datastream"]), ["r.p"])
        self.assertEqual(document["component_datastream"]["r.p"][0][3], {"port": 60005})

    def test_of_the_environment(self) -> None:
        document = self.describe(
            "from morse.builder import *\nr = ATRV()\nenv = Environment('empty')\n"
            "env.add_service('socket')\nenv.add_interface('socket')\n"
        )
        self.assertEqual(document["component_service"], {"simulation": [SOCKET_REQUESTS] * 2})
        self.assertEqual(len(messages(document, "error")), 1)


class Modifiers(BuilderTest):
    def modifiers_of(self, lines: str) -> list:
        document = self.scene("r = ATRV()\n" + lines + "\nr.append(c)")
        return document["component_modifier"].get("r.c", [])

    def test_short_names_by_component(self) -> None:
        cases = {
            ("Pose", "NED"): ["ned.CoordinatesToNED", "OUT"],
            ("Gyroscope", "NED"): ["ned.AnglesToNED", "OUT"],
            ("Waypoint", "NED"): ["ned.CoordinatesFromNED", "IN"],
            ("GPS", "Noise"): ["pose_noise.PositionNoiseModifier", "OUT"],
            ("IMU", "Noise"): ["imu_noise.IMUNoiseModifier", "OUT"],
            ("Teleport", "geodetic"): ["geodetic.CoordinatesFromGeodetic", "IN"],
        }
        for (builder, name), (classpath, direction) in cases.items():
            found = self.modifiers_of(f"c = {builder}()\nc.alter('{name}')")
            self.assertEqual(found, [[MODIFIERS + classpath, direction, {}]], (builder, name))

    def test_parameters_and_order(self) -> None:
        found = self.modifiers_of("c = Pose()\nc.alter('Noise', pos_std=.5, rot_std=0, _2D='True')\nc.alter('UTM')")
        self.assertEqual(found[0][2], {"pos_std": 0.5, "rot_std": 0, "_2D": "True"})
        self.assertEqual(found[1][0], MODIFIERS + "utm.CoordinatesToUTM")

    def test_by_class_path(self) -> None:
        self.assertEqual(self.modifiers_of("c = Pose()\nc.alter('', 'my.mod.M', a=1)"), [["my.mod.M", "OUT", {"a": 1}]])
        self.assertEqual(self.modifiers_of("c = MotionVW()\nc.alter(classpath='my.M')"), [["my.M", "IN", {}]])

    def test_unsuitable_modifiers_are_fatal(self) -> None:
        for lines in ("alter('IMUNoise')", "alter('foo')", "alter()"):
            with self.assertRaises(KeyError):
                self.scene("p = Pose()\np." + lines)
        with self.assertRaises(KeyError):
            self.scene("p = Teleport()\np.alter('UTM')")


class Overlays(BuilderTest):
    def test_entry(self) -> None:
        document = self.scene(
            "r = ATRV()\nw = Waypoint()\nr.append(w)\nw.add_overlay('ros', 'pkg.Over', namespace='/x')"
        )
        self.assertEqual(document["overlays"], {ROS_REQUESTS: {"r.w": ["pkg.Over", {"namespace": "/x"}]}})
        self.assertEqual(document["wiring_sources"]["overlays"][ROS_REQUESTS]["r.w"]["line"], 5)

    def test_one_per_manager(self) -> None:
        document = self.scene(
            "r = ATRV()\nw = Waypoint()\nr.append(w)\nw.add_overlay('ros', 'a.A')\nw.add_overlay('ros', 'b.B')\n"
            "w.add_overlay('socket', 'c.C')"
        )
        self.assertEqual(document["overlays"][ROS_REQUESTS]["r.w"][0], "b.B")
        self.assertEqual(document["overlays"][SOCKET_REQUESTS]["r.w"][0], "c.C")

    def test_unknown_middleware_is_fatal(self) -> None:
        with self.assertRaises(KeyError):
            self.scene("w = Waypoint()\nw.add_overlay('text', 'pkg.Over')")
