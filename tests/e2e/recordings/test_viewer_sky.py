"""The sky of an MJCF file in the page of `morse run --view`: in each direction as in a picture of `morse render`."""

import base64
import math
import re
import struct
import subprocess
import tempfile
import unittest
import zlib
from pathlib import Path

from browser import Browser
from harness import BINARY, Simulator, TestCase, free_ports

#: Colors of the sides of the sky by the names of their attributes.
SIDES = {
    "right": (220, 40, 40),
    "left": (40, 200, 40),
    "up": (200, 200, 255),
    "down": (90, 60, 30),
    "front": (230, 220, 40),
    "back": (40, 60, 220),
}
MODEL = """<mujoco model="sky"><asset><texture name="sky" type="skybox" %s/></asset>
  <statistic center="0 0 60" extent="2"/><visual><global azimuth="0" elevation="0" fovy="80"/></visual>
  <worldbody><geom size="0.1" pos="0 0 50"/></worldbody></mujoco>"""
EYE = (0.0, 0.0, 60.0)
SIZE = 300
#: Places of the compared pixels, as shares of the width.
SHARES = (0.15, 0.35, 0.65, 0.85)


def png(rgb):
    """An image of 32 × 32 pixels in one color, with a white left half: a mirrored picture is another one."""
    row = b"\0" + bytes((255, 255, 255)) * 16 + bytes(rgb) * 16
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", 32, 32, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(row * 32)), (b"IEND", b"")]
    parts = (struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


class ViewerSkyTest(TestCase):
    def test_page_shows_the_sky_of_a_file_in_the_directions_of_render(self):
        folder = Path(tempfile.mkdtemp())
        for name, rgb in SIDES.items():
            (folder / f"{name}.png").write_bytes(png(rgb))
        model = folder / "sky.xml"
        model.write_text(MODEL % " ".join(f'file{name}="{name}.png"' for name in SIDES))
        browser = Browser(SIZE, SIZE)
        self.addCleanup(browser.close)
        simulator = Simulator(str(model), "--view", "--view-port", str(free_ports(10)))
        self.addCleanup(simulator.__exit__)
        browser.open(re.search(r"http://\S+", simulator.wait_for("To view: ")).group())
        browser.wait_for("window.morse && morse.session?.world?.scene?.background?.isTexture && !morse.state.loading.value")
        for azimuth in range(0, 360, 45):
            direction = (math.cos(math.radians(azimuth)), math.sin(math.radians(azimuth)), 0.2)
            target = [eye + part for eye, part in zip(EYE, direction)]
            picture = folder / "render.png"
            options = ["--eye", ",".join(map(str, EYE)), "--target", ",".join(map(str, target)), "--fov", "80"]
            subprocess.run(
                [str(BINARY), "render", str(model), *options, "--size", f"{SIZE}x{SIZE}", "-o", str(picture)],
                check=True,
                capture_output=True,
            )
            shown, wanted = browser.value(
                """(async (eye, target, url, shares) => {
                    const { view, renderer, scene } = morse.session.world;
                    view.controls.enabled = false;
                    view.camera.position.set(...eye);
                    view.camera.up.set(0, 0, 1);
                    view.camera.lookAt(...target);
                    view.camera.updateMatrixWorld();
                    renderer.render(scene, view.camera);
                    const pixels = async (source) => {
                        const image = new Image();
                        image.src = source;
                        await image.decode();
                        const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
                        const context = canvas.getContext("2d");
                        context.drawImage(image, 0, 0);
                        const at = (share) => [Math.floor(image.width * share), Math.floor(image.height * 0.3)];
                        return shares.map((share) => [...context.getImageData(...at(share), 1, 1).data].slice(0, 3));
                    };
                    return [await pixels(renderer.domElement.toDataURL()), await pixels(url)];
                })(%s, %s, '%s', %s)"""
                % (list(EYE), target, "data:image/png;base64," + base64.b64encode(picture.read_bytes()).decode(), list(SHARES))
            )
            for share, page, picture_of in zip(SHARES, shown, wanted):
                off = max(abs(one - other) for one, other in zip(page, picture_of))
                message = f"azimuth {azimuth}, {share} of the width: {page} in the page, {picture_of} in the picture"
                self.assertLess(off, 40, message)


if __name__ == "__main__":
    unittest.main()
