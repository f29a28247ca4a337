"""What components used of the game engine: settings, drawing, keys, and objects of the editor."""

from typing import Any, Callable, Dict, List

from morse.core.mathutils import Euler, Vector
from morse.host import scene_state
from morse.host.node import SceneNode
from morse.host.without_effect import without_effect

#: Functions that raise NotInThisSimulator, with what to use instead.
MISSING: Dict[str, str] = {
    "add_scene": "scenes above scenes: the simulator has one",
    "mouse": "the mouse: there is no window",
}


class NotInThisSimulator(NotImplementedError, AttributeError):
    """Something of the game engine that is not here; the text says what to use."""


def refusing(name: str, instead: str) -> Callable[..., Any]:
    """A function that cannot be, and says what to use."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise NotInThisSimulator(f"blenderapi.{name}(): there is nothing of the kind here: {instead}")

    refuse.__name__ = name
    refuse.__doc__ = "Not available: raises NotInThisSimulator."
    return refuse


class GameSettings:
    """``game_settings()``: settings of the simulation, to read."""

    @property
    def fps(self) -> float:
        """Ticks per simulated second."""
        return scene_state.rate_hz

    @property
    def physics_gravity(self) -> float:
        """Gravity, positive downwards. [m/s²]"""
        return -scene_state.gravity[2]

    def __setattr__(self, name: str, value: Any) -> None:
        without_effect(f"setting game_settings.{name} while the simulation runs")

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"game_settings has fps and physics_gravity here, and no {name!r}")


#: What only draws, or concerns the window.
_DRAWING = (
    "clearScreen disableMotionBlur drawLine enableMotionBlur makeScreenshot setAmbientColor setBackgroundColor setEyeSeparation "
    "setFocalLength setGLSLMaterialSetting setMaterialMode setMistColor setMistEnd setMistStart setMousePosition "
    "setAnisotropicFiltering setMipmapping setVsync setWindowSize showFramerate showMouse showProfile showProperties"
).split()


class Render:
    """``render()``: there is no window."""

    def __getattr__(self, name: str) -> Any:
        if name in _DRAWING:
            return lambda *_, **__: without_effect(f"blenderapi.render().{name}")
        raise AttributeError(f"there is no window here, so render() has no {name!r}: read the pictures of a camera on the robot")


class _GameProperty:
    """A property, as ``object.game.properties[name]``."""

    def __init__(self, node: SceneNode, name: str) -> None:
        self._node = node
        self.name = name

    @property
    def value(self) -> Any:
        """Its value."""
        return self._node[self.name]

    @value.setter
    def value(self, value: Any) -> None:
        self._node[self.name] = value


class _GameProperties:
    def __init__(self, node: SceneNode) -> None:
        self._node = node

    def __getitem__(self, name: str) -> _GameProperty:
        if name not in self._node:
            raise KeyError(f"{self._node.name} has no property {name!r}")
        return _GameProperty(self._node, name)

    def __contains__(self, name: str) -> bool:
        return name in self._node

    def keys(self) -> List[str]:
        """The names of all properties."""
        return self._node.getPropertyNames()


class _Game:
    def __init__(self, node: SceneNode) -> None:
        self.properties = _GameProperties(node)


class ObjectData:
    """``objectdata(name)``: an object with attributes of the editor. Poses are relative to the parent."""

    def __init__(self, node: SceneNode) -> None:
        self.__dict__.update(_node=node, name=node.name, game=_Game(node))

    @property
    def location(self) -> Vector:
        """Position in the parent. [m]"""
        return self._node.localPosition

    @location.setter
    def location(self, value: Any) -> None:
        self._node.localPosition = value

    @property
    def rotation_euler(self) -> Euler:
        """Attitude in the parent: XYZ Euler angles. [rad]"""
        return self._node.localOrientation.to_euler()

    @rotation_euler.setter
    def rotation_euler(self, value: Any) -> None:
        self._node.localOrientation = Euler(value)

    @property
    def matrix_world(self) -> Any:
        """Pose in the world, 4×4."""
        return self._node.worldTransform

    @property
    def scale(self) -> Vector:
        """Scale along its own axes."""
        return self._node.localScale

    @property
    def parent(self) -> Any:
        """The parent, in the same form."""
        parent = self._node.parent
        return None if parent is None else ObjectData(parent)

    @property
    def children(self) -> "List[ObjectData]":
        """The children, in the same form."""
        return [ObjectData(child) for child in self._node.children]

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("location", "rotation_euler"):
            object.__setattr__(self, name, value)
        else:
            without_effect(f"setting {name} of objectdata()")

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"objectdata() has no {name!r} here: what the editor knows of an object is not kept")
