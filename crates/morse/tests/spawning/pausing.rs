//! Pausing a simulation, and its single steps.

use std::sync::mpsc::channel;
use std::time::Duration;

use morse::{Ending, Frame, Interrupt, Options, Runner, Simulation, Value};
use morse_sim::contract::service::Answer;
use morse_sim::transport::request::Event;

use crate::simulation;

#[test]
fn cancelled_steps_are_not_made() {
    let mut simulation = simulation(&Options::default());
    simulation.pause();
    let (sender, receiver) = channel();
    let ask = |simulation: &mut Simulation, count| {
        let (id, sender) = (simulation.gateway().next_id(), sender.clone());
        let respond = Box::new(move |answer| drop(sender.send(answer)));
        simulation.call_with(id, "simulation", "step", &[Value::Int(count)], respond);
        id
    };
    let other = simulation.gateway().next_id();
    let steps = ask(&mut simulation, 5);
    simulation.handle(Event::Cancel(other));
    assert!(receiver.try_recv().is_err(), "another request was cancelled");
    simulation.handle(Event::Cancel(steps));
    assert_eq!(receiver.try_recv(), Ok(Answer::Preempted(Value::Int(0))));
    assert_eq!(simulation.controls().paused, Some(0));
    ask(&mut simulation, 1);
    assert!(receiver.try_recv().is_err(), "the next request is accepted");
}

#[test]
fn paused_run_makes_requested_steps() {
    let mut simulation = simulation(&Options::default());
    let (sender, receiver) = channel();
    let ask = |simulation: &mut Simulation, service: &str, arguments: &[Value]| {
        let (id, sender) = (simulation.gateway().next_id(), sender.clone());
        let respond = Box::new(move |answer| drop(sender.send(answer)));
        simulation.call_with(id, "simulation", service, arguments, respond);
    };
    ask(&mut simulation, "step", &[Value::Int(5)]);
    assert!(matches!(receiver.try_recv(), Ok(Answer::Failed(_))), "it is not paused");
    ask(&mut simulation, "pause", &[]);
    assert_eq!(receiver.try_recv(), Ok(Answer::Success(Value::Null)));
    for bad in [0, -1] {
        ask(&mut simulation, "step", &[Value::Int(bad)]);
        assert!(matches!(receiver.try_recv(), Ok(Answer::Failed(_))));
    }
    ask(&mut simulation, "step", &[Value::Int(5)]);
    let interrupt = Interrupt::default();
    let watch = interrupt.clone();
    let mut ticks = 0;
    let observer = |frame: &Frame<'_>| ticks = frame.simulation().clock().tick();
    let mut runner = Runner::new(simulation).observe(observer).interrupt(interrupt);
    let waiting = std::thread::spawn(move || {
        let answer = receiver.recv_timeout(Duration::from_secs(10)).ok();
        watch.request();
        answer
    });
    assert_eq!(runner.run(), Ending::Interrupted);
    drop(runner);
    let answer = waiting.join().unwrap();
    assert_eq!((ticks, answer), (5, Some(Answer::Success(Value::Int(5)))));
}
