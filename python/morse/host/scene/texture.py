"""Images of cameras, and textures, with the interface of the game engine: ``blenderapi.texture()``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Union

from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.scene.without_effect import without_effect
from morse.host.values import decoded

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from morse.host.scene.node import SceneNode
    from morse.host.types import Data, Named

    #: An image, or the camera that has it.
    Image = Union["ImageRender", Buffer, None]

#: Bytes of a pixel of the simulator: red, green, blue and alpha.
_PIXEL_BYTES = 4
#: Letters of the mode of ``imageToArray``: the byte of the pixel, or a constant.
_CHANNELS = {"R": 0, "G": 1, "B": 2, "A": 3}
_CONSTANTS = {"0": 0, "1": 255}

#: Attributes of the game engine that do not exist here, with the alternative.
_GONE = {
    "ImageMirror": "mirrors: put a camera where the mirror looks from",
    "ImageMix": "mixers of pictures: mix them in a component, with numpy",
    "ImageViewport": "the picture of the window: read that of a camera on the robot",
    "VideoFFmpeg": "videos on surfaces: a model has its images",
    "ImageFFmpeg": "pictures from files: read them with a library of Python",
    "ImageBuff": "buffers of pictures: use bytearray or numpy",
}


class ImageRender:
    """Images of a camera component, or of a component derived from one.

    ``image`` is the newest one. Cameras capture while their property ``capturing`` is true, and never in fast mode.
    """

    _camera: str

    def __init__(self, scene: object, camera: Named) -> None:
        self._camera = camera.name
        # Settings of the renderer of the game engine. They have no effect here.
        self.__dict__.update(background=[0, 0, 0, 0], alpha=False, whole=True)
        self.__dict__.update(flip=False, zbuff=False, depth=False, filter=None)
        own = scene_state.instances.get(self._camera)
        if own is None:
            known = simulator().ask("components")
            if self._camera not in known:
                text = f"ImageRender: {self._camera} is not a camera: add one to the robot, such as VideoCamera"
                raise ValueError(text)
        if "image" not in self._data():
            raise ValueError(f"ImageRender: {self._camera} has no image: only cameras have")

    def _data(self) -> Data:
        own = scene_state.instances.get(self._camera)
        if own is not None:
            return own.local_data
        data: Data = decoded(simulator().ask("data", component=self._camera))
        return data

    @property
    def image(self) -> bytes | None:
        """Pixels of four bytes: red, green, blue and alpha; None before the first capture."""
        image = self._data()["image"]
        return bytes(image) if image else None

    @property
    def valid(self) -> bool:
        """Whether an image was captured."""
        return self.image is not None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the image; zero before the first capture. [px]"""
        data = self._data()
        if not data["image"]:
            return 0, 0
        # The principal point is at the center of the image.
        width = round(2.0 * data["intrinsic_matrix"][0][2])
        return width, len(bytes(data["image"])) // (_PIXEL_BYTES * width)

    capsize = size

    def refresh(self, buffer: Buffer | None = None, mode: str = "RGBA") -> bool:
        """Copy the image into a buffer, if one is given. Returns whether an image was captured."""
        image = self.image
        if image is not None and buffer is not None:
            pixels = image_to_array(image, mode)
            target = memoryview(buffer).cast("B")
            if len(target) < len(pixels):
                raise ValueError(f"refresh: the picture has {len(pixels)} bytes, and the buffer {len(target)}")
            target[: len(pixels)] = pixels
        return image is not None

    def __setattr__(self, name: str, value: object) -> None:
        if name in self.__dict__ and not name.startswith("_"):
            without_effect(f"the setting {name} of ImageRender")
        object.__setattr__(self, name, value)


def image_to_array(image: Image, mode: str = "RGBA") -> bytearray:
    """Bytes of an image in the order of the letters of ``mode``: R, G, B, A, and 0 and 1 for the bytes 0 and 255."""
    unknown = sorted(set(mode) - set(_CHANNELS) - set(_CONSTANTS))
    if not mode or unknown:
        raise ValueError(f"the mode of a picture is of the letters R, G, B, A, 0 and 1, not {mode!r}")
    pixels = image.image if isinstance(image, ImageRender) else image
    if pixels is None:
        return bytearray()
    flat = memoryview(pixels).cast("B")
    if len(flat) % _PIXEL_BYTES:
        raise ValueError(f"a picture has four bytes a pixel, and this one {len(flat)} in all")
    count = len(flat) // _PIXEL_BYTES
    result = bytearray(count * len(mode))
    for place, letter in enumerate(mode):
        if letter in _CHANNELS:
            column = flat[_CHANNELS[letter] :: _PIXEL_BYTES].tobytes()
        else:
            column = bytes([_CONSTANTS[letter]]) * count
        result[place :: len(mode)] = column
    return result


class Texture:
    """A texture of an object. It has no effect: textures do not change during a simulation."""

    def __init__(
        self, gameObj: SceneNode, materialID: int = 0, textureID: int = 0, textureObj: Texture | None = None
    ) -> None:
        without_effect("a texture of blenderapi.texture()")
        #: Source of its image.
        self.source: object = None
        self.mipmap = False
        self.bindId = 0

    def refresh(self, refresh_source: bool = True, timestamp: float = -1.0) -> None:
        """Has no effect."""

    def close(self) -> None:
        """Has no effect."""


class Textures:
    """``blenderapi.texture()``: images of cameras. Textures have no effect."""

    ImageRender = ImageRender
    Texture = Texture

    def imageToArray(self, image: Image, mode: str = "RGBA") -> bytearray:
        """Bytes of an image in the order of the letters of ``mode``."""
        return image_to_array(image, mode)

    def materialID(self, obj: SceneNode, name: str) -> int:
        """Always 0: textures have no effect."""
        return 0

    def getLastError(self) -> str:
        """Always empty: errors are exceptions."""
        return ""

    def setLogFile(self, name: str) -> int:
        """Has no effect: messages go to the log of the simulator."""
        without_effect("blenderapi.texture().setLogFile")
        return 0

    def __getattr__(self, name: str) -> NoReturn:
        if name in _GONE:
            raise NotImplementedError(f"{name}: the simulator has no {_GONE[name]}")
        raise AttributeError(f"blenderapi.texture() has no {name!r} here")


class MaterialData:
    """``materialdata(name)``: a material of the editor. Its settings have no effect."""

    def __init__(self, name: str) -> None:
        self.__dict__["name"] = name

    def __setattr__(self, name: str, value: object) -> None:
        without_effect(f"setting {name} of materialdata()")

    def __getattr__(self, name: str) -> NoReturn:
        hint = "use the color of an object, or a polygon that rayCast hits"
        raise AttributeError(f"materialdata() has no {name!r} here: {hint}")
