"""The page of `morse run --view` in Debian's Chromium without a window and without a graphics card.

Needs the programs of the page's tests: `apt install chromium python3-websocket`; the bare scene needs the libraries of the
page: `npm --prefix viewer ci`.
"""

import functools
import http.server
import itertools
import math
import re
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

from common import scenes
from common.simulator import TIMEOUT_S, Simulator

_ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(_ROOT / "tests" / "e2e"))

_ROBOTS = 100
_ENVIRONMENT = "indoors-1/indoor-1"
_RUNS = 5
_MEASURED_S = 8.0
# How long the page has to find how many pictures the run leaves time for.
_SETTLING_S = 20.0
_SHARED_SCENE = """
from morse.builder import *

for number in range(2):
    robot = ATRV('robot%d' % number)
    robot.translate(2.0 * number, 3.0, 0.2)
    motion = MotionVW('motion')
    robot.append(motion)
    motion.add_service('socket')
    scan = Sick('scan')
    robot.append(scan)
    scan.add_stream('socket')

person = Human()
person.translate(-3.0, 0.0, 0.0)

env = Environment('indoors-1/boxes')
env.set_camera_location([8.0, -8.0, 9.0])
env.set_camera_rotation([0.75, 0.0, 0.7854])
"""
_CAMERA_SCENE = """
from morse.builder import *

robot = ATRV('robot0')
motion = MotionVW('motion')
robot.append(motion)
motion.add_service('socket')
camera = VideoCamera('camera')
camera.translate(0.3, 0.0, 0.8)
camera.properties(cam_width=640, cam_height=480, Vertical_Flip=True)
robot.append(camera)
camera.add_stream('socket')

env = Environment('indoors-1/indoor-1')
"""
_SIZE = (1280, 800)
# The content of the page without a graphics card, moved like the robots: same meshes, images and picture size.
_BARE = """<!doctype html><style>body{margin:0}canvas{display:block;width:100vw;height:100vh}</style>
<script type="importmap">{"imports": {"three": "/three/build/three.module.js", "three/addons/": "/three/examples/jsm/"}}</script>
<script type="module">
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
THREE.Object3D.DEFAULT_UP.set(0, 0, 1);
const renderer = new THREE.WebGLRenderer();
renderer.setSize(innerWidth, innerHeight, false);
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(CAMERA_FOV, innerWidth / innerHeight, 0.05, 2000);
camera.matrixAutoUpdate = false;
camera.matrix.fromArray(CAMERA_MATRIX);
camera.matrixWorldNeedsUpdate = true;
const scene = new THREE.Scene();
scene.add(new THREE.HemisphereLight(0xffffff, 0x888888, 1.3), new THREE.DirectionalLight(0xffffff, 2), camera);
const gltf = await new GLTFLoader().loadAsync("/scene.glb");
const root = new THREE.Group();
root.add(...gltf.scene.children[0].children);
scene.add(root);
const robots = root.children.filter((child) => child.name.startsWith("robot"));
const places = robots.map((robot) => robot.position.clone());
window.robots = robots.length;
window.drawn = 0;
renderer.setAnimationLoop((now) => {
  robots.forEach((robot, index) => {
    robot.position.x = places[index].x + Math.sin(now / 1000 + index) * 0.4;
    robot.rotation.z = now / 1000 + index;
  });
  renderer.render(scene, camera);
  window.drawn++;
});
</script>"""


def measure(binary, folder):
    """Rows of the table."""
    # Imported here, as other benchmarks do not need its library.
    from browser import Browser

    with Browser(*_SIZE) as browser:
        indoor = folder / "indoor.json"
        indoor.write_text(scenes.crowd(1, _ENVIRONMENT), encoding="utf-8")
        yield first_picture(binary, indoor, _ENVIRONMENT, browser)
        if panda := _panda():
            yield first_picture(binary, panda, "a Panda with its meshes", browser)
        shared = "two driving robots and a person in indoors-1/boxes, a scan watched"
        yield pace(binary, folder, browser, (shared, _SHARED_SCENE, "robot0.scan", 2))
        watched = f"a driving robot in {_ENVIRONMENT}, its camera of 640 × 480 pixels watched"
        yield pace(binary, folder, browser, (watched, _CAMERA_SCENE, "robot0.camera", 1))
        yield from hundred_robots(binary, folder, browser)


