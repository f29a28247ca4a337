"""Two robots that search for victims."""

from morse.builder import *


def searcher(name, y):
    robot = ATRV(name)
    robot.translate(y=y)
    for part in (GPS("gps"), Gyroscope("gyroscope"), Thermometer("thermometer")):
        robot.append(part)
        part.add_stream("socket")
    waypoint = Waypoint("waypoint")
    waypoint.properties(Speed=10.0)
    robot.append(waypoint)
    waypoint.add_interface("socket")
    proximity = Proximity("proximity")
    proximity.properties(Range=30.0)
    proximity.add_stream("socket")
    robot.append(proximity)
    rescue = SearchAndRescue("rosace")
    rescue.properties(Heal_range=20.0, Abilities="1")
    robot.append(rescue)
    rescue.add_interface("socket")


searcher("atrv00", 0.0)
searcher("atrv01", -5.0)

victim1 = Victim()
victim1.translate(x=4.0)
victim2 = Victim()
victim2.translate(x=8.0, y=5.0)
victim2.properties(Requirements="1")

env = Environment("land-1/rosace_1", fastmode=True)
