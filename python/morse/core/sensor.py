"""Base class of sensors."""

from morse.core.object import Object
from morse.core.services import service
from morse.helpers.components import add_data
from morse.helpers.transformation import Transformation3d


class Sensor(Object):
    """A component that reads the world: ``default_action`` sets ``local_data``, which is modified and published."""

    add_data("timestamp", 0.0, "float", "Simulated time of the sample. [s]")

    def action(self) -> None:
        self.local_data["timestamp"] = self.robot_parent.gettime()
        self.default_action()

    def sensor_to_robot_position_3d(self) -> Transformation3d:
        """Pose of the sensor in the frame of its robot."""
        return self.robot_parent.position_3d.transformation3d_with(self.position_3d)

    @service
    def get_local_data(self) -> object:
        """The newest reading, after its modifiers."""
        return self.local_data