def _panda():
    """The file of a Panda of `pip install example-robot-data`; None if it is not installed."""
    for folder in map(Path, sys.path):
        robots = folder / "cmeel.prefix" / "share" / "example-robot-data" / "robots"
        if (file := robots / "panda_description" / "urdf" / "panda.urdf").exists():
            return file
    return None


def first_picture(binary, scene, title, browser):
    """From the start of the command to the first complete picture in an open browser."""
    times, serving, blank = [], [], []
    for _ in range(_RUNS):
        browser.open("about:blank")
        begin = time.perf_counter()
        browser.open("data:text/html,<canvas>")
        browser.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        blank.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        with Simulator(binary, scene, "--view", "--view-port", "0") as simulator:
            url = _url(simulator)
            serving.append(time.perf_counter() - begin)
            browser.open(url)
            browser.wait_for("window.morse && !morse.state.loading.value && morse.session.world.drawn > 0")
            browser.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            times.append(time.perf_counter() - begin)
    median, empty = statistics.median(times), statistics.median(blank)
    return (
        f"first picture in the browser after `morse run --view`, {title}",
        f"{median:.2f} s, including {statistics.median(serving):.2f} s until the page is served",
        "≤ 1.5 s",
        f"{median / empty:.1f} × an empty page, {empty * 1e3:.0f} ms",
    )


def pace(binary, folder, browser, task):
    """How much of real time a run keeps while the page is drawn by the processor that simulates.

    `task` are the title of the row, the script of the scene, the sensor that is selected in the page, and the number of robots.
    """
    title, script, sensor, robots = task
    scene = folder / "shared.py"
    scene.write_text(script, encoding="utf-8")
    with Simulator(binary, scene, "--view", "--view-port", "0") as simulator, simulator.connect() as client:
        for number in range(robots):
            client.ask(f"i robot{number}.motion set_speed [0.5, 0.5]".encode())
        alone = _pace(client)
        browser.open(_url(simulator))
        browser.wait_for("window.morse && !morse.state.loading.value && morse.session.world.drawn > 5")
        browser.value(f"morse.session.select('{sensor}')")
        time.sleep(_SETTLING_S)
        rate = _per_second(browser, "morse.session.world.drawn")
        shown = _pace(client)
        browser.open("about:blank")
    return (
        f"simulated time per second with the page, drawn in software: {title}",
        f"{shown:.3f}, at {rate:.1f} pictures a second",
        "≥ 0.97",
        f"{shown / alone:.3f} × the run without a page, {alone:.3f}",
    )


def _pace(client):
    """Simulated seconds per second of the wall clock."""

    def now():
        return float(client.ask(b"i time now []").split()[2]), time.perf_counter()

    simulated, wall = now()
    time.sleep(_MEASURED_S)
    later, end = now()
    return (later - simulated) / (end - wall)


