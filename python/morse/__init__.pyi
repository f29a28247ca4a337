"""What `import morse` gives; the engine module is loaded when it is first used."""

from morse.simulation import CommandError as CommandError
from morse.simulation import Scene as Scene
from morse.simulation import SceneError as SceneError
from morse.simulation import ServiceError as ServiceError
from morse.simulation import Simulation as Simulation
from morse.simulation import SimulationError as SimulationError

__version__: str
