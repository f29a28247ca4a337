"""ArduPilot and PX4 in lockstep: mock autopilots fly the robots of the examples."""

import math
import pathlib
import socket
import struct
import tempfile
import unittest

from harness import ROOT, TestCase, command, free_ports
from mavlink_peers import MockArduPilot, MockPx4, receive, wait_until

SIMULATION = ("--fast",)


def example(name, port, **changes):
    text = (ROOT / "examples" / (name + ".py")).read_text()
    for old, new in {"9002": str(port), "4560": str(port), **changes}.items():
        text = text.replace(old, new)
    return text


class ArduPilotTest(TestCase):
    def fly(self, name="ardupilot_quadrotor", steps=1200, height=2.0, **changes):
        port = free_ports(1, socket.SOCK_DGRAM)
        simulator = self.run_scene(example(name, port, **changes), *SIMULATION)
        pilot = MockArduPilot(port)
        self.addCleanup(pilot.close)
        return simulator, pilot, pilot.fly(steps, height)

    def test_quadrotor_climbs_and_hovers(self):
        _, _, states = self.fly(steps=7200)
        last = states[-1]
        self.assertAlmostEqual(-last["position"][2], 2.0, 1)
        self.assertLess(abs(last["velocity"][2]), 0.1)
        self.assertLess(math.hypot(*last["position"][:2]), 0.5)
        self.assertAlmostEqual(last["attitude"][2], math.pi / 2, 1)
        self.assertAlmostEqual(last["imu"]["accel_body"][2], -9.81, 0)
        steps = [b["timestamp"] - a["timestamp"] for a, b in zip(states, states[1:])]
        self.assertLess(max(abs(step - 1 / 1200) for step in steps), 1e-6, "one step for each packet")

    def test_flights_are_reproducible(self):
        flights = [self.fly(steps=300)[2] for _ in range(2)]
        self.assertEqual(*flights)

    def test_repeated_packet_gets_the_same_state_without_a_step(self):
        _, pilot, states = self.fly(steps=50)
        pilot.count -= 1
        repeated = pilot.exchange()
        self.assertEqual(repeated, states[-1])
        self.assertGreater(pilot.exchange()["timestamp"], repeated["timestamp"])

    def test_malformed_packets_do_not_advance_time(self):
        simulator, pilot, states = self.fly(steps=20)
        good = pilot.packet()
        for bad in (b"", b"x", good[:-1], good + b"\0", b"\0" * 40, struct.pack("<H", 18458) * 40):
            pilot.socket.sendto(bad, pilot.address)
        after = pilot.exchange()
        self.assertAlmostEqual(after["timestamp"] - states[-1]["timestamp"], 1 / 1200, 6)
        simulator.wait_for("not ArduPilot packets")

    def test_simulation_continues_without_autopilot_after_timeout_and_accepts_late_ones(self):
        port = free_ports(1, socket.SOCK_DGRAM)
        changes = {"max_speed=1100.0": "timeout=0.5"}
        simulator = self.run_scene(example("ardupilot_quadrotor", port, **changes))
        simulator.wait_for(r"waits for 0\.5 s for ArduPilot")
        simulator.wait_for("no answer from the autopilot for 0.5 s")
        with simulator.connect() as client:

            def now():
                status, time = client.ask("id time now").split()[1:]
                self.assertEqual(status, "SUCCESS", "requests are served without an autopilot")
                return float(time)

            begin = now()
            wait_until(lambda: now() > begin + 0.1, "time advances without an autopilot")
        for _ in range(2):
            pilot = MockArduPilot(port)
            self.addCleanup(pilot.close)
            first = pilot.fly(20, 1.0)[0]["timestamp"]
            self.assertGreater(first, 0.0)
            self.assertGreater(pilot.exchange()["timestamp"], first)

    def test_rover_drives_and_steers(self):
        port = free_ports(1, socket.SOCK_DGRAM)
        self.run_scene(example("ardupilot_rover", port), *SIMULATION)
        pilot = MockArduPilot(port)
        self.addCleanup(pilot.close)
        start = pilot.fly(1, 0.0)[0]
        # A little throttle, so that the car stays on its wheels and on the ground.
        for _ in range(120):
            pilot.pulses = [1500, 0, 1515] + [0] * 13
            ahead = pilot.exchange()
        heading = start["attitude"][2]
        self.assertGreater(
            ahead["position"][0] * math.cos(heading) + ahead["position"][1] * math.sin(heading), 0.5
        )
        for _ in range(120):
            pilot.pulses = [1900, 0, 1515] + [0] * 13
            turned = pilot.exchange()
        self.assertGreater(math.remainder(turned["attitude"][2] - heading, 2 * math.pi), 0.1, "to the right")
        self.assertLess(max(map(abs, turned["attitude"][:2])), 0.1, "upright")

    def test_boat_floats_drives_and_steers(self):
        port = free_ports(1, socket.SOCK_DGRAM)
        self.run_scene(example("ardupilot_boat", port), *SIMULATION)
        pilot = MockArduPilot(port)
        self.addCleanup(pilot.close)

        def exchanges(count, *pulses):
            for _ in range(count):
                pilot.pulses = [*pulses] + [0] * 13
                state = pilot.exchange()
            return state

        start = exchanges(120, 1500, 0, 1500)
        heading = start["attitude"][2]
        ahead = exchanges(600, 1500, 0, 1800)
        north, east = (b - a for a, b in zip(start["position"][:2], ahead["position"]))
        self.assertGreater(north * math.cos(heading) + east * math.sin(heading), 5.0)
        self.assertLess(abs(ahead["attitude"][2] - heading), 0.01, "straight ahead")
        # Steady speed u with two motors of 120 N: 20 u + 30 u² = 240.
        self.assertAlmostEqual(math.hypot(*ahead["velocity"][:2]), 2.51, 1)
        turned = exchanges(240, 1900, 0, 1800)
        self.assertGreater(math.remainder(turned["attitude"][2] - heading, 2 * math.pi), 0.5, "to the right")
        self.assertLess(abs(turned["position"][2] - start["position"][2]), 0.05, "on the water")
        self.assertLess(max(map(abs, turned["attitude"][:2])), 0.1, "upright")

    def test_skid_steered_boat_turns_by_the_difference_of_its_throttles(self):
        port = free_ports(1, socket.SOCK_DGRAM)
        self.run_scene(example("ardupilot_boat", port, **{"max_angle=0.5": "skid=True"}), *SIMULATION)
        pilot = MockArduPilot(port)
        self.addCleanup(pilot.close)
        heading = pilot.fly(1, 0.0)[0]["attitude"][2]
        for _ in range(240):
            pilot.pulses = [1800, 0, 1200] + [0] * 13
            state = pilot.exchange()
        self.assertGreater(math.remainder(state["attitude"][2] - heading, 2 * math.pi), 0.3, "to the right")
        self.assertLess(math.hypot(*state["position"][:2]), 0.5, "on the spot")

    def test_vehicle_with_missing_components_is_refused(self):
        scene = example("ardupilot_quadrotor", free_ports(1, socket.SOCK_DGRAM))
        without_sensors = scene.replace(
            '    sensor.add_stream("ardupilot")', '    if sensor is imu: sensor.add_stream("ardupilot")'
        )
        self.assert_ends(self, without_sensors, "Pose, Velocity")
        without_motors = "\n".join(line for line in scene.splitlines() if "motors.add_stream" not in line) + "\n"
        self.assert_ends(self, without_motors, "no actuator")

    def test_unknown_option_of_a_vehicle_is_a_warning(self):
        scene = example("ardupilot_quadrotor", free_ports(1, socket.SOCK_DGRAM)).replace("max_speed", "maxspeed")
        self.assert_ends(self, scene, "did you mean `max_speed`", expected=0)

    @staticmethod
    def assert_ends(case, scene, reason, expected=1):
        """The scene ends with this exit code, and the output has the reason."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "scene.py"
            path.write_text(scene)
            code, out, err = command("run", "--duration", "0.1", "--port", 0, "--stream-port", 0, path)
        case.assertEqual(code, expected, out)
        case.assertIn(reason, " ".join(word for word in (out + err).split() if word != "|"))


class Px4Test(TestCase):
    def test_quadrotor_climbs_and_hovers(self):
        port = free_ports(1)
        simulator = self.run_scene(example("px4_quadrotor", port))
        pilot = MockPx4(port)
        self.addCleanup(pilot.close)
        # Time advances before the first answer of PX4.
        first, later = pilot.sensor(), pilot.sensor()
        self.assertGreater(later.time_usec, first.time_usec)
        gps = receive(pilot.peer, "HIL_GPS")
        self.assertAlmostEqual(gps.lat * 1e-7, 47.3977, 4)
        messages = pilot.fly(1500, 2.0)
        simulator.wait_for("PX4 is in lock-step")
        last = messages[-1]
        self.assertAlmostEqual(last.pressure_alt - pilot.ground, 2.0, 0)
        self.assertAlmostEqual(last.zacc, -9.8, 0)
        self.assertGreater(math.hypot(last.xmag, last.ymag, last.zmag), 0.2)
        steps = {b.time_usec - a.time_usec for a, b in zip(messages[500:], messages[501:])}
        self.assertEqual(steps, {4000}, "one step for each answer")

    def test_boat_turns(self):
        port = free_ports(1)
        simulator = self.run_scene(example("px4_boat", port))
        pilot = MockPx4(port)
        self.addCleanup(pilot.close)
        message = pilot.sensor()
        rates = []
        for _ in range(750):
            pilot.answer(message, [0.6, -0.6, 0.0, 0.0])
            message = pilot.sensor()
            rates.append(message.zgyro)
        simulator.wait_for("PX4 is in lock-step")
        self.assertGreater(sum(rates[-100:]) / 100, 0.1, "forward thrust of the left motor turns the boat to the right")
        self.assertAlmostEqual(message.zacc, -9.8, 0)

    def test_second_px4_connects_after_the_first_disconnects(self):
        port = free_ports(1)
        simulator = self.run_scene(example("px4_quadrotor", port))
        for _ in range(2):
            pilot = MockPx4(port)
            pilot.fly(50, 1.0)
            pilot.close()
            simulator.wait_for("has disconnected")
        with simulator.connect() as client:
            self.assertIn("SUCCESS", client.ask("id time now"))

    def test_sensors_without_the_levels_of_px4_are_refused(self):
        scene = example("px4_quadrotor", 0).replace('imu.level("physical")', "").replace("imu.properties", "dict")
        ArduPilotTest.assert_ends(self, scene, "at levels truth and physical")


if __name__ == "__main__":
    unittest.main()
