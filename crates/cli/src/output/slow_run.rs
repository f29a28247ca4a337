//! Names the costliest part of a run that is slower than real time.

use std::time::{Duration, Instant};

use morse::{Frame, Observer};
use morse_sim::engine::cost::Costs;

/// Wall time over which the speed is measured.
const WINDOW: Duration = Duration::from_secs(5);

/// Ratio of reached to wanted speed below which a run is slow.
const SLOW: f64 = 0.95;

/// Share of wall time that the steps of a slow run take at least; otherwise the run waits for something else.
const BUSY: f64 = 0.5;

/// Reports once that a run is slower than wanted.
pub struct SlowRun {
    begin: Instant,
    begin_s: f64,
    begin_tick: u64,
    /// Costs at the begin of the window.
    before: Costs,
    is_reported: bool,
}

impl SlowRun {
    /// Watches a run that measures costs and follows wall time.
    #[must_use]
    pub fn watch() -> Self {
        let before = Costs::default();
        Self { begin: Instant::now(), begin_s: 0.0, begin_tick: 0, before, is_reported: false }
    }

    fn restart(&mut self, frame: &Frame<'_>) {
        (self.begin, self.begin_s, self.begin_tick) = (Instant::now(), frame.now().seconds(), frame.tick());
        self.before = frame.simulation().costs().unwrap_or_default();
    }
}

impl Observer for SlowRun {
    fn tick(&mut self, frame: &Frame<'_>) {
        if self.is_reported || self.begin.elapsed() < WINDOW {
            return;
        }
        let wall_s = self.begin.elapsed().as_secs_f64();
        let factor = (frame.now().seconds() - self.begin_s) / wall_s;
        let ticks = frame.tick().saturating_sub(self.begin_tick);
        if let Some(costs) = frame.simulation().costs()
            && factor < SLOW * frame.simulation().time_scale()
            && mean_step_s(&costs, &self.before) * ticks as f64 > BUSY * wall_s
            && let Some(part) = costliest(&costs, &self.before)
        {
            self.is_reported = true;
            tracing::warn!("{}", message(factor, &part));
        }
        self.restart(frame);
    }

    fn waiting(&mut self, frame: &Frame<'_>) {
        // A pause, or a step that waits for another program, is not slow.
        self.restart(frame);
    }

    fn needs_activity(&self) -> bool {
        false
    }
}

/// A part of the step and its share of the time.
#[derive(Debug, PartialEq)]
struct Part {
    name: String,
    /// Share of the time of a step, 0 to 1.
    share: f64,
    /// A way to make it cheaper.
    advice: &'static str,
}

/// Mean time of a step since an earlier measurement. [s]
fn mean_step_s(costs: &Costs, before: &Costs) -> f64 {
    let ticks = costs.ticks.saturating_sub(before.ticks).max(1);
    costs.step_ns.saturating_sub(before.step_ns) as f64 * 1e-9 / ticks as f64
}

/// The part of the step that took most of the time since an earlier measurement.
fn costliest(costs: &Costs, before: &Costs) -> Option<Part> {
    let step_ns = costs.step_ns.saturating_sub(before.step_ns);
    let before_ns = |name: &str| {
        before.components.iter().find(|component| component.name == name).map_or(0, |component| component.ns)
    };
    let components = costs.components.iter().map(|component| {
        let ns = component.ns.saturating_sub(before_ns(&component.name));
        (component.name.as_str(), ns, Err(component.class.as_str()))
    });
    let rest = [
        (
            "physics",
            costs.physics_ns.saturating_sub(before.physics_ns),
            "fewer moving bodies, simpler collision shapes or a lower simulator_frequency",
        ),
        (
            "the publishing of readings",
            costs.publishing_ns.saturating_sub(before.publishing_ns),
            "fewer streams, lower frequencies or smaller pictures",
        ),
        (
            "the exchange with components in Python",
            costs.hosts_ns.saturating_sub(before.hosts_ns),
            "a lower frequency of these components",
        ),
    ];
    let parts = components.chain(rest.map(|(name, ns, advice)| (name, ns, Ok(advice))));
    let (name, ns, advice) = parts.max_by_key(|(_, ns, _)| *ns).filter(|_| step_ns > 0)?;
    let advice = advice.unwrap_or_else(advice_for);
    Some(Part { name: name.to_owned(), share: (ns as f64 / step_ns as f64).min(1.0), advice })
}

/// A way to make a component cheaper, from the names of its properties.
fn advice_for(class: &str) -> &'static str {
    let catalog = morse_components::catalog();
    let component = catalog.by_class(class);
    let has = |name: &str| component.is_some_and(|found| found.property(name).is_some());
    if has("cam_width") {
        "a smaller picture (cam_width, cam_height) or a lower frequency"
    } else if has("resolution") {
        "fewer rays (resolution, scan_window) or a lower frequency"
    } else {
        LOWER_RATE
    }
}

const LOWER_RATE: &str = "a lower frequency";

fn message(factor: f64, part: &Part) -> String {
    let Part { name, share, advice } = part;
    format!(
        "the run is slower than wanted: {factor:.2} x real time. {name} takes {:.0} % of a step: {advice} makes it \
         faster. `morse top` shows the cost of each component",
        share * 100.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use morse_sim::engine::cost::ComponentCost;

    fn costs(ticks: u64, camera_ns: u64) -> Costs {
        let component = |name: &str, class: &str, ns| ComponentCost {
            name: name.to_owned(),
            class: class.to_owned(),
            ns,
        };
        let camera = component("robot.camera", "morse.sensors.video_camera.VideoCamera", camera_ns);
        let pose = component("robot.pose", "morse.sensors.pose.Pose", 10);
        Costs {
            ticks,
            step_ns: 1000 * ticks,
            physics_ns: 300 * ticks,
            publishing_ns: 0,
            hosts_ns: 0,
            components: vec![pose, camera],
        }
    }

    #[test]
    fn costliest_part_is_that_of_the_window_with_its_share_and_advice() {
        let part = costliest(&costs(2, 1500), &costs(1, 800)).unwrap();
        assert_eq!((part.name.as_str(), part.share), ("robot.camera", 0.7));
        assert!(
            message(0.4, &part)
                .contains("0.40 x real time. robot.camera takes 70 % of a step: a smaller picture")
        );
        let part = costliest(&costs(2, 1500), &costs(1, 1300)).unwrap();
        assert_eq!((part.name.as_str(), part.share), ("physics", 0.3));
    }

    #[test]
    fn run_without_a_measured_step_has_no_costliest_part() {
        assert_eq!(costliest(&costs(1, 800), &costs(1, 800)), None);
    }
}
