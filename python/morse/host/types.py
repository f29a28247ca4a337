"""Types for the type checker. Nothing imports this module at run time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Callable, Literal, Protocol, Union

if TYPE_CHECKING:
    from morse.core.mathutils import Euler, Matrix, Quaternion

#: A data field, property, argument or result of a component. Any: only the code of the component knows its type.
Value = Any
#: Data of a component, by field.
Data = dict[str, Value]
#: A JSON object of the channel to the simulator. Any: its keys depend on the command (docs/python_components.md).
Message = dict[str, Any]
#: A value that JSON can represent.
Json = Union[None, bool, int, float, str, list["Json"], dict[str, "Json"]]

#: Numbers of a vector, point or color: a list, tuple, Vector or array.
Numbers = Iterable[float]
#: A rotation in any of the accepted forms: XYZ Euler angles, a quaternion w, x, y, z, or a 3×3 matrix.
Rotation = Union["Matrix", "Quaternion", "Euler", Iterable[float], Iterable[Iterable[float]]]

#: Status and result of an ended service.
Answer = tuple[str, Value]
#: Ends an asynchronous service. It takes the answer, or the status alone.
Completion = Callable[[Union[Answer, str]], None]
#: A method or function that users wrote. Any: its parameters are arbitrary.
Function = Callable[..., Any]

#: Kinds of components.
Kind = Literal["robot", "sensor", "actuator"]


class Named(Protocol):
    """An object with a name."""

    name: str


class ServiceFunction(Protocol):
    """A function that was marked by ``@service``."""

    __name__: str
    _morse_service_name: str | None
    _morse_service_is_async: bool

    def __call__(self, *arguments: Value) -> Value: ...
