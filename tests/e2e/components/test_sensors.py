"""Sensors of the robot's own state, read over sockets with the original's client."""

import re
import unittest
from datetime import datetime, timezone

from harness import TIMEOUT_S, TestCase, original_pymorse

SCENE = """
from morse.builder import *

robot = ATRV()
robot.translate(10, 8, 0)
sensors = {
    "accelerometer": Accelerometer(), "airspeed": Airspeed(), "barometer": Barometer(), "battery": Battery(),
    "gps": GPS(), "fix": GPS(), "full": GPS(), "imu": IMU(), "device": IMU(), "compass": Magnetometer(),
    "thermometer": Thermometer(),
}
sensors["fix"].level("raw")
sensors["full"].level("extended")
sensors["device"].level("physical")
sensors["compass"].properties(date=2015.0)
sensors["thermometer"].properties(DefaultTemperature="20")
for name, sensor in sensors.items():
    sensor.name = name
    robot.append(sensor)
    sensor.add_stream("socket")
both = CompoundSensor([sensors["gps"], sensors["imu"]])
robot.append(both)
both.add_stream("socket")

fire = Cube("fire")
fire.translate(10, 8, 5)
fire.properties(Fire=100)

env = Environment("empty")
env.properties(longitude=43.6, latitude=1.4333, altitude=135.0)
"""


class Sensors(TestCase):
    def test_every_sensor_publishes_plausible_fields(self):
        simulator = self.run_scene(SCENE)
        pymorse = original_pymorse()
        with pymorse.Morse("localhost", simulator.port) as morse:
            read = lambda name: getattr(morse.robot, name).get(timeout=TIMEOUT_S)

            self.assertEqual(list(read("accelerometer"))[1:4], ["distance", "velocity", "acceleration"])
            self.assertAlmostEqual(read("airspeed")["diff_pressure"], 0.0, delta=0.01)
            self.assertAlmostEqual(read("barometer")["pressure"], 101325.0, delta=1.0)
            battery = read("battery")
            self.assertEqual(battery["status"], "Discharging")
            self.assertTrue(0.0 < battery["charge"] < 100.0)

            gps = read("gps")
            self.assertEqual(list(gps), ["timestamp", "x", "y", "z"])
            fix = read("fix")
            self.assertEqual(list(fix), ["timestamp", "longitude", "latitude", "altitude", "velocity"])
            self.assertAlmostEqual(fix["longitude"], 43.6000883, delta=1e-5)
            self.assertAlmostEqual(fix["latitude"], 1.43337247, delta=1e-5)
            full = read("full")
            utc = datetime.strptime(full["date"] + full["time"], "%d%m%y%H%M%S").replace(tzinfo=timezone.utc)
            self.assertAlmostEqual(utc.timestamp(), full["timestamp"], delta=1.0)

            for imu in (read("imu"), read("device")):
                self.assertEqual(list(imu)[1:], ["angular_velocity", "linear_acceleration", "magnetic_field"])
                self.assertAlmostEqual(imu["linear_acceleration"][2], 9.81, delta=1.0)
            self.assertEqual(round(read("device")["magnetic_field"][0] / 150.0, 6) % 1.0, 0.0)
            self.assertGreater(read("compass")["x"], 20000.0)
            # Ambient temperature of 20 degrees, and a fire of strength 100 five meters above.
            self.assertAlmostEqual(read("thermometer")["temperature"], 20.0 + 36.8, delta=1.0)

            both = read("both")
            self.assertEqual(list(both), ["timestamp", "robot.gps", "robot.imu"])
            self.assertEqual(list(both["robot.gps"]), ["timestamp", "x", "y", "z"])
            self.assertEqual(both["robot.gps"]["timestamp"], both["timestamp"])
            morse.quit()
        self.assertEqual(simulator.wait_for_exit(), 0)
        self.assertFalse([line for line in simulator.lines if re.search("ERROR|panicked", line)])


if __name__ == "__main__":
    unittest.main()
