"""Pictures and textures, with the names of the game engine: ``blenderapi.texture()``."""

from typing import Any, Dict, Optional, Tuple

from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.values import decoded
from morse.host.without_effect import without_effect

#: Bytes of a pixel of the simulator: red, green, blue and opacity.
_PIXEL_BYTES = 4
#: Values of the letters that may be in the mode of ``imageToArray``: the byte of the pixel, or a constant.
_CHANNELS = {"R": 0, "G": 1, "B": 2, "A": 3}
_CONSTANTS = {"0": 0, "1": 255}

#: What there is no replacement for, and what to use.
_GONE = {
    "ImageMirror": "mirrors: put a camera where the mirror looks from",
    "ImageMix": "mixers of pictures: mix them in a component, with numpy",
    "ImageViewport": "the picture of the window: read that of a camera on the robot",
    "VideoFFmpeg": "videos on surfaces: a model has its images",
    "ImageFFmpeg": "pictures from files: read them with a library of Python",
    "ImageBuff": "buffers of pictures: use bytearray or numpy",
}


class ImageRender:
    """What a camera of the scene sees: the pictures of a camera component, or of what derives from one.

    A picture is that of the newest capture. Cameras capture while their property ``capturing`` is true, and never in fast mode.
    """

    def __init__(self, scene: Any, camera: Any) -> None:
        self._camera = camera.name
        #: What the game engine has of a renderer; here it has no effect.
        self.__dict__.update(background=[0, 0, 0, 0], alpha=False, whole=True, flip=False, zbuff=False, depth=False, filter=None)
        own = scene_state.instances.get(self._camera)
        if own is None:
            known = simulator().ask("components")
            if self._camera not in known:
                raise ValueError(f"ImageRender: {self._camera} is no camera: add one to the robot, such as VideoCamera")
        if "image" not in self._data():
            raise ValueError(f"ImageRender: {self._camera} has no image: only cameras have")

    def _data(self) -> Dict[str, Any]:
        own = scene_state.instances.get(self._camera)
        return own.local_data if own is not None else decoded(simulator().ask("data", component=self._camera))

    @property
    def image(self) -> Optional[bytes]:
        """The picture, four bytes a pixel; None before the first capture."""
        image = self._data()["image"]
        return bytes(image) if image else None

    @property
    def valid(self) -> bool:
        """Whether there is a picture."""
        return self.image is not None

    @property
    def size(self) -> Tuple[int, int]:
        """Width and height of the picture; zero before the first capture. [px]"""
        data = self._data()
        if not data["image"]:
            return 0, 0
        # The middle of the picture is half its size.
        width = round(2.0 * data["intrinsic_matrix"][0][2])
        return width, len(bytes(data["image"])) // (_PIXEL_BYTES * width)

    capsize = size

    def refresh(self, buffer: Any = None, mode: str = "RGBA") -> bool:
        """Copy the picture into a buffer, if one is given. Returns whether there is a picture."""
        image = self.image
        if image is not None and buffer is not None:
            pixels = image_to_array(image, mode)
            target = memoryview(buffer).cast("B")
            if len(target) < len(pixels):
                raise ValueError(f"refresh: the picture has {len(pixels)} bytes, and the buffer {len(target)}")
            target[: len(pixels)] = pixels
        return image is not None

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__ and not name.startswith("_"):
            without_effect(f"the setting {name} of ImageRender")
        object.__setattr__(self, name, value)


def image_to_array(image: Any, mode: str = "RGBA") -> bytearray:
    """The bytes of a picture, in the order of the letters of ``mode``: R, G, B, A, and 0 and 1 for constants."""
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
        result[place :: len(mode)] = (
            flat[_CHANNELS[letter] :: _PIXEL_BYTES].tobytes() if letter in _CHANNELS else bytes([_CONSTANTS[letter]]) * count
        )
    return result


class Texture:
    """A texture of an object. Pictures are not put onto surfaces while a simulation runs."""

    def __init__(self, gameObj: Any, materialID: int = 0, textureID: int = 0, textureObj: Any = None) -> None:
        without_effect("a texture of blenderapi.texture()")
        #: Where its picture comes from.
        self.source: Any = None
        self.mipmap = False
        self.bindId = 0

    def refresh(self, refresh_source: bool = True, timestamp: float = -1.0) -> None:
        """Has no effect."""

    def close(self) -> None:
        """Has no effect."""


class Textures:
    """``blenderapi.texture()``."""

    ImageRender = ImageRender
    Texture = Texture

    def imageToArray(self, image: Any, mode: str = "RGBA") -> bytearray:
        """The bytes of a picture, in the order of the letters of ``mode``."""
        return image_to_array(image, mode)

    def materialID(self, obj: Any, name: str) -> int:
        """The slot of a material, for a Texture; which has no effect."""
        return 0

    def getLastError(self) -> str:
        """Errors are exceptions."""
        return ""

    def setLogFile(self, name: str) -> int:
        """There is the log of the simulator."""
        without_effect("blenderapi.texture().setLogFile")
        return 0

    def __getattr__(self, name: str) -> Any:
        if name in _GONE:
            raise NotImplementedError(f"{name}: the simulator has no {_GONE[name]}")
        raise AttributeError(f"blenderapi.texture() has no {name!r} here")


class MaterialData:
    """``materialdata(name)``: a material of the editor, whose settings have no effect."""

    def __init__(self, name: str) -> None:
        self.__dict__["name"] = name

    def __setattr__(self, name: str, value: Any) -> None:
        without_effect(f"setting {name} of materialdata()")

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"materialdata() has no {name!r} here: use the color of an object, or a polygon that rayCast hits")
