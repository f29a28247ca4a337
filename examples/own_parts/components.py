"""Components derived from built-in ones, which process the results of the simulator."""

from morse.core.services import service
from morse.core.wheeled_robot import PhysicsDifferentialRobot
from morse.helpers.components import add_data, add_property
from morse.robots.atrv import ATRV
from morse.sensors.imu import IMU
from morse.sensors.video_camera import VideoCamera


class LineCamera(VideoCamera):
    """A camera that publishes the brightness of its middle row."""

    add_data("row", [], "list", "Brightness of the pixels of the middle row, 0 to 255.")

    def default_action(self):
        super().default_action()
        image = self.local_data["image"]
        width = self.cam_width
        if image:
            row = self.cam_height // 2 * width
            pixels = (image[4 * index : 4 * index + 3] for index in range(row, row + width))
            self.local_data["row"] = [sum(pixel) // 3 for pixel in pixels]

    @service
    def get_row(self):
        return self.local_data["row"]


class DriftingIMU(IMU):
    """A gyroscope with a growing drift."""

    add_property("_drift", 0.001, "Drift", "float", "Growth of the error. [rad/s²]")

    def default_action(self):
        super().default_action()
        error = self._drift * self.robot_parent.gettime()
        self.local_data["angular_velocity"] = [rate + error for rate in self.local_data["angular_velocity"]]


class CountingATRV(ATRV):
    """An ATRV that measures its distance driven."""

    def __init__(self, obj, parent=None):
        ATRV.__init__(self, obj, parent)
        self.way = 0.0
        self.last = self.position_3d.translation.copy()

    def default_action(self):
        self.way += (self.position_3d.translation - self.last).length
        self.last = self.position_3d.translation.copy()

    @service
    def get_way(self):
        return self.way


class Patrol(PhysicsDifferentialRobot):
    """Drives in a circle on its wheels."""

    def default_action(self):
        self.apply_vw_wheels(0.4, 0.3)
