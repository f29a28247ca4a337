"""Runs the example of docs/yarp.md with YARP's real name server and tools. Prints the results as JSON.

It needs a network namespace with the loopback interface only: the server prefers other interfaces for its ports.
Arguments: the folder of YARP's programs, the command `morse`, the scene.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

programs, morse, scene = sys.argv[1:]
TIMEOUT_S = 30.0
folder = tempfile.TemporaryDirectory()
environment = {**os.environ, "YARP_CONFIG_HOME": folder.name, "LD_LIBRARY_PATH": os.path.join(programs, "lib")}
result = {}


class Program:
    """A running program and the lines of its output."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            list(words), env=environment, cwd=folder.name, text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        self.lines = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def stop(self, kill=False):
        if self.process.poll() is None:
            (self.process.kill if kill else self.process.terminate)()
        self.process.wait(TIMEOUT_S)
        self._thread.join(TIMEOUT_S)


def wait_until(condition, description):
    deadline = time.monotonic() + TIMEOUT_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(description)
        # Leaves the processor to the simulator and the tools between two checks.
        time.sleep(0.01)


def tool(*words, answer=None):
    """Runs a tool to its end and returns its exit code and output."""
    completed = subprocess.run(
        [os.path.join(programs, "bin", "yarp"), *words], env=environment, input=answer, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT_S,
    )
    return [completed.returncode, completed.stdout]


def is_registered(port):
    return "registration name " + port in tool("name", "query", port)[1]


def start_server():
    server = Program(os.path.join(programs, "bin", "yarpserver"), "--write", "--silent", "--ip", "127.0.0.1")
    wait_until(lambda: Path(folder.name, "yarp.conf").exists() and is_registered("/root"), "the server answers")
    return server


subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
started = []
try:
    # The simulator starts before the name server.
    simulator = Program(morse, "run", scene)
    started.append(simulator)
    wait_until(lambda: any("SCENE INITIALIZED" in line for line in simulator.lines), "the scene runs")
    server = start_server()
    started.append(server)
    out, motion = "/morse/robot/pose/out", "/morse/robot/motion/in"
    wait_until(lambda: is_registered(out) and is_registered(motion), "ports are registered")
    result["exists"] = tool("exists", out)
    reader = Program(os.path.join(programs, "bin", "yarp"), "read", "/peer/in")
    started.append(reader)
    wait_until(lambda: is_registered("/peer/in"), "the reader is registered")
    poses = lambda: [line.split() for line in reader.lines if line.count(" ") == 6 and line[0].isdigit()]
    result["carriers"] = {}
    for carrier in ("tcp", "fast_tcp", "udp", "text", "text_ack"):
        connected = tool("connect", out, "/peer/in", carrier)
        before = len(poses())
        wait_until(lambda: len(poses()) > before + 5, "poses over " + carrier)
        result["carriers"][carrier] = connected
    result["ping"] = tool("ping", out)
    result["write"] = {}
    for carrier in ("tcp", "fast_tcp", "udp", "text", "text_ack"):
        here = float(poses()[-1][1])
        writer = Program(os.path.join(programs, "bin", "yarp"), "write", "/peer/out")
        wait_until(lambda: is_registered("/peer/out"), "the writer is registered")

        def is_connected():
            result["write"][carrier] = tool("connect", "/peer/out", motion, carrier)
            return result["write"][carrier][0] == 0

        # The name may still refer to the closed port of the previous writer.
        wait_until(is_connected, f"the writer is connected over {carrier}")
        writer.process.stdin.write("1.0 0.0\n")
        writer.process.stdin.flush()
        wait_until(lambda: float(poses()[-1][1]) > here + 0.3, "the robot drives by " + carrier)
        writer.process.stdin.write("0.0 0.0\n")
        writer.process.stdin.close()
        writer.stop()
    result["disconnect"] = tool("disconnect", out, "/peer/in")
    tool("connect", out, "/peer/in")
    # The server is killed and restarts without registrations.
    server.stop(kill=True)
    before = len(poses())
    wait_until(lambda: len(poses()) > before + 5, "poses without a server")
    server = start_server()
    started.append(server)
    restart_s = time.monotonic()
    wait_until(lambda: is_registered(out) and is_registered(motion), "ports are registered again")
    result["registered_again_s"] = time.monotonic() - restart_s
    request = "/morse/services/robot.waypoint/request"
    wait_until(lambda: is_registered(request), "requests are registered")
    result["rpc"] = tool("rpc", request, answer='1 robot.waypoint get_status "[]"\n2 robot.waypoint goto (1.0)\n')
    result["topic"] = tool("name", "list")
    simulator.stop()
    result["end"] = [simulator.process.returncode, is_registered(out)]
except TimeoutError as error:
    result["timeout"] = "%s\n%s" % (error, "\n".join(line for program in started for line in program.lines[-20:]))
finally:
    for program in reversed(started):
        program.stop(kill=True)
    folder.cleanup()
print(json.dumps(result))
