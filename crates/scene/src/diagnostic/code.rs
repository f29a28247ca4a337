//! List of all codes of diagnostics: text, usual severity, meaning and remedy. `docs/errors.md` is generated from it.

mod define;

use define::{Entry, codes};

use crate::diagnostic::Severity;

codes! {
    /// The simulator cannot add the body of an object to the physics world.
    RunBody = "run::body", Error,
        "Change what the message names: mass, shape or name of the object.";

    /// The class of an object is not one that this build can run for this kind of object.
    RunClass = "run::class", Error,
        "Use a class of `morse catalog` that fits the object.";

    /// The environment cannot be loaded, or its objects cannot be added to the world.
    RunEnvironment = "run::environment", Error,
        "Correct the name of the environment, or put its file into a folder of `MORSE_RESOURCE_PATH`.";

    /// The script changes an object of the environment that the environment does not have.
    RunEnvironmentObject = "run::environment-object", Error,
        "Use a name that `morse inspect` lists for the file of the environment.";

    /// A sensor uses the readings of a second sensor that does not exist.
    RunJoinedSensor = "run::joined-sensor", Error,
        "Use the name of a sensor of the scene.";

    /// Two actuators drive the same joint, so their commands replace each other.
    RunJointTwice = "run::joint-twice", Warning,
        "Give each of them other joints by its property `Joints`.",
        example "arm.append(JointController())\narm.append(JointGripper())";

    /// A lamp has an unknown type or invalid numbers.
    RunLight = "run::light", Error,
        "Use a type and numbers that the message allows.";

    /// The simulator cannot give an object its shape or its color.
    RunLooks = "run::looks", Error,
        "Correct the color, the transparency or the lengths that the message names.";

    /// The model file of an object cannot be loaded, or its parts cannot be added to the world.
    RunModel = "run::model", Error,
        "Correct the file name, or put the file into a folder of `MORSE_RESOURCE_PATH`. `morse inspect` shows what a file holds.";

    /// A model does not have the part, armature or bone that the scene names, or the part cannot be used that way.
    RunModelPart = "run::model-part", Error,
        "Use a name that `morse inspect` lists for the file of the model.";

    /// A modifier cannot be created, or does not accept its arguments.
    RunModifier = "run::modifier", Error,
        "Give it the arguments that its page in `docs/components` lists.";

    /// The scene is one node of several, and this build cannot connect nodes over the protocol that it asks for.
    RunMultinode = "run::multinode", Error,
        "Use the protocol `socket`.",
        example "env.configure_multinode(protocol='hla')";

    /// A sensor or an actuator is not on a robot when the simulation is assembled.
    RunNoRobot = "run::no-robot", Error,
        "Append it to a robot, or to a component of one.";

    /// An actuator moves its robot by velocities of its body or by forces, and the robot has no body that moves.
    RunNothingMoves = "run::nothing-moves", Warning,
        "Give the robot a body that moves, or use the `ControlType` Position.",
        example "robot = FakeRobot()\nrobot.append(MotionXYW())";

    /// A robot starts with nothing below it on which it could stand, so it falls.
    RunOverNothing = "run::over-nothing", Warning,
        "Place it over the ground.",
        example "robot = ATRV()\nrobot.translate(x=1000)";

    /// An object asks for a physics type that is not simulated.
    RunPhysics = "run::physics", Error,
        "Use static, dynamic, rigid body or sensor.";

    /// A property has a value that its component does not accept.
    RunProperty = "run::property", Error,
        "Give it a value of the type and range that the component's page in `docs/components` lists.";

    /// A component written in Python cannot start, or its own code raised an exception.
    RunPython = "run::python", Error,
        "Correct the line of the component that the traceback names.";

    /// The services of a component cannot be offered on a middleware.
    RunServices = "run::services", Error,
        "Change the overlay or the name of the component as the message says.";

    /// A component does not fit its robot, its environment or its own properties.
    RunSetup = "run::setup", Error,
        "Change what the message names. The component's page in `docs/components` says what it needs.";

    /// An actuator displaces a robot with wheels to the side.
    RunSideways = "run::sideways", Warning,
        "Use an actuator that drives the wheels, or a robot without wheels of its own.",
        example "robot = SegwayRMP400()\nmotion = MotionXYW()\nmotion.properties(ControlType='Position')\nrobot.append(motion)";

    /// An object that physics moves starts inside of another body. It is put on it if that body does not move.
    RunStartsInside = "run::starts-inside", Warning,
        "Place it higher.",
        example "robot = ATRV()\nrobot.translate(z=-0.2)";

    /// A stream cannot be opened.
    RunStream = "run::stream", Error,
        "Change the options of the stream as the message says.";

    /// A datastream manager does not accept the options that the scene gives it.
    RunStreamManager = "run::stream-manager", Error,
        "Change the options of the manager as the message says.";

    /// The system does not let the simulator start its threads.
    RunThreads = "run::threads", Error,
        "Ask for fewer threads, or raise the limit of the system.";

    /// A stream, or a stream manager, has no option of this name. The option has no effect, as in MORSE 1.4.
    RunUnknownOption = "run::unknown-option", Warning,
        "Remove the option, or use a name that the message lists.",
        example "pose.add_stream('socket', prot=60010)";

    /// The motor of a joint cannot hold the weight of its load, because of the effort in the file or of its gains.
    RunWeakJoint = "run::weak-joint", Warning,
        "Raise the effort of the joint in the file, or the stiffness of its controller.",
        example "controller.properties(Stiffness=1.0)";

    /// The wheels of a robot cannot be made from its model and properties.
    RunWheels = "run::wheels", Error,
        "Correct the properties that name the wheels, or use a model that has them.";

    /// A zone cannot be added to the world.
    RunZone = "run::zone", Error,
        "Correct its name or its size.";

    /// A component was appended a second time, so it was moved from its first place.
    SceneAppendedTwice = "scene::appended-twice", Warning,
        "Append each component once, and create a separate component for each additional place.",
        example "robot.append(pose)\nother.append(pose)";

    /// A mass, radius, damping, margin or friction of a body is outside of the range that physics supports.
    SceneBadBody = "scene::bad-body", Error,
        "Use a number in the range that the message names.";

    /// The default camera has numbers that are not finite or an unknown parent (errors), or a focal length or clip range
    /// that shows nothing (a warning).
    SceneBadCamera = "scene::bad-camera", Warning,
        "Use finite numbers, an existing parent, a positive focal length, and a near clip distance below the far one.",
        example "env.set_camera_clip(5, 1)";

    /// A frequency is not a finite number greater than zero, or it asks for a simulation that is faster than its maximum.
    SceneBadFrequency = "scene::bad-frequency", Error,
        "Give a positive frequency in Hz, at most 10000, or none to act at every step.",
        example "pose.frequency(0)";

    /// Gravity is not finite or out of range.
    SceneBadGravity = "scene::bad-gravity", Error,
        "Give a number between -1000 and 1000, in m/s².";

    /// An additional Python process has an invalid component or an invalid lag. It is a warning if nothing of the
    /// component is written in Python.
    SceneBadHost = "scene::bad-host", Error,
        "Name components of the scene, each once, and give a lag to sensors and actuators only.",
        example "env.host([pose, 'rover.camera'], process='vision')";

    /// The scene asks for several nodes with a protocol or a port that does not exist.
    SceneBadMultinode = "scene::bad-multinode", Error,
        "Use the protocol `socket` and a port from 1 to 65535.";

    /// A name is empty, too long, has an empty part between dots or contains a control character. Whitespace in it is
    /// a warning.
    SceneBadName = "scene::bad-name", Error,
        "Use a name of letters, digits and underscores.";

    /// A number of the position or the rotation of an object is not finite or out of range.
    SceneBadPose = "scene::bad-pose", Error,
        "Give finite numbers, and positions within 1e8 m: `nan` and `inf` usually come from a calculation in the script.";

    /// A length of a shape is not a finite number greater than zero.
    SceneBadShape = "scene::bad-shape", Error,
        "Give positive lengths, in meters.";

    /// The frequency of the simulation is zero, negative, not finite or too high.
    SceneBadSimulationFrequency = "scene::bad-simulation-frequency", Error,
        "Give a frequency in the range that the message names, in Hz.";

    /// The start time of the scene is not a date of the years 1970 to 9999.
    SceneBadStartTime = "scene::bad-start-time", Error,
        "Use a date of these years.",
        example "env.set_start_time('2026-06-21T12:00:00Z')";

    /// The limit of logic or physics steps in a frame is zero.
    SceneBadStepMax = "scene::bad-step-max", Error,
        "Allow at least one step.";

    /// The number of physics steps in a simulation step is zero or too high.
    SceneBadSubSteps = "scene::bad-sub-steps", Error,
        "Use a number in the range that the message names.";

    /// The time scale is not a finite number greater than zero.
    SceneBadTimeScale = "scene::bad-time-scale", Error,
        "Use a positive number: 0.5 is half as fast as real time.";

    /// The Builder left out a part of the script, for the reason that the message gives.
    SceneBuilderError = "scene::builder-error", Warning,
        "Correct the line. The scene runs without that part.";

    /// The Builder has a warning about a line of the script.
    SceneBuilderWarning = "scene::builder-warning", Warning,
        "Read the message, and change the line if it is a mistake.";

    /// A sensor or an actuator does not belong to a robot.
    SceneComponentWithoutRobot = "scene::component-without-robot", Error,
        "Append it to a robot, or to a component of one.";

    /// An object is its own ancestor through its parents.
    SceneCyclicParents = "scene::cyclic-parents", Error,
        "Give one object of the cycle a different parent.";

    /// Two objects of the document have the same name.
    SceneDuplicateName = "scene::duplicate-name", Error,
        "Give each object its own name.";

    /// A change by the scene editor cannot be carried out, such as one of an object that the script does not make any more.
    SceneEdit = "scene::edit", Error,
        "Correct or remove the line in the block of `morse edit`, at the end of the script.",
        example "from morse.builder import edit\nedit.remove('no_such_object')";

    /// The scene sets options of a stream manager, and has no stream and no service of its middleware.
    SceneManagerNotUsed = "scene::manager-not-used", Warning,
        "Add a stream or a service of that middleware, or remove the options.",
        example "env.configure_stream_manager('ros2', map_to_odom=False)";

    /// The scene needs a middleware that this build does not have, and its streams and services were left out as
    /// requested.
    SceneMiddlewareLeftOut = "scene::middleware-left-out", Warning,
        "Nothing, if the stream or service is not needed. Otherwise, use a middleware that this build has.";

    /// The scene needs a middleware that this build does not have.
    SceneMiddlewareNotAvailable = "scene::middleware-not-available", Error,
        "Use a different middleware, or run without those streams and services: `morse run --skip-missing-middlewares`.",
        example "pose.add_stream('yarp')";

    /// A modifier cannot change the data of the component that it is on.
    SceneModifierDoesNotFit = "scene::modifier-does-not-fit", Error,
        "Use it on a component that the message lists, or use a different modifier.";

    /// A modifier is on an object without data, or on an object that does not exist.
    SceneModifierOnNothing = "scene::modifier-on-nothing", Warning,
        "Put it on a sensor or an actuator of the scene.";

    /// A scene has more findings than are listed. The severity is the highest severity of the findings that are not
    /// listed.
    SceneMore = "scene::more", Error,
        "Correct the listed findings, and check again.";

    /// A property or an option is not known and has no effect, but one with a similar name exists.
    SceneNearMiss = "scene::near-miss", Warning,
        "Use the name that the message suggests.",
        example "waypoint.properties(Speeed=2.0)";

    /// A robot, sensor or actuator has no class.
    SceneNoClass = "scene::no-class", Error,
        "Give its builder class a `_classpath`, or the robot a property `classpath`.";

    /// The environment has no name.
    SceneNoEnvironment = "scene::no-environment", Error,
        "Name an environment; the simplest one is `empty`.";

    /// The scene has no robot.
    SceneNoRobot = "scene::no-robot", Error,
        "Make at least one robot before the environment.";

    /// The original has this class, but this build cannot run it yet.
    SceneNotImplemented = "scene::not-implemented", Error,
        "Use a different class: `morse catalog` lists the classes that this build can run.";

    /// A text property has a value that is not one of the allowed values.
    SceneNotOneOf = "scene::not-one-of", Error,
        "Use one of the values that the message lists.",
        example "motion.properties(ControlType='Velocty')";

    /// A number is outside of the range that its property allows.
    SceneOutOfRange = "scene::out-of-range", Error,
        "Use a number in the range that the message names.",
        example "waypoint.properties(Speed=-1.0)";

    /// Two overlays of a request manager have the same name, so clients could not distinguish their services.
    SceneOverlayNameTaken = "scene::overlay-name-taken", Error,
        "Give one of them another `namespace`.";

    /// An overlay uses a request manager that is not loaded, so clients cannot call its services.
    SceneOverlayNotServed = "scene::overlay-not-served", Error,
        "Add a service of that middleware to any component.";

    /// An overlay is on an object without services, or on an object that does not exist.
    SceneOverlayOnNothing = "scene::overlay-on-nothing", Error,
        "Put it on a robot, sensor or actuator of the scene.";

    /// An object comes before its parent in the document.
    SceneParentAfterChild = "scene::parent-after-child", Error,
        "Move the parent before its children.";

    /// A class is not built in, and a class of this kind cannot run from Python, or its module cannot be used.
    ScenePythonClass = "scene::python-class", Error,
        "Correct the class path. For robots, sensors and actuators of your own, see `docs/python_components.md`.";

    /// A component asks for a higher frequency than the simulation has.
    SceneRateAboveSimulation = "scene::rate-above-simulation", Warning,
        "Raise the frequency of the simulation or lower that of the component. Without a change, the component acts at every step.",
        example "env.simulator_frequency(20)\npose.frequency(50)";

    /// A robot has a name by which clients reach the simulator itself.
    SceneReservedName = "scene::reserved-name", Error,
        "Give it another name.",
        example "simulation = ATRV()";

    /// Several robots had the same name and were renamed with numbers, as in the original.
    SceneRobotRenamed = "scene::robot-renamed", Warning,
        "Give each robot its own name.",
        example "a = ATRV('robot')\nb = ATRV('robot')";

    /// Several robots have the same pose, so they overlap.
    SceneRobotsOnOneSpot = "scene::robots-on-one-spot", Warning,
        "Place each robot with `translate`.",
        example "a = ATRV()\nb = ATRV()";

    /// A sensor has no stream, and nothing in the scene reads it.
    SceneSensorWithoutStream = "scene::sensor-without-stream", Warning,
        "Give it a stream or a service, or remove it.",
        example "pose = Pose()\nrobot.append(pose)";

    /// Services are on an object that cannot have services, or on an object that does not exist.
    SceneServiceOnNothing = "scene::service-on-nothing", Error,
        "Put them on a robot, sensor or actuator of the scene.";

    /// A stream class belongs to a different middleware than its manager.
    SceneStreamOfAnotherMiddleware = "scene::stream-of-another-middleware", Error,
        "Use a stream class of the manager's middleware.";

    /// A stream is on an object without data, or on an object that does not exist.
    SceneStreamOnNothing = "scene::stream-on-nothing", Error,
        "Put it on a sensor or an actuator of the scene.";

    /// A Boolean property is set to a text such as `'False'`, which counts as true.
    SceneTextAsTruth = "scene::text-as-truth", Warning,
        "Write `False` without quotes.",
        example "waypoint.properties(FreeZ='False')";

    /// A scene has more objects than the simulator accepts.
    SceneTooManyObjects = "scene::too-many-objects", Error,
        "Split the scene, or make fewer objects.";

    /// Several actuators drive one robot by commands, or an actuator that is declared before one with goals can interrupt them.
    SceneTwoDrivers = "scene::two-drivers", Warning,
        "Keep one of them, or append the actuator with goals first.",
        example "robot.append(MotionVW())\nrobot.append(MotionXYW())";

    /// An argument of a modifier is not known, so it would have no effect.
    SceneUnknownArgument = "scene::unknown-argument", Error,
        "Use an argument that the message lists.",
        example "pose.alter('Noise', pos_sdt=0.1)";

    /// A class path is below `morse.`, and there is no such class.
    SceneUnknownClass = "scene::unknown-class", Error,
        "Use the name that the message suggests, or one of `morse catalog`.";

    /// A component does not have the level that the script selects.
    SceneUnknownLevel = "scene::unknown-level", Error,
        "Use a level that the message lists.",
        example "odometry.level('rw')";

    /// The scene uses a datastream manager that does not exist.
    SceneUnknownMiddleware = "scene::unknown-middleware", Error,
        "Use the name that the message suggests.";

    /// The distribution of robots over nodes does not contain the name of this node, so the node simulates no robot.
    SceneUnknownNode = "scene::unknown-node", Warning,
        "Start the node with a name that the distribution contains, or correct the distribution.";

    /// An overlay class does not exist, or the class is a stream.
    SceneUnknownOverlay = "scene::unknown-overlay", Error,
        "Use the name of an overlay.";

    /// The parent of an object does not exist.
    SceneUnknownParent = "scene::unknown-parent", Error,
        "Use the name of an object of the scene.";

    /// The distribution of robots over nodes contains a name that is not the name of a robot of the scene.
    SceneUnknownRobot = "scene::unknown-robot", Warning,
        "Use the name of a robot of the scene.";

    /// The scene uses a request manager that does not exist.
    SceneUnknownServiceManager = "scene::unknown-service-manager", Error,
        "Use the name that the message suggests.";

    /// A stream class does not exist, or the class is an overlay.
    SceneUnknownStream = "scene::unknown-stream", Error,
        "Use the name of a stream class.";

    /// Robots or components have no name of their own, as no variable holds them. As in the original, they are called by
    /// their object, such as `Empty.001`.
    SceneUnnamed = "scene::unnamed", Warning,
        "Give each a name, as in `ATRV(f'robot{i}')` in a loop, or call `AbstractComponent.close_context()` at its end.",
        example "for i in range(3):\n    robot = ATRV()";

    /// A scene that the user does not trust writes a file outside of the working directory.
    SceneUntrusted = "scene::untrusted", Error,
        "Read the scene first. If you accept that it writes the file, add `--trust`.";

    /// A stream or a modifier has a direction that does not fit its component or its class.
    SceneWrongDirection = "scene::wrong-direction", Error,
        "Use OUT for sensors and IN for actuators.";

    /// A class has a different kind than the object that uses it.
    SceneWrongKind = "scene::wrong-kind", Error,
        "Use a class of the same kind as the object: robot, sensor, actuator or modifier.";

    /// A property or an option has a value of the wrong type.
    SceneWrongType = "scene::wrong-type", Error,
        "Give a value of the type that the message names.",
        example "waypoint.properties(Speed='fast')";

    /// An axis of an object has the scale zero.
    SceneZeroScale = "scene::zero-scale", Error,
        "Give every axis a scale other than zero.";

    /// The script ended with an exception.
    ScriptException = "script::exception", Error,
        "Correct the line that the traceback names.";

    /// `morse check` got no scene: the file cannot be read or is not a scene document, or the script ended before it
    /// described a scene.
    ScriptNoScene = "script::no-scene", Error,
        "Do what the message says. A script describes its scene by creating an `Environment`.";
}
