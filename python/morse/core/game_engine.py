"""Parts of Blender's game engine that components use: settings, drawing, and objects of the editor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, NoReturn

from morse.core.mathutils import Euler, Vector
from morse.host import scene_state
from morse.host.scene.node import SceneNode
from morse.host.scene.without_effect import without_effect

if TYPE_CHECKING:
    from morse.core.mathutils import Matrix
    from morse.host.types import Numbers, Value

#: Functions that raise NotInThisSimulator, with a reason or an alternative.
MISSING: dict[str, str] = {
    "add_scene": "scenes above scenes: the simulator has one",
    "mouse": "the mouse: there is no window",
}


class NotInThisSimulator(NotImplementedError, AttributeError):
    """A part of the game engine that this simulator does not have. The text names the alternative."""


def refusing(name: str, instead: str) -> Callable[..., NoReturn]:
    """A function that raises NotInThisSimulator and names the alternative."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise NotInThisSimulator(f"blenderapi.{name}(): there is nothing of the kind here: {instead}")

    refuse.__name__ = name
    refuse.__doc__ = "Not available: raises NotInThisSimulator."
    return refuse


class GameSettings:
    """``game_settings()``: read-only settings of the simulation."""

    @property
    def fps(self) -> float:
        """Ticks per simulated second. [Hz]"""
        return scene_state.rate_hz

    @property
    def physics_gravity(self) -> float:
        """Gravity, positive downwards. [m/s²]"""
        return -scene_state.gravity[2]

    def __setattr__(self, name: str, value: object) -> None:
        without_effect(f"setting game_settings.{name} while the simulation runs")

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"game_settings has fps and physics_gravity here, and no {name!r}")


#: Functions that only draw, or that concern the window.
_DRAWING = (
    "clearScreen disableMotionBlur drawLine enableMotionBlur makeScreenshot setAmbientColor setBackgroundColor "
    "setEyeSeparation setFocalLength setGLSLMaterialSetting setMaterialMode setMistColor setMistEnd setMistStart "
    "setMousePosition setAnisotropicFiltering setMipmapping setVsync setWindowSize "
    "showFramerate showMouse showProfile showProperties"
).split()


class Render:
    """``render()``: drawing functions, which have no effect without a window."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name in _DRAWING:
            return lambda *_, **__: without_effect(f"blenderapi.render().{name}")
        text = f"there is no window here, so render() has no {name!r}: read the pictures of a camera on the robot"
        raise AttributeError(text)


class _GameProperty:
    """A game property: ``object.game.properties[name]``."""

    def __init__(self, node: SceneNode, name: str) -> None:
        self._node = node
        self.name = name

    @property
    def value(self) -> Value:
        """The value of the property."""
        return self._node[self.name]

    @value.setter
    def value(self, value: Value) -> None:
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

    def keys(self) -> list[str]:
        """Names of all properties."""
        return self._node.getPropertyNames()


class _Game:
    def __init__(self, node: SceneNode) -> None:
        self.properties = _GameProperties(node)


class ObjectData:
    """``objectdata(name)``: an object with the attributes of Blender's editor. Poses are relative to the parent."""

    _node: SceneNode
    name: str
    game: _Game

    def __init__(self, node: SceneNode) -> None:
        self.__dict__.update(_node=node, name=node.name, game=_Game(node))

    @property
    def location(self) -> Vector:
        """Position relative to the parent. [m]"""
        return self._node.localPosition

    @location.setter
    def location(self, value: Numbers) -> None:
        self._node.localPosition = value

    @property
    def rotation_euler(self) -> Euler:
        """Orientation relative to the parent: XYZ Euler angles. [rad]"""
        return self._node.localOrientation.to_euler()

    @rotation_euler.setter
    def rotation_euler(self, value: Numbers) -> None:
        self._node.localOrientation = Euler(value)

    @property
    def matrix_world(self) -> Matrix:
        """Pose in the world: 4×4."""
        return self._node.worldTransform

    @property
    def scale(self) -> Vector:
        """Scale factors along its own axes."""
        return self._node.localScale

    @property
    def parent(self) -> ObjectData | None:
        """The parent; None without one."""
        parent = self._node.parent
        return None if parent is None else ObjectData(parent)

    @property
    def children(self) -> list[ObjectData]:
        """The children."""
        return [ObjectData(child) for child in self._node.children]

    def __setattr__(self, name: str, value: object) -> None:
        if name in ("location", "rotation_euler"):
            object.__setattr__(self, name, value)
        else:
            without_effect(f"setting {name} of objectdata()")

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"objectdata() has no {name!r} here: data of the editor are not kept")
