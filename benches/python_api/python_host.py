"""A camera with a modifier in Python, with this program in place of the simulator: exchange of images without rendering.

An image is copied into the shared memory, the modifier is called, and its result is copied out, as in the simulator.
"""

import json
import mmap
import os
import socket
import statistics
import struct
import subprocess
import sys
import time
from pathlib import Path

_PYTHON = Path(__file__).resolve().parents[2] / "python"
_BYTES = 640 * 480 * 4
#: Offsets of images in the shared memory, as in the simulator.
_SLOTS = (1 << 11, (1 << 21) + (1 << 11))
_POSE = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
_IDLE = [{"external_id": 0, "acts": False}, {"external_id": 1, "acts": False}]
_ROBOT = {"name": "robot", "class": "morse.robots.atrv.ATRV", "kind": "robot", "fields": []}
_CAMERA = {
    "name": "robot.camera",
    "class": "morse.sensors.video_camera.VideoCamera",
    "kind": "sensor",
    "fields": [["image", "image"], ["intrinsic_matrix", "matrix3"]],
}
_COMMON = {"built_in": True, "robot": 0, "level": "default", "rate_hz": 60.0, "properties": {}}


class _Host:
    """The host process, connected to this program."""

    def __init__(self, folder, modifier):
        own, its = socket.socketpair()
        lifeline, self._lifeline = os.pipe()
        descriptor = os.memfd_create("bench")
        os.ftruncate(descriptor, 1 << 22)
        self.memory = memoryview(mmap.mmap(descriptor, 1 << 22))

        def pass_descriptors():
            copies = [os.dup2(descriptor, 20 + index) for index, descriptor in enumerate((its.fileno(), lifeline, descriptor))]
            for index, copy in enumerate(copies):
                os.dup2(copy, 3 + index)

        command = f"import sys; sys.path[:0] = [{str(_PYTHON)!r}, {str(folder)!r}]; from morse.host.run import main; main()"
        environment = {**os.environ, "MORSE_SHARED_FD": "5"}
        # At its end, the host ends its whole process group.
        self._process = subprocess.Popen(
            [sys.executable, "-c", command],
            preexec_fn=pass_descriptors,
            close_fds=False,
            env=environment,
            start_new_session=True,
        )
        its.close()
        os.close(descriptor)
        self._socket = own
        self._file = own.makefile("rb")
        self.ask({"command": "describe", "classes": [modifier]})
        made = {"external_id": 1, "class": modifier, "manager": "", "arguments": {}}
        nothing = {"overlays": [], "streams": [], "stream_managers": {}, "request_managers": {}, "environment": {}}
        scene = {"seed": 0, "rate_hz": 60.0, "gravity": [0.0, 0.0, -9.81], "fastmode": True}
        components = [{**_ROBOT, **_COMMON}, {**_CAMERA, **_COMMON}]
        begin = {"command": "begin", "components": components, "modifiers": [made], **nothing, **scene}
        self.ask({**begin, "input": {"numbers": 15, "steps": _IDLE}}, (0.0, *_POSE, *_POSE))

    def send(self, message, numbers=()):
        data = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        self._socket.sendall(data + struct.pack(f"<{len(numbers)}d", *numbers))

    def ask(self, message, numbers=()):
        self.send(message, numbers)
        while True:
            answer = json.loads(self._file.readline())
            if "ask" not in answer:
                self._file.read(8 * answer.get("numbers", 0))
                return answer
            is_pose = answer["ask"]["ask"] == "pose"
            self.send({"answer": _POSE if is_pose else {"has_body": True, "properties": {}}})

    def close(self):
        self._file.close()
        self._socket.close()
        os.close(self._lifeline)
        self._process.wait()


def image_s(folder, modifier, count=600):
    """Median time of a tick in which a modifier changes an image of 640 × 480 in place. [s]"""
    host = _Host(folder, modifier)
    image, made = bytearray(b"\7") * _BYTES, memoryview(bytearray(_BYTES))
    free, times = list(_SLOTS), []
    try:
        for _ in range(count):
            begin = time.perf_counter()
            slot = free.pop(0)
            host.memory[slot : slot + _BYTES] = image
            data = {"values": [None, None], "numbers": [], "shared": [[0, slot, _BYTES]]}
            step = {"external_id": 1, "acts": False, "data": data, "modifiers": [0]}
            answer = host.ask({"command": "act", "numbers": 15, "steps": [_IDLE[0], step]}, (1.0, *_POSE, *_POSE))
            _, offset, _ = answer["reply"]["reports"][0]["shared"][0]
            made[:] = host.memory[offset : offset + _BYTES]
            times.append(time.perf_counter() - begin)
            free += answer.get("freed", [])
            if made[0] != 248:
                raise RuntimeError("the modifier did not invert the image")
    finally:
        host.close()
    return statistics.median(times)
