"""Components of users for simulated runs. The sensor ends, fails or is slow at one of its readings."""

import os
import time

from morse.core.actuator import Actuator
from morse.core.sensor import Sensor
from morse.helpers.components import add_data, add_property


class Watcher(Sensor):
    """Counts its readings, and reads the position of its robot."""

    add_data("x", 0.0, "float", "position of the robot [m]")
    add_data("count", 0, "int", "number of readings")
    add_property("_ends_at", 0, "EndsAt", "int", "number of the reading at which it ends")
    add_property("_ending", "none", "Ending", "string", "none, sleep, exit, raise or slow")

    def default_action(self):
        self.local_data["count"] += 1
        self.local_data["x"] = self.position_3d.x
        if self._ending == "slow" and self.local_data["count"] % 8 == 0:
            time.sleep(0.01)
        if self.local_data["count"] != self._ends_at:
            return
        if self._ending == "sleep":
            time.sleep(3600.0)
        elif self._ending == "exit":
            os._exit(3)
        elif self._ending == "raise":
            raise ValueError("the reading of this number fails")


class Pusher(Actuator):
    """Pushes its robot along its x axis."""

    add_data("v", 0.3, "float", "speed [m/s]")

    def default_action(self):
        self.robot_parent.apply_speed("Position", [self.local_data["v"] / self.frequency, 0.0, 0.0], [0.0, 0.0, 0.0])
