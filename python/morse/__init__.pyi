"""Names of the package; the engine module is loaded on first use."""

from morse.simulation import CommandError as CommandError
from morse.simulation import Scene as Scene
from morse.simulation import SceneError as SceneError
from morse.simulation import ServiceError as ServiceError
from morse.simulation import Simulation as Simulation
from morse.simulation import SimulationError as SimulationError

__version__: str
