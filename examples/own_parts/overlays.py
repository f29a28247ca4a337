"""An overlay: the pan-tilt unit with the services that the software of a robot expects."""

import math

from morse.core.overlay import MorseOverlay
from morse.core.services import async_service, interruptible, service


class Neck(MorseOverlay):
    """Services in degrees, with a different component name."""

    def __init__(self, overlaid_object, limit=60.0):
        MorseOverlay.__init__(self, overlaid_object)
        self.limit = limit

    def name(self):
        return "neck"

    @interruptible
    @async_service
    def look(self, left, up):
        left, up = (max(-self.limit, min(angle, self.limit)) for angle in (left, up))
        self.overlaid_object.set_pan_tilt(self.chain_callback(self.in_degrees), math.radians(left), -math.radians(up))

    def in_degrees(self, answer):
        status, _ = answer
        return status, self.angles()

    @service
    def angles(self):
        pan, tilt = self.overlaid_object.get_pan_tilt()
        return {"left": round(math.degrees(pan), 1), "up": round(-math.degrees(tilt), 1)}
