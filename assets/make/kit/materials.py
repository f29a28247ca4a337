"""Materials: the palette all models share, as physically based colors (sRGB hex in, linear values out)."""

from typing import NamedTuple


class Material(NamedTuple):
    """A material. ``remission`` is the share of a laser beam that comes back, 0 to 1."""

    name: str
    rgb: tuple[float, float, float]
    metallic: float = 0.0
    roughness: float = 0.6
    alpha: float = 1.0
    emission: float = 0.0
    remission: float = 0.5


def _linear(channel: float) -> float:
    """Inverse of the sRGB transfer curve."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def make(
    name: str,
    color: str,
    metallic: float = 0.0,
    roughness: float = 0.6,
    alpha: float = 1.0,
    emission: float = 0.0,
    remission: float = 0.5,
) -> Material:
    """A material from a color in hexadecimal notation, ``"d94f2b"``."""
    rgb = tuple(round(_linear(int(color[i : i + 2], 16) / 255.0), 4) for i in (0, 2, 4))
    return Material(name, rgb, metallic, roughness, alpha, emission, remission)  # type: ignore[arg-type]


# Painted bodies.
RED = make("paint red", "b8241c", 0.0, 0.35)
ORANGE = make("paint orange", "ee6b12", 0.0, 0.4)
YELLOW = make("paint yellow", "f5bd16", 0.0, 0.4)
GREEN = make("paint green", "2f8f46", 0.0, 0.45)
OLIVE = make("paint olive", "6f7350", 0.0, 0.6)
BLUE = make("paint blue", "1f5fb4", 0.0, 0.4)
SKY = make("paint sky", "5aa9dd", 0.0, 0.4)
WHITE = make("paint white", "eeeeea", 0.0, 0.4)
CREAM = make("paint cream", "e6dcc3", 0.0, 0.5)
GREY = make("paint grey", "8c9094", 0.0, 0.5)
DARK = make("paint dark", "33363a", 0.0, 0.5)
BLACK = make("paint black", "17181a", 0.0, 0.45)
PINK = make("paint pink", "d9628f", 0.0, 0.5)

# Metals.
ALUMINIUM = make("aluminium", "c4c8cc", 0.85, 0.38)
STEEL = make("steel", "8e9399", 0.9, 0.35)
CHROME = make("chrome", "e4e7ea", 1.0, 0.12, remission=0.9)
GUNMETAL = make("gunmetal", "4a4e54", 0.8, 0.45)
BRASS = make("brass", "c8a24b", 0.9, 0.35)

# Soft and matte materials.
RUBBER = make("rubber", "1c1c1d", 0.0, 0.9, remission=0.2)
PLASTIC = make("plastic black", "232427", 0.0, 0.55, remission=0.3)
PLASTIC_GREY = make("plastic grey", "5c6065", 0.0, 0.6)
PLASTIC_WHITE = make("plastic white", "e2e3e2", 0.0, 0.5)
CARBON = make("carbon", "1e2023", 0.2, 0.35, remission=0.3)
CIRCUIT = make("circuit board", "1d6b3a", 0.0, 0.5)

# Glass and lights.
LENS = make("lens", "10203c", 0.3, 0.06, remission=0.1)
GLASS = make("glass", "a9c8d6", 0.0, 0.08, 0.35, remission=0.1)
WINDOW = make("dark window", "26323c", 0.2, 0.1, remission=0.1)
SCREEN = make("screen", "2c7fc4", 0.0, 0.2, emission=0.6)
LAMP = make("lamp", "fff3cf", 0.0, 0.3, emission=1.0)
GLOW_RED = make("light red", "ff3a24", 0.0, 0.3, emission=0.7)
GLOW_GREEN = make("light green", "3ddc6a", 0.0, 0.3, emission=0.7)
GLOW_ORANGE = make("light orange", "ffa51f", 0.0, 0.3, emission=0.7)

# Rooms.
OAK = make("wood oak", "b98a56", 0.0, 0.6)
PINE = make("wood pine", "d9b27c", 0.0, 0.65)
WALNUT = make("wood walnut", "5f4029", 0.0, 0.55)
CRATE = make("wood crate", "a57c4a", 0.0, 0.8)
CRATE_DARK = make("wood crate dark", "7d5b34", 0.0, 0.85)
WALL = make("wall", "dcd8cf", 0.0, 0.9)
WALL_WARM = make("wall warm", "e3d3b8", 0.0, 0.9)
SKIRTING = make("skirting", "8a8378", 0.0, 0.8)
CONCRETE = make("concrete", "a3a29c", 0.0, 0.95)
CONCRETE_DARK = make("concrete dark", "7c7b77", 0.0, 0.95)
TILE = make("tile", "bfb9ad", 0.0, 0.6)
TILE_LINE = make("tile joint", "8f897e", 0.0, 0.9)
PARQUET = make("parquet", "b58a5b", 0.0, 0.5)
PARQUET_DARK = make("parquet dark", "9b7248", 0.0, 0.5)
CARPET = make("carpet", "7a3b36", 0.0, 1.0)
FABRIC_RED = make("fabric red", "8e2f2c", 0.0, 0.95)
FABRIC_BLUE = make("fabric blue", "34507a", 0.0, 0.95)
FABRIC_GREY = make("fabric grey", "6d6f73", 0.0, 0.95)
FABRIC_WHITE = make("fabric white", "e8e5de", 0.0, 0.95)
CERAMIC = make("ceramic", "f2efe8", 0.0, 0.2)
PAPER = make("paper", "f2ead6", 0.0, 0.9)
BREAD = make("bread", "b3702f", 0.0, 0.9)

# Outside.
GRASS = make("grass", "6d8f4a", 0.0, 1.0)
SAND = make("sand", "dcc79a", 0.0, 0.9)
GRASS_DRY = make("dry grass", "a3a05f", 0.0, 1.0)
EARTH = make("earth", "8a6b4a", 0.0, 1.0)
ROCK = make("rock", "85807a", 0.0, 0.95)
BARK = make("bark", "5d4630", 0.0, 1.0)
LEAVES = make("leaves", "3f7a35", 0.0, 0.95)
LEAVES_LIGHT = make("leaves light", "6fa043", 0.0, 0.95)
LEAVES_AUTUMN = make("leaves autumn", "b0702c", 0.0, 0.95)
ROOF = make("roof tiles", "a04f38", 0.0, 0.9)
PLASTER = make("plaster", "e9dfc6", 0.0, 0.95)
WATER = make("water", "2f7d9b", 0.0, 0.08, 0.6, remission=0.05)

# People.
SKIN = make("skin", "d9a584", 0.0, 0.7)
HAIR = make("hair", "3a2a1f", 0.0, 0.8)
JEANS = make("jeans", "37507a", 0.0, 0.9)
SHIRT = make("shirt", "d9d4c8", 0.0, 0.9)
LEATHER = make("leather", "5a3a24", 0.0, 0.6)

# Invisible: collision proxies.
INVISIBLE = make("invisible", "000000", 0.0, 1.0, 0.0)
