"""Text files of your own for the readings of a sensor."""

from typing import Any

from morse.middleware.abstract_datastream import AbstractDatastream


class BasePublisher(AbstractDatastream):
    """Writes readings to a file called after the component; ``header`` and ``encode_data`` say what."""

    _type_name = "text"

    def __init__(self, component_instance: Any, kwargs: Any) -> None:
        self.file: Any = None
        AbstractDatastream.__init__(self, component_instance, kwargs)
        name = f"{component_instance.robot_parent.name()}_{self.component_name}.txt"
        self.file = open(name, "w", encoding="utf-8")
        self.file.write(self.header())

    def header(self) -> str:
        """What stands at the top of the file."""
        return ""

    def encode_data(self) -> str:
        """What is written for a reading."""
        return ""

    def default(self, ci: Any = "unused") -> None:
        self.file.write(self.encode_data())

    def finalize(self) -> None:
        if self.file is not None:
            self.file.close()


class Publisher(BasePublisher):
    """A line for each field, and an empty one after each reading."""

    def header(self) -> str:
        return f"ROBOT: {self.component_instance.robot_parent.name()} || SENSOR: {self.component_name}\n\n"

    def encode_data(self) -> str:
        lines = "".join(f"\t{name}: {value}\n" for name, value in self.data.items())
        return f"==> Data at X,Y,Z: {self._place()} yaw,pitch,roll: {self._angles()}\n{lines}\n"

    def _place(self) -> str:
        pose = self.component_instance.robot_parent.position_3d
        return f"[{pose.x:.6f} {pose.y:.6f} {pose.z:.6f}]"

    def _angles(self) -> str:
        pose = self.component_instance.robot_parent.position_3d
        return f"[{pose.yaw:.6f} {pose.pitch:.6f} {pose.roll:.6f}]"


class CSVPublisher(BasePublisher):
    """A table with a line for each reading."""

    def header(self) -> str:
        return ",".join(self.data) + "\n"

    def encode_data(self) -> str:
        return ",".join(str(value) for value in self.data.values()) + "\n"
