//! Tests of pacing with a simulated clock.

use morse_components::registry;
use morse_sim::{Models, Options, Simulation};

use morse_sim::engine::time::lockstep::PartnerId;
use morse_sim::transport::request::Event;

use super::*;

const TICK: Duration = Duration::from_millis(100);

/// A pacer at 10 Hz and a wall clock that stands still until it is told.
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

    fn after(&mut self, time: Duration) -> Turn {
        self.turn(time, false)
    }

    fn turn(&mut self, time: Duration, has_answers: bool) -> Turn {
        self.now += time;
        self.pacer.turn(self.now, self.simulation.controls(), has_answers)
    }

    fn tell(&mut self, event: Event) {
        self.simulation.handle(event);
    }

    /// Steps that are made without any time passing.
    fn burst(&mut self) -> usize {
        (0..1000).take_while(|_| self.after(Duration::ZERO) == Turn::Step).count()
    }
}

fn real_time() -> Pace {
    Pace { fast: false, catch_up_steps: 5, obeys_triggers: true }
}

#[test]
fn one_step_per_period() {
    let mut bench = Bench::new(real_time());
    assert!(matches!(bench.after(Duration::ZERO), Turn::Wait(_)));
    for _ in 0..10 {
        assert_eq!(bench.after(TICK), Turn::Step);
        assert!(matches!(bench.after(Duration::ZERO), Turn::Wait(_)));
    }
}

#[test]
fn answers_go_out_half_way_to_the_next_step() {
    let mut bench = Bench::new(real_time());
    assert_eq!(bench.after(TICK), Turn::Step);
    bench.pacer.published(bench.now);
    assert!(matches!(bench.turn(TICK * 4 / 10, true), Turn::Wait(_)));
    assert_eq!(bench.turn(TICK / 10, true), Turn::Answer);
    assert!(matches!(bench.turn(Duration::ZERO, false), Turn::Wait(_)));
    assert_eq!(bench.after(TICK / 2), Turn::Step);
}

#[test]
fn answers_of_a_late_step_go_out_before_the_next_one_and_not_right_behind_its_messages() {
    let mut bench = Bench::new(real_time());
    assert_eq!(bench.after(TICK), Turn::Step);
    bench.now += TICK * 2;
    bench.pacer.published(bench.now);
    assert_eq!(bench.turn(Duration::ZERO, true), Turn::Wait(ANSWER_GAP));
    assert_eq!(bench.turn(ANSWER_GAP, true), Turn::Answer);
    assert_eq!(bench.after(Duration::ZERO), Turn::Step);
}

#[test]
fn answers_do_not_wait_where_steps_do_not_follow_wall_time() {
    let mut fast = Bench::new(Pace { fast: true, ..real_time() });
    assert_eq!(fast.after(Duration::ZERO), Turn::Step);
    assert_eq!(fast.turn(Duration::ZERO, true), Turn::Answer);
    let mut triggered = Bench::new(real_time());
    triggered.simulation.controls().clock_attached = true;
    triggered.simulation.controls().clock_triggers = 2;
    assert_eq!(triggered.after(Duration::ZERO), Turn::Step);
    assert_eq!(triggered.turn(Duration::ZERO, true), Turn::Answer, "before the next trigger counts");
    assert_eq!(triggered.after(Duration::ZERO), Turn::Step);
}

#[test]
fn lateness_does_not_add_up() {
    let mut bench = Bench::new(real_time());
    let late = Duration::from_millis(1);
    assert_eq!(bench.after(TICK + late), Turn::Step);
    assert_eq!(bench.after(TICK - late), Turn::Step, "the next one is on time");
}

#[test]
fn a_long_stop_is_not_run_through_in_a_burst() {
    let mut bench = Bench::new(real_time());
    bench.now += TICK * 100;
    assert_eq!(bench.burst(), 6, "the step that is due, and five to catch up");
    let mut bench = Bench::new(Pace { catch_up_steps: 0, ..real_time() });
    bench.now += TICK * 100;
    assert_eq!(bench.burst(), 1);
}