def hundred_robots(binary, folder, browser):
    """Pictures and bytes per second of a hundred driving robots."""
    scene = folder / "crowd.json"
    scene.write_text(scenes.crowd(_ROBOTS, "empty"), encoding="utf-8")
    with Simulator(binary, scene, "--view", "--view-port", "0") as simulator:
        with simulator.connect() as client:
            for number, name in enumerate(scenes.crowd_places(_ROBOTS)):
                answer = client.ask(f"i {name}.motion set_speed [{0.5 + 0.01 * number}, {0.5 + math.sin(number) / 9}]".encode())
                if not answer.startswith(b"i SUCCESS"):
                    raise RuntimeError(f"{name} does not drive: {answer}")
        url = _url(simulator)
        browser.open(url)
        browser.wait_for("window.morse && !morse.state.loading.value && morse.session.world.drawn > 5")
        # The bare scene draws all pixels, too, and as often as it can.
        browser.value("Object.defineProperty(morse.session.world.limit, 'periodMs', { value: 0 })")
        browser.value("(({world}) => { world.adapts = false; world.quality = 2; world.applyQuality(); })(morse.session)")
        rate = _per_second(browser, "morse.session.world.drawn")
        bytes_per_s = _per_second(browser, "morse.session.bytes")
        fov = browser.value("morse.session.world.view.camera.fov")
        matrix = browser.value("morse.session.world.view.camera.matrixWorld.elements")
        with urllib.request.urlopen(f"{url}scene.glb", timeout=TIMEOUT_S) as answer:
            geometry = answer.read()
        browser.open("about:blank")
        # The simulator keeps running, so that both pictures have the same share of the processors.
        bare = _bare_rate(browser, geometry, fov, matrix)
    yield (
        f"pictures per second of {_ROBOTS} moving robots, drawn in software, {_SIZE[0]} × {_SIZE[1]}",
        f"{rate:.1f}",
        "≥ 0.8 × bare three.js",
        f"{rate / bare:.2f} × a bare three.js scene of the same meshes, {bare:.1f}",
    )
    bound = _ROBOTS * 7 * 4 * 60
    yield (
        f"bytes per second for {_ROBOTS} moving robots",
        f"{bytes_per_s / 1e3:.0f} kB/s",
        "≤ 150 kB/s",
        f"{bytes_per_s / bound:.2f} × seven f32 per robot at 60 Hz, {bound / 1e3:.0f} kB/s",
    )
    yield cost()


def cost():
    """Row of the table: time of the simulation's thread for a viewer. Runs `cargo bench -p morse-viewer`."""
    command = ["cargo", "bench", "--package", "morse-viewer", "--bench", "cost"]
    output = subprocess.run(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = [line.split("\t") for line in output.splitlines() if line.startswith("measure\t")]
    found = {name: float(number) for _, name, number in lines}
    viewer, tick = found["viewer"], found["tick"]
    return (
        f"a viewer of {_ROBOTS} driving robots in real time, on the thread of the simulation",
        f"{100 * viewer * 60 / 1e6:.2f} % of a tick of 1/60 s",
        "≤ 2 %",
        f"{viewer:.1f} µs; {100 * viewer / tick:.1f} % of the {tick:.0f} µs of CPU time of a tick without it",
    )


def _url(simulator):
    for line in itertools.chain(simulator.log, iter(simulator.process.stderr.readline, "")):
        found = re.search(r"To view: (http://\S+)", line)
        if found:
            # Keep reading the log, so that the command does not block on it.
            threading.Thread(target=simulator.process.stderr.read, daemon=True).start()
            return found.group(1)
    raise RuntimeError("no page is served")


def _per_second(browser, expression):
    begin, before = time.perf_counter(), browser.value(expression)
    time.sleep(_MEASURED_S)
    return (browser.value(expression) - before) / (time.perf_counter() - begin)


def _bare_rate(browser, geometry, fov, matrix):
    page = _BARE.replace("CAMERA_FOV", str(fov)).replace("CAMERA_MATRIX", str(matrix))
    files = {"/": (page.encode(), "text/html"), "/scene.glb": (geometry, "model/gltf-binary")}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, files))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        browser.open(f"http://127.0.0.1:{server.server_port}/")
        browser.wait_for(f"window.drawn > 5 && window.robots == {_ROBOTS}")
        return _per_second(browser, "window.drawn")
    finally:
        server.shutdown()
        server.server_close()


class _Files(http.server.BaseHTTPRequestHandler):
    """Serves some files, and the library three.js installed for the page."""

    def __init__(self, files, *arguments):
        self._files = files
        super().__init__(*arguments)

    def do_GET(self):
        library = _ROOT / "viewer" / "node_modules"
        if self.path.startswith("/three/") and ".." not in self.path:
            content, kind = (library / self.path[1:]).read_bytes(), "text/javascript"
        elif self.path in self._files:
            content, kind = self._files[self.path]
        else:
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass
