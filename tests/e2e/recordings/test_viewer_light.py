"""The light of MJCF files in the page of `morse run --view`: the colors of surfaces are those of a picture of `morse render`."""

import base64
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from browser import Browser
from harness import BINARY, Simulator, TestCase, free_ports

#: Pyramids on the ground, below which their shadows fall, so that the faces have several angles to the light; without highlights, which are of another kind in the page.
MODEL = """<mujoco model="light">%s
  <asset><mesh name="roof" vertex="-1 -1 0 1 -1 0 1 1 0 -1 1 0 0 0 1"/>
    <material name="dull" specular="0" rgba="0.5 0.5 0.5 1"/><material name="red" specular="0" rgba="0.8 0.3 0.1 1"/>
    <material name="glow" specular="0" rgba="0.4 0.6 0.2 1" emission="0.3"/></asset>
  <worldbody>%s
    <geom type="mesh" mesh="roof" material="dull" pos="0 -3 0"/><geom type="mesh" mesh="roof" material="red"/>
    <geom type="mesh" mesh="roof" material="glow" pos="0 3 0"/>
    <geom type="plane" size="60 60 1" pos="0 0 -0.001" material="dull"/></worldbody></mujoco>"""
#: Elements of a file, and of its world.
SKY = '<asset><texture type="skybox" builtin="flat" rgb1="0 0 0" width="8" height="8"/></asset>'
HEADLIGHT = '<visual><headlight ambient="%s" diffuse="%s" specular="0 0 0"/></visual>'
SUN = '<light directional="true" dir="0 0 -1" diffuse="0.5 0.5 0.3" specular="0 0 0"/>'
#: An element of the file, and one of its world.
LIGHTS = {
    "the default headlight, beside the sky": (SKY, ""),
    "a headlight": (HEADLIGHT % ("0.3 0.3 0.3", "0.6 0.5 0.4"), ""),
    "a bright headlight": (HEADLIGHT % ("0.6 0.6 0.6", "0.9 0.9 0.9"), ""),
    "a headlight and a sun": (HEADLIGHT % ("0.1 0.1 0.1", "0.4 0.4 0.4"), SUN),
}
EYE = (5.0, 1.0, 8.0)
TARGET = (0.0, 0.0, 0.0)
SIZE = 300
#: Largest difference of colors on the faces: the page has weak highlights on dull surfaces too.
CLOSE = 14
#: Pixels of the grid of places, in each direction, that are compared.
STEP = 6


class ViewerLightTest(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(SIZE, SIZE)
        cls.addClassCleanup(cls.browser.close)

    def test_surfaces_in_the_light_of_a_file_have_the_colors_of_render(self):
        for name, (element, light) in LIGHTS.items():
            with self.subTest(name):
                self.compare(MODEL % (element, light))

    def compare(self, text):
        folder = Path(tempfile.mkdtemp())
        model, picture = folder / "light.xml", folder / "render.png"
        model.write_text(text)
        options = ["--eye", ",".join(map(str, EYE)), "--target", ",".join(map(str, TARGET)), "--fov", "50"]
        subprocess.run(
            [str(BINARY), "render", str(model), *options, "--size", f"{SIZE}x{SIZE}", "-o", str(picture)],
            check=True,
            capture_output=True,
        )
        with Simulator(str(model), "--view", "--view-port", str(free_ports(10))) as simulator:
            self.browser.open(re.search(r"http://\S+", simulator.wait_for("To view: ")).group())
            self.browser.wait_for("window.morse && morse.session?.world?.nodes.triangles && !morse.state.loading.value")
            url = "data:image/png;base64," + base64.b64encode(picture.read_bytes()).decode()
            shown, wanted = self.browser.value(
                """(async (eye, target, url, step) => {
                    const { view, renderer, scene, overlays } = morse.session.world;
                    overlays.root.visible = false;
                    view.controls.enabled = false;
                    Object.assign(view.camera, { fov: 50, aspect: 1 });
                    view.camera.updateProjectionMatrix();
                    view.camera.position.set(...eye);
                    view.camera.up.set(0, 0, 1);
                    view.camera.lookAt(...target);
                    view.camera.updateMatrixWorld();
                    renderer.render(scene, view.camera);
                    const pixels = async (source) => {
                        const image = new Image();
                        image.src = source;
                        await image.decode();
                        const canvas = Object.assign(document.createElement("canvas"), { width: %d, height: %d });
                        const context = canvas.getContext("2d");
                        context.drawImage(image, 0, 0, canvas.width, canvas.height);
                        return [...context.getImageData(0, 0, canvas.width, canvas.height).data];
                    };
                    return [await pixels(renderer.domElement.toDataURL()), await pixels(url)];
                })(%s, %s, '%s')"""
                % (SIZE, SIZE, list(EYE), list(TARGET), url)
            )
        far = []
        for row in range(STEP, SIZE - STEP, STEP):
            for column in range(STEP, SIZE - STEP, STEP):
                place = 4 * (row * SIZE + column)
                # Edges are drawn in other ways.
                nearby = [place + 4 * across + 4 * SIZE * down for across in (-3, 0, 3) for down in (-3, 0, 3)]
                if any(abs(wanted[one + part] - wanted[place + part]) > 2 for one in nearby for part in range(3)):
                    continue
                off = max(abs(shown[place + part] - wanted[place + part]) for part in range(3))
                far.append((off, (column, row), shown[place : place + 3], wanted[place : place + 3]))
        self.assertGreater(len(far), 800)
        off, place, page_rgb, picture_rgb = max(far)
        self.assertLess(off, CLOSE, f"at {place}: {page_rgb} in the page, {picture_rgb} in the picture")


if __name__ == "__main__":
    unittest.main()
