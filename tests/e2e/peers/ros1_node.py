"""A rospy node that executes Python code of a test: one JSON line in, one JSON line out.

It runs with Debian's Python, for which rospy is packaged. The code assigns `result`, which is returned as JSON. Messages
become objects with their fields.
"""

import faulthandler
import json
import queue
import sys
import time
import traceback

import rospy

# Code that runs longer ends the process, which prints where its threads are.
TIMEOUT_OF_CODE_S = 120.0


def plain(value):
    """The JSON form of a message."""
    if hasattr(value, "__slots__") and not isinstance(value, (str, bytes)):
        if hasattr(value, "to_nsec"):
            return value.to_nsec()
        return {name: plain(getattr(value, name)) for name in value.__slots__}
    if isinstance(value, bytes):
        return list(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return value


def receive(topic, kind, count=1, timeout_s=20.0):
    """The next messages of a topic."""
    arrived = queue.Queue()
    subscriber = rospy.Subscriber(topic, kind, arrived.put)
    try:
        return [arrived.get(timeout=timeout_s) for _ in range(count)]
    except queue.Empty:
        raise TimeoutError("nothing on " + topic) from None
    finally:
        subscriber.unregister()


def wait_until(condition, timeout_s=20.0):
    """Polls `condition()` and returns its first true value."""
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        # Leaves the processor to the threads of rospy between two checks.
        time.sleep(0.01)
    raise TimeoutError("the condition was not met in time")


def main():
    faulthandler.dump_traceback_later(TIMEOUT_OF_CODE_S, exit=True)
    rospy.init_node(sys.argv[1], anonymous=True, disable_signals=True)
    scope = {"rospy": rospy, "receive": receive, "wait_until": wait_until, "time": time}
    faulthandler.cancel_dump_traceback_later()
    for line in sys.stdin:
        scope["result"] = None
        faulthandler.dump_traceback_later(TIMEOUT_OF_CODE_S, exit=True)
        try:
            exec(json.loads(line), scope)
            answer = {"result": plain(scope["result"])}
        except Exception:
            answer = {"error": traceback.format_exc()}
        faulthandler.cancel_dump_traceback_later()
        print("answer " + json.dumps(answer), flush=True)


main()
