"""``bge.types``: classes for ``isinstance`` checks of components."""

from __future__ import annotations

from morse.host.channel import simulator
from morse.host.logic.actuator import ActuatorBrick as SCA_IActuator
from morse.host.logic.bricks import Controller as SCA_PythonController
from morse.host.logic.sensor import SensorBrick as SCA_ISensor
from morse.host.logic.states import AlwaysSensor as SCA_AlwaysSensor
from morse.host.logic.states import JoystickSensor as SCA_JoystickSensor
from morse.host.logic.states import KeyboardSensor as SCA_KeyboardSensor
from morse.host.logic.states import MessageSensor as KX_NetworkMessageSensor
from morse.host.logic.states import PropertySensor as SCA_PropertySensor
from morse.host.scene.mesh import KX_MeshProxy, KX_VertexProxy
from morse.host.scene.node import SceneNode as KX_GameObject
from morse.host.scene.polygon import KX_PolyProxy

__all__ = [
    "BL_ArmatureObject", "KX_Camera", "KX_GameObject", "KX_MeshProxy", "KX_NetworkMessageSensor", "KX_PolyProxy",
    "KX_VertexProxy", "SCA_AlwaysSensor", "SCA_IActuator", "SCA_ISensor", "SCA_JoystickSensor", "SCA_KeyboardSensor",
    "SCA_PropertySensor", "SCA_PythonController",
]  # fmt: skip


class _WithArmature(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, KX_GameObject) and instance.name in simulator().ask("armatures")


class BL_ArmatureObject(metaclass=_WithArmature):
    """An object that has an armature itself."""


class _OfCamera(type):
    def __instancecheck__(cls, instance: object) -> bool:
        from morse.core import blenderapi  # here because it imports all of these modules

        return isinstance(instance, KX_GameObject) and instance.name in blenderapi.cameras()


class KX_Camera(metaclass=_OfCamera):
    """The object of a camera on a robot."""
