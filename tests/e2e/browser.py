"""Debian's headless Chromium, driven over its DevTools protocol."""

import base64
import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import websocket
from harness import wait_until

TIMEOUT_S = 60.0
# Software rendering: test machines have no graphics card.
OPTIONS = [
    "--headless=new",
    "--no-sandbox",
    "--no-first-run",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--hide-scrollbars",
    "--mute-audio",
    "--remote-debugging-port=0",
    "--remote-allow-origins=*",
]


class Browser:
    """A browser with one page."""

    def __init__(self, width=1280, height=800):
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        chromium = shutil.which("chromium")
        if chromium is None:
            raise RuntimeError("chromium is not installed: apt install chromium")
        self._process = subprocess.Popen(
            [chromium, *OPTIONS, f"--user-data-dir={self._folder.name}", f"--window-size={width},{height}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._number = 0
        self.messages = []
        self._socket = None
        try:
            self._connect()
            self.command("Runtime.enable")
            self.command("Page.enable")
            self.resize(width, height)
        except BaseException:
            self.close()
            raise

    def _connect(self):
        port_file = Path(self._folder.name) / "DevToolsActivePort"

        def has_started():
            if self._process.poll() is not None:
                raise RuntimeError("chromium does not start")
            return port_file.exists() and "\n" in port_file.read_text()

        wait_until(has_started, "chromium starts", TIMEOUT_S)
        port, path = port_file.read_text().split("\n")[:2]
        browser = websocket.create_connection(f"ws://127.0.0.1:{port}{path}", timeout=TIMEOUT_S)
        browser.send(json.dumps({"id": 1, "method": "Target.getTargets"}))
        targets = json.loads(browser.recv())["result"]["targetInfos"]
        browser.close()
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self._socket = websocket.create_connection(f"ws://127.0.0.1:{port}/devtools/page/{page}", timeout=TIMEOUT_S)

    def command(self, method, **parameters):
        """Executes a command of the DevTools protocol and returns its result."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        deadline = time.monotonic() + TIMEOUT_S
        while time.monotonic() < deadline:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if answer.get("method") == "Runtime.exceptionThrown":
                details = answer["params"]["exceptionDetails"]
                self.messages.append(details.get("exception", {}).get("description", details["text"]))
            if answer.get("method") == "Runtime.consoleAPICalled" and answer["params"]["type"] in ("error", "warning"):
                words = [str(one.get("value", one.get("description"))) for one in answer["params"]["args"]]
                self.messages.append(" ".join(words))
        raise TimeoutError(f"{method} has no answer")

    def resize(self, width, height, scale=1, mobile=False):
        """Sets the size of the page. [CSS pixels]"""
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile
        )

    def prefer(self, scheme):
        """Sets the color scheme of the system's settings, `dark` or `light`."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.command("Emulation.setEmulatedMedia", features=features)

    def open(self, url):
        self.command("Page.navigate", url=url)

    def value(self, expression):
        """The value of an expression in the page, which may be a promise."""
        result = self.command("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "error in the page"))
        return result["result"].get("value")

    def wait_for(self, expression, description=None):
        """Waits until an expression is true in the page, and returns its value."""

        def value():
            try:
                # A DOM node cannot be returned by value, so that an existing node counts as true.
                return self.value(f"((found) => (found instanceof Node ? true : found))({expression})")
            except RuntimeError:
                # The page is being loaded.
                return None

        try:
            return wait_until(value, timeout_s=TIMEOUT_S)
        except AssertionError:
            raise AssertionError(f"the page has no {description or expression}; console: {self.messages}") from None

    def key(self, key, code, down):
        """Presses or releases a key."""
        kind = "keyDown" if down else "keyUp"
        self.command("Input.dispatchKeyEvent", type=kind, key=key, code=code, text=key if down and len(key) == 1 else "")

    def shortcut(self, key, code):
        """Presses a key with Ctrl."""
        for kind in ("keyDown", "keyUp"):
            self.command("Input.dispatchKeyEvent", type=kind, key=key, code=code, modifiers=2)

    def drag(self, start, end, steps=5):
        """Drags with the left button between two places. [CSS pixels]"""

        def mouse(kind, place, buttons):
            x, y = place
            self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=buttons, clickCount=1)

        mouse("mouseMoved", start, 0)
        mouse("mousePressed", start, 1)
        for step in range(1, steps + 1):
            mouse("mouseMoved", [a + (b - a) * step / steps for a, b in zip(start, end)], 1)
        mouse("mouseReleased", end, 0)

    def picture(self, path=None, part=None):
        """A screenshot of the page, or a part of it, as PNG. Writes it to `path` too, if given."""
        clip = {"clip": {**part, "scale": 1}} if part else {}
        data = base64.b64decode(self.command("Page.captureScreenshot", format="png", **clip)["data"])
        if path:
            Path(path).write_bytes(data)
        return data

    def close(self):
        if self._socket is not None:
            self._socket.close()
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