#[test]
fn a_new_time_scale_counts_at_once() {
    let mut bench = Bench::new(real_time());
    bench.simulation.controls().time_scale = 0.001;
    assert!(matches!(bench.after(TICK), Turn::Wait(_)));
    bench.simulation.controls().time_scale = 2.0;
    assert_eq!(bench.after(Duration::ZERO), Turn::Step);
    assert_eq!(bench.after(TICK / 2), Turn::Step);
    for extreme in [f64::MIN_POSITIVE, f64::MAX] {
        bench.simulation.controls().time_scale = extreme;
        bench.after(TICK);
    }
}

#[test]
fn an_outside_clock_makes_one_step_per_trigger() {
    for pace in [real_time(), Pace { fast: true, ..real_time() }] {
        let mut bench = Bench::new(pace);
        bench.simulation.controls().clock_attached = true;
        assert!(matches!(bench.after(TICK * 10), Turn::Wait(_)), "time stands still");
        bench.simulation.controls().clock_triggers = 2;
        assert_eq!(bench.burst(), 2);
    }
}

#[test]
fn time_runs_on_without_a_burst_when_the_outside_clock_goes() {
    let mut bench = Bench::new(real_time());
    bench.simulation.controls().clock_attached = true;
    bench.simulation.controls().clock_triggers = 1;
    assert_eq!(bench.after(TICK * 50), Turn::Step);
    bench.simulation.controls().clock_attached = false;
    assert!(matches!(bench.after(TICK / 2), Turn::Wait(_)));
    assert_eq!(bench.after(TICK / 2), Turn::Step);
}

#[test]
fn the_internal_syncer_takes_the_place_of_any_other_clock() {
    let mut document = Document::default();
    document.environment.time.internal_syncer = true;
    let pace = Pace::of(&document, false);
    assert_eq!(pace, Pace { fast: false, catch_up_steps: 0, obeys_triggers: false });
    let mut bench = Bench::new(pace);
    bench.simulation.controls().clock_attached = true;
    assert_eq!(bench.after(TICK), Turn::Step);
}

#[test]
fn without_waiting_every_turn_is_a_step() {
    let mut bench = Bench::new(Pace { fast: true, ..real_time() });
    assert_eq!(bench.burst(), 1000);
}

#[test]
fn scenes_may_say_how_much_is_made_up_for() {
    let mut document = Document::default();
    document.environment.time.logic_step_max = Some(20);
    assert_eq!(Pace::of(&document, false).catch_up_steps, 20);
    document.environment.time.strategy = Strategy::FixedStep;
    assert_eq!(Pace::of(&document, true), Pace { fast: true, catch_up_steps: 5, obeys_triggers: true });
}

#[test]
fn a_paused_run_makes_only_the_steps_that_are_asked_for() {
    let mut bench = Bench::new(real_time());
    assert_eq!(bench.after(TICK), Turn::Step);
    assert!(bench.simulation.request_steps(1).is_err(), "it is not paused");
    bench.simulation.pause();
    assert!(matches!(bench.after(TICK * 20), Turn::Wait(_)));
    bench.simulation.request_steps(3).unwrap();
    assert_eq!(bench.burst(), 3);
    assert!(matches!(bench.after(TICK), Turn::Wait(_)));
    bench.simulation.resume();
    assert!(matches!(bench.after(TICK / 2), Turn::Wait(_)), "the pause is not made up for");
    assert_eq!(bench.after(TICK / 2), Turn::Step);
}

#[test]
fn steps_wait_for_a_program_in_lock_step_and_keep_their_pace() {
    let (partner, mut bench) = (PartnerId(1), Bench::new(Pace { fast: false, ..Pace::FAST }));
    bench.tell(Event::LockstepAttached(partner));
    assert!(matches!(bench.after(2 * TICK), Turn::Wait(_)), "it is not ready");
    bench.tell(Event::LockstepReady(partner));
    assert_eq!(bench.after(Duration::ZERO), Turn::Step);
    assert!(matches!(bench.after(TICK), Turn::Wait(_)), "one answer is one step");
    bench.tell(Event::LockstepReady(partner));
    assert_eq!(bench.after(Duration::ZERO), Turn::Step);
    bench.tell(Event::LockstepReady(partner));
    assert_eq!(bench.after(Duration::ZERO), Turn::Step, "a step that is late is caught up");
    bench.tell(Event::LockstepReady(partner));
    assert!(matches!(bench.after(Duration::ZERO), Turn::Wait(_)), "it is ready too early");
    bench.tell(Event::LockstepDetached(partner));
    assert_eq!(bench.after(TICK), Turn::Step);
}
