"""Test peers for MAVLink, PPRZLink and autopilots: pymavlink, ivy-python, and mock autopilots.

`cargo xtask test` installs pymavlink and ivy-python into a virtual environment of Debian's Python under target/.
"""

import json
import math
import os
import socket
import struct
import sys
import unittest

from harness import ROOT, TIMEOUT_S, wait_until

ENVIRONMENT = ROOT / "target" / "mavlink-peer"
sys.path.extend(map(str, ENVIRONMENT.glob("lib/python%d.%d/site-packages" % sys.version_info[:2])))
os.environ["MAVLINK_DIALECT"] = "common"

try:
    from ivy.ivy import IvyServer
    from pymavlink import mavutil
except ImportError as missing:
    raise unittest.SkipTest("no pymavlink or ivy-python: `cargo xtask test` installs them (%s)" % missing) from missing


def connection(device, version=1):
    """A MAVLink peer."""
    os.environ["MAVLINK20"] = "1" if version == 2 else "0"
    mavutil.set_dialect("common")
    return mavutil.mavlink_connection(device, dialect="common", source_system=255)


def receive(peer, kind, fits=lambda message: True):
    """The first message of a type for which `fits` is true."""

    def found():
        message = peer.recv_match(type=kind, blocking=True, timeout=0.1)
        return message if message is not None and fits(message) else None

    return wait_until(found, kind)


# The quadrotor of the examples.
MASS_KG = 2.0
HOVER = math.sqrt(MASS_KG * 9.81 / 4 / 9.169e-6) / 1100.0


def mix(climb, roll, pitch, yaw):
    """Motor signals of a quadrotor in X configuration, 0 to 1: front right, back left, front left, back right."""
    signals = [
        climb - roll + pitch + yaw,
        climb + roll - pitch + yaw,
        climb + roll + pitch - yaw,
        climb - roll - pitch - yaw,
    ]
    return [min(max(signal, 0.0), 1.0) for signal in signals]


class MockArduPilot:
    """Holds a height like ArduPilot's SITL: answers each state packet with one packet of motor signals."""

    def __init__(self, port):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.settimeout(TIMEOUT_S)
        self.address = ("127.0.0.1", port)
        self.pulses = [1000] * 16
        self.count = 0
        self.heading = None

    def packet(self):
        return struct.pack("<HHI16H", 18458, 400, self.count, *self.pulses)

    def exchange(self):
        """Sends a packet and receives the next state."""
        self.socket.sendto(self.packet(), self.address)
        self.count += 1
        return self.state()

    def state(self):
        text = self.socket.recv(65536).decode()
        assert text.startswith("\n") and text.endswith("\n")
        return json.loads(text)

    def fly(self, steps, height):
        """Flies for a number of steps and returns all states."""
        states = []
        for _ in range(steps):
            state = self.exchange()
            roll, pitch, yaw = state["attitude"]
            p, q, r = state["imu"]["gyro"]
            self.heading = yaw if self.heading is None else self.heading
            turn = math.remainder(yaw - self.heading, 2 * math.pi)
            climb = HOVER + 0.06 * (height + state["position"][2]) + 0.06 * state["velocity"][2]
            signals = mix(
                climb, -0.05 * roll - 0.02 * p, -0.05 * pitch - 0.02 * q, -0.08 * turn - 0.08 * r
            )
            self.pulses = [round(1000 + 1000 * signal) for signal in signals] + [1000] * 12
            states.append(state)
        return states

    def close(self):
        self.socket.close()


class MockPx4:
    """Holds a height with the barometer and the gyroscope. Once started, it answers each HIL_SENSOR message."""

    def __init__(self, port):
        self.peer = connection("tcp:127.0.0.1:%d" % port, version=2)
        self.ground = None
        self.before = None

    def sensor(self):
        return receive(self.peer, "HIL_SENSOR")

    def answer(self, message, signals):
        self.peer.mav.hil_actuator_controls_send(message.time_usec, signals + [float("nan")] * 12, 129, 1)

    def fly(self, steps, height):
        """Flies for a number of steps and returns all HIL_SENSOR messages."""
        messages = []
        for _ in range(steps):
            message = self.sensor()
            self.ground = message.pressure_alt if self.ground is None else self.ground
            now = (message.time_usec * 1e-6, message.pressure_alt - self.ground)
            climb_rate = 0.0
            if self.before is not None and now[1] != self.before[1]:
                climb_rate = (now[1] - self.before[1]) / (now[0] - self.before[0])
                self.climb_rate = climb_rate
                self.before = now
            self.before = self.before or now
            climb = HOVER + 0.06 * (height - now[1]) - 0.06 * getattr(self, "climb_rate", 0.0)
            rates = (message.xgyro, message.ygyro, message.zgyro)
            self.answer(message, mix(climb, -0.05 * rates[0], -0.05 * rates[1], -0.05 * rates[2]))
            messages.append(message)
        return messages

    def close(self):
        self.peer.close()


class Aircraft(IvyServer):
    """A Paparazzi program on an Ivy bus."""

    def __init__(self, bus):
        super().__init__("aircraft")
        self.start(bus)

    def send_when_subscribed(self, text):
        """Waits for a subscription to a message and sends it."""
        wait_until(lambda: self.send_msg(text), "a subscription on the bus")
