//! Computing time of the components and of the parts of a step, measured in some of the ticks.
//!
//! The engine has no clock of its own: its driver passes one. Costs are not part of the state.

/// Reads a monotonic clock. [ns]
pub type CostClock = fn() -> u64;

/// One in this number of ticks is measured. The number is prime, so that sensors with usual periods have their share.
const MEASURED_TICKS: u64 = 17;

/// Time since the last tick from which on every tick is measured. [ns]
const LONG_NS: u64 = 50_000_000;

/// Costs of a simulation since measuring began.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Costs {
    /// Number of measured ticks.
    pub ticks: u64,
    /// Time of the measured steps. [ns]
    pub step_ns: u64,
    /// Time of the physics in these steps. [ns]
    pub physics_ns: u64,
    /// Time in which readings were passed to middlewares in these steps. [ns]
    pub publishing_ns: u64,
    /// Time of the exchanges with the processes of users' components in these steps. [ns]
    pub hosts_ns: u64,
    /// The components with a cost.
    pub components: Vec<ComponentCost>,
}

/// Cost of a sensor or actuator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentCost {
    /// Full name.
    pub name: String,
    /// Class path.
    pub class: String,
    /// Time of its readings or actions in the measured ticks. It may exceed the time of the steps if threads work in parallel,
    /// and contains the time for which it waits for threads. [ns]
    pub ns: u64,
}

/// The running measurement.
#[derive(Default)]
pub(crate) struct CostMeter {
    pub(crate) clock: Option<CostClock>,
    /// Time at the begin of the last tick. [ns]
    begin_ns: u64,
    /// The costs so far, without those of components, which are with their instances.
    pub(crate) so_far: Costs,
}

impl CostMeter {
    /// A measurement with a clock.
    pub(crate) fn start(clock: CostClock) -> Self {
        Self { clock: Some(clock), begin_ns: clock(), so_far: Costs::default() }
    }

    /// Begins a tick. Returns the clock if the tick is measured.
    pub(crate) fn begin_tick(&mut self, tick: u64) -> Option<CostClock> {
        let clock = self.clock?;
        let begin_ns = clock();
        let passed_ns = begin_ns.saturating_sub(std::mem::replace(&mut self.begin_ns, begin_ns));
        (tick.is_multiple_of(MEASURED_TICKS) || passed_ns > LONG_NS).then_some(clock)
    }

    /// Adds a step that began, had physics and publishing begin, and ended at these times. [ns]
    pub(crate) fn add(&mut self, [begin, physics, publishing, end]: [u64; 4]) {
        self.so_far.ticks += 1;
        self.so_far.step_ns += end.saturating_sub(begin);
        self.so_far.physics_ns += publishing.saturating_sub(physics);
        self.so_far.publishing_ns += end.saturating_sub(publishing);
    }
}

/// Time that passed on a clock while `work` ran [ns], and its result; 0 without a clock.
pub(crate) fn measured<T>(clock: Option<CostClock>, work: impl FnOnce() -> T) -> (u64, T) {
    match clock {
        Some(read) => {
            let begin = read();
            let result = work();
            (read().saturating_sub(begin), result)
        }
        None => (0, work()),
    }
}
