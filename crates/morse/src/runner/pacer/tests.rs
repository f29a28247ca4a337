//! Tests of pacing with a simulated clock.

use morse_components::registry;
use morse_sim::{Models, Options, Simulation};

use morse_sim::engine::time::lockstep::PartnerId;
use morse_sim::transport::request::Event;

use super::*;

const TICK: Duration = Duration::from_millis(100);

/// A pacer at 10 Hz with a manual wall clock.
struct Bench {
    simulation: Simulation,
    pacer: Pacer,
    now: Instant,
}

impl Bench {
    fn new(pace: Pace) -> Self {
        let document = Document::default();
        let options = Options::default();
        let simulation =
            Simulation::assemble(&document, &registry(), &Models::default(), Vec::new(), options).unwrap();
        let now = Instant::now();
        Self { simulation, pacer: Pacer::new(pace, 10.0, now), now }
    }

    fn after(&mut self, time: Duration) -> NextAction {
        self.turn(time, false)
    }

    fn turn(&mut self, time: Duration, has_answers: bool) -> NextAction {
        self.now += time;
        self.pacer.next_action(self.now, self.simulation.controls(), has_answers)
    }

    fn handle(&mut self, event: Event) {
        self.simulation.handle(event);
    }

    /// Number of steps without any passing time.
    fn burst(&mut self) -> usize {
        (0..1000).take_while(|_| self.after(Duration::ZERO) == NextAction::Step).count()
    }
}

fn real_time() -> Pace {
    Pace { fast: false, catch_up_steps: 5, obeys_triggers: true }
}

#[test]
fn one_step_is_made_per_period() {
    let mut bench = Bench::new(real_time());
    assert!(matches!(bench.after(Duration::ZERO), NextAction::Wait(_)));
    for _ in 0..10 {
        assert_eq!(bench.after(TICK), NextAction::Step);
        assert!(matches!(bench.after(Duration::ZERO), NextAction::Wait(_)));
    }
}

#[test]
fn answers_are_sent_half_way_to_next_step() {
    let mut bench = Bench::new(real_time());
    assert_eq!(bench.after(TICK), NextAction::Step);
    bench.pacer.published(bench.now);
    assert!(matches!(bench.turn(TICK * 4 / 10, true), NextAction::Wait(_)));
    assert_eq!(bench.turn(TICK / 10, true), NextAction::Answer);
    assert!(matches!(bench.turn(Duration::ZERO, false), NextAction::Wait(_)));
    assert_eq!(bench.after(TICK / 2), NextAction::Step);
}

#[test]
fn answers_of_late_step_are_sent_after_gap_and_before_next_step() {
    let mut bench = Bench::new(real_time());
    assert_eq!(bench.after(TICK), NextAction::Step);
    bench.now += TICK * 2;
    bench.pacer.published(bench.now);
    assert_eq!(bench.turn(Duration::ZERO, true), NextAction::Wait(ANSWER_GAP));
    assert_eq!(bench.turn(ANSWER_GAP, true), NextAction::Answer);
    assert_eq!(bench.after(Duration::ZERO), NextAction::Step);
}

#[test]
fn answers_do_not_wait_without_wall_time() {
    let mut fast = Bench::new(Pace { fast: true, ..real_time() });
    assert_eq!(fast.after(Duration::ZERO), NextAction::Step);
    assert_eq!(fast.turn(Duration::ZERO, true), NextAction::Answer);
    let mut triggered = Bench::new(real_time());
    triggered.simulation.controls().clock_attached = true;
    triggered.simulation.controls().clock_triggers = 2;
    assert_eq!(triggered.after(Duration::ZERO), NextAction::Step);
    assert_eq!(triggered.turn(Duration::ZERO, true), NextAction::Answer, "before the next trigger counts");
    assert_eq!(triggered.after(Duration::ZERO), NextAction::Step);
}

#[test]
fn lateness_does_not_accumulate() {
    let mut bench = Bench::new(real_time());
    let late = Duration::from_millis(1);
    assert_eq!(bench.after(TICK + late), NextAction::Step);
    assert_eq!(bench.after(TICK - late), NextAction::Step, "the next step is on time");
}

#[test]
fn long_stop_is_not_caught_up_in_full() {
    let mut bench = Bench::new(real_time());
    bench.now += TICK * 100;
    assert_eq!(bench.burst(), 6, "the due step, and five to catch up");
    let mut bench = Bench::new(Pace { catch_up_steps: 0, ..real_time() });
    bench.now += TICK * 100;
    assert_eq!(bench.burst(), 1);
}

