"""Text files with the readings of a sensor."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from morse.middleware.abstract_datastream import AbstractDatastream

if TYPE_CHECKING:
    from morse.core.object import Object
    from morse.host.types import Data


class BasePublisher(AbstractDatastream):
    """Writes readings to a file named after the component. Override ``header`` and ``encode_data``."""

    _type_name = "text"

    def __init__(self, component_instance: Object, kwargs: Data) -> None:
        self.file: IO[str] | None = None
        AbstractDatastream.__init__(self, component_instance, kwargs)
        name = f"{component_instance.robot_parent.name()}_{self.component_name}.txt"
        self.file = open(name, "w", encoding="utf-8")  # noqa: SIM115  (closed by `finalize`)
        self.file.write(self.header())

    def header(self) -> str:
        """Beginning of the file."""
        return ""

    def encode_data(self) -> str:
        """Text of the current reading."""
        return ""

    def default(self, ci: object = "unused") -> None:
        assert self.file is not None
        self.file.write(self.encode_data())

    def finalize(self) -> None:
        if self.file is not None:
            self.file.close()


class Publisher(BasePublisher):
    """Writes a line for each field, and an empty line after each reading."""

    def header(self) -> str:
        return f"ROBOT: {self.component_instance.robot_parent.name()} || SENSOR: {self.component_name}\n\n"

    def encode_data(self) -> str:
        lines = "".join(f"\t{name}: {value}\n" for name, value in self.data.items())
        return f"==> Data at X,Y,Z: {self._position()} yaw,pitch,roll: {self._angles()}\n{lines}\n"

    def _position(self) -> str:
        pose = self.component_instance.robot_parent.position_3d
        return f"[{pose.x:.6f} {pose.y:.6f} {pose.z:.6f}]"

    def _angles(self) -> str:
        pose = self.component_instance.robot_parent.position_3d
        return f"[{pose.yaw:.6f} {pose.pitch:.6f} {pose.roll:.6f}]"


class CSVPublisher(BasePublisher):
    """Writes a table with a line for each reading."""

    def header(self) -> str:
        return ",".join(self.data) + "\n"

    def encode_data(self) -> str:
        return ",".join(str(value) for value in self.data.values()) + "\n"
