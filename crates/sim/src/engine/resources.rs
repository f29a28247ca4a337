//! The resources that run a simulation: threads, middlewares, processes of users' components, recorders.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use morse_world::ThreadTeam;
use rayon::ThreadPool;

use crate::engine::activity::ActivityRecorder;
use crate::engine::activity::recording::RecordingSwitch;
use crate::engine::activity::replaying::ReplayedStep;
use crate::engine::answers::queue::Answers;
use crate::engine::contract_checks::ContractChecks;
use crate::engine::control::Controls;
use crate::engine::cost::{CostClock, CostMeter};
use crate::engine::instance::BegunStep;
use crate::engine::objects::spawning::Spawning;
use crate::engine::repeated_warnings::RepeatedWarnings;
use crate::engine::viewer_camera::ViewerCamera;
use crate::external::components::{ExternalComponents, OverlayInstance};
use crate::transport::inbox::Arrivals;
use crate::transport::request::{Event, Gateway};
use crate::transport::stream::Middleware;

/// Resources of a running simulation, through which all inputs from outside arrive. They are not part of the state: two
/// simulations with equal states that get the same inputs compute the same.
pub(crate) struct Engine {
    pub(crate) threads: Arc<ThreadPool>,
    /// The same threads, for parallel work in every tick.
    pub(crate) team: ThreadTeam,
    /// For each sensor, whether its reading of this tick may need further processing.
    pub(crate) is_followed_up: Vec<bool>,
    /// For each actuator, whether it has already acted in this tick, in parallel with other actuators.
    pub(crate) has_driven: Vec<bool>,
    pub(crate) middlewares: Vec<Box<dyn Middleware>>,
    pub(crate) gateway: Gateway,
    pub(crate) events: Receiver<Event>,
    /// Counter of arrivals at the inboxes of actuators.
    pub(crate) arrivals: Arrivals,
    pub(crate) answers: Answers,
    /// The wall time that a tick spends on requests at most [ns], and the clock that measures it.
    pub(crate) request_limit: Option<(CostClock, u64)>,
    pub(crate) controls: Controls,
    /// The camera of viewers, which changes nothing in the step.
    pub(crate) viewer_camera: ViewerCamera,
    /// Resources for adding objects.
    pub(crate) spawning: Spawning,
    /// The external components, if there are any.
    pub(crate) external: Option<ExternalComponents>,
    /// The overlays that the host computes.
    pub(crate) overlays: Vec<OverlayInstance>,
    /// Whether the current call was made by the host.
    pub(crate) is_calling_for_host: bool,
    /// Recorder of inputs from outside, while recording is on.
    pub(crate) recorder: Option<ActivityRecorder>,
    /// Inputs of the current step, if it replays a recorded run.
    pub(crate) replayed: Option<ReplayedStep>,
    /// Starts and stops recordings for clients.
    pub(crate) recording: Option<Box<dyn RecordingSwitch>>,
    /// Number of observers that need every sensor to read.
    pub(crate) readers_of_all: usize,
    /// Warnings of the step, which may repeat in every tick.
    pub(crate) warnings: RepeatedWarnings,
    /// Checks of the declarations of components, in a debug run.
    pub(crate) contract_checks: Option<ContractChecks>,
    /// Costs of components and of the parts of a step.
    pub(crate) costs: CostMeter,
    /// The step whose first part was made by [`Simulation::begin_step`](crate::Simulation::begin_step).
    pub(crate) begun: Option<BegunStep>,
}

impl Engine {
    /// The resources of a simulation that has not started.
    pub(crate) fn new(
        threads: Arc<ThreadPool>,
        middlewares: Vec<Box<dyn Middleware>>,
        spawning: Spawning,
    ) -> Self {
        let environment = &spawning.environment;
        let timing = spawning.options.request_timing.unwrap_or_else(|| environment.request_timing());
        let (gateway, events) = Gateway::new();
        Self {
            threads,
            team: ThreadTeam::default(),
            is_followed_up: Vec::new(),
            has_driven: Vec::new(),
            middlewares,
            gateway,
            events,
            arrivals: Arrivals::default(),
            answers: Answers::new(timing),
            request_limit: None,
            controls: Controls::new(environment.time.scale),
            viewer_camera: ViewerCamera::new(&environment.camera),
            spawning,
            external: None,
            overlays: Vec::new(),
            is_calling_for_host: false,
            recorder: None,
            replayed: None,
            recording: None,
            readers_of_all: 0,
            warnings: RepeatedWarnings::default(),
            contract_checks: None,
            costs: CostMeter::default(),
            begun: None,
        }
    }
}