#[test]
fn new_time_scale_applies_immediately() {
    let mut bench = Bench::new(real_time());
    bench.simulation.controls().time_scale = 0.001;
    assert!(matches!(bench.after(TICK), NextAction::Wait(_)));
    bench.simulation.controls().time_scale = 2.0;
    assert_eq!(bench.after(Duration::ZERO), NextAction::Step);
    assert_eq!(bench.after(TICK / 2), NextAction::Step);
    for extreme in [f64::MIN_POSITIVE, f64::MAX] {
        bench.simulation.controls().time_scale = extreme;
        bench.after(TICK);
    }
}

#[test]
fn external_clock_triggers_one_step_each() {
    for pace in [real_time(), Pace { fast: true, ..real_time() }] {
        let mut bench = Bench::new(pace);
        bench.simulation.controls().clock_attached = true;
        assert!(matches!(bench.after(TICK * 10), NextAction::Wait(_)), "time is stopped");
        bench.simulation.controls().clock_triggers = 2;
        assert_eq!(bench.burst(), 2);
    }
}

#[test]
fn time_continues_without_burst_after_external_clock_disconnects() {
    let mut bench = Bench::new(real_time());
    bench.simulation.controls().clock_attached = true;
    bench.simulation.controls().clock_triggers = 1;
    assert_eq!(bench.after(TICK * 50), NextAction::Step);
    bench.simulation.controls().clock_attached = false;
    assert!(matches!(bench.after(TICK / 2), NextAction::Wait(_)));
    assert_eq!(bench.after(TICK / 2), NextAction::Step);
}

#[test]
fn internal_syncer_replaces_external_clock() {
    let mut document = Document::default();
    document.environment.time.internal_syncer = true;
    let pace = Pace::of(&document, false);
    assert_eq!(pace, Pace { fast: false, catch_up_steps: 0, obeys_triggers: false });
    let mut bench = Bench::new(pace);
    bench.simulation.controls().clock_attached = true;
    assert_eq!(bench.after(TICK), NextAction::Step);
}

#[test]
fn fast_pace_steps_always() {
    let mut bench = Bench::new(Pace { fast: true, ..real_time() });
    assert_eq!(bench.burst(), 1000);
}

#[test]
fn scene_sets_number_of_caught_up_steps() {
    let mut document = Document::default();
    document.environment.time.logic_step_max = Some(20);
    assert_eq!(Pace::of(&document, false).catch_up_steps, 20);
    document.environment.time.strategy = Strategy::FixedStep;
    assert_eq!(Pace::of(&document, true), Pace { fast: true, catch_up_steps: 5, obeys_triggers: true });
}

#[test]
fn paused_run_makes_only_requested_steps() {
    let mut bench = Bench::new(real_time());
    assert_eq!(bench.after(TICK), NextAction::Step);
    assert!(bench.simulation.request_steps(1).is_err(), "it is not paused");
    bench.simulation.pause();
    assert!(matches!(bench.after(TICK * 20), NextAction::Wait(_)));
    bench.simulation.request_steps(3).unwrap();
    assert_eq!(bench.burst(), 3);
    assert!(matches!(bench.after(TICK), NextAction::Wait(_)));
    bench.simulation.resume();
    assert!(matches!(bench.after(TICK / 2), NextAction::Wait(_)), "the pause is not caught up");
    assert_eq!(bench.after(TICK / 2), NextAction::Step);
}

#[test]
fn steps_wait_for_lock_step_program_and_keep_pace() {
    let (partner, mut bench) = (PartnerId(1), Bench::new(Pace { fast: false, ..Pace::FAST }));
    bench.handle(Event::LockstepAttached(partner));
    assert!(matches!(bench.after(2 * TICK), NextAction::Wait(_)), "it is not ready");
    bench.handle(Event::LockstepReady(partner));
    assert_eq!(bench.after(Duration::ZERO), NextAction::Step);
    assert!(matches!(bench.after(TICK), NextAction::Wait(_)), "one answer is one step");
    bench.handle(Event::LockstepReady(partner));
    assert_eq!(bench.after(Duration::ZERO), NextAction::Step);
    bench.handle(Event::LockstepReady(partner));
    assert_eq!(bench.after(Duration::ZERO), NextAction::Step, "a late step is caught up");
    bench.handle(Event::LockstepReady(partner));
    assert!(matches!(bench.after(Duration::ZERO), NextAction::Wait(_)), "it is ready too early");
    bench.handle(Event::LockstepDetached(partner));
    assert_eq!(bench.after(TICK), NextAction::Step);
}
