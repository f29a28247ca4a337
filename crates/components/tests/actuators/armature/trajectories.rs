//! Tests of trajectories: positions of an arm at the times of the points, and invalid trajectories.

use super::{kuka, list, refusal, request, values};
use crate::common::assert_close;
use morse_scene::value::{Map, Value};
use morse_sim::contract::service::Answer;

pub(super) fn trajectory(points: &[([f64; 7], f64)]) -> Value {
    let point = |(positions, after): &([f64; 7], f64)| {
        Value::Map(Map::from([("positions", list(positions)), ("time_from_start", Value::Float(*after))]))
    };
    Value::Map(Map::from([("points", Value::List(points.iter().map(point).collect()))]))
}

#[test]
fn arm_reaches_the_points_of_a_trajectory_in_time() {
    let mut run = kuka().run();
    run.step(1);
    let there = [0.5, -0.6, 0.2, 0.0, 0.3, -0.1, 1.0];
    let answer = request(&mut run, "trajectory", &[trajectory(&[(there, 1.0), ([0.0; 7], 3.0)])]);
    run.seconds(0.5);
    assert_close(values(&run), there.map(|value| value / 2.0), 0.03);
    run.seconds(0.5);
    run.step(1);
    assert_close(values(&run), there, 0.03);
    assert!(answer.try_recv().is_err());
    run.seconds(1.0);
    assert_close(values(&run), there.map(|value| value / 2.0), 0.03);
    run.seconds(1.1);
    assert_eq!(answer.try_recv(), Ok(Answer::Success(Value::Null)));
    assert_close(values(&run), [0.0; 7], 0.011);
}

#[test]
fn trajectory_waits_for_its_start_time() {
    let mut run = kuka().epoch(1e6).run();
    run.step(1);
    let Value::Map(mut later) = trajectory(&[([0.5; 7], 1.0)]) else { unreachable!() };
    later.insert("starttime", 1e6 + 2.0);
    let answer = request(&mut run, "trajectory", &[Value::Map(later)]);
    run.seconds(1.9);
    assert_close(values(&run), [0.0; 7], 1e-12);
    run.seconds(1.2);
    assert_close(values(&run), [0.5; 7], 0.011);
    assert_eq!(answer.try_recv(), Ok(Answer::Success(Value::Null)));
}

#[test]
fn invalid_trajectories_are_refused() {
    let mut run = kuka().run();
    run.step(1);
    let point = |entries: Vec<(&str, Value)>| {
        let point: Map = entries.into_iter().collect();
        Value::Map(Map::from([("points", Value::List(vec![Value::Map(point)]))]))
    };
    let after = || ("time_from_start", Value::Float(1.0));
    let cases = [
        (Value::Map(Map::new()), "key 'points' was expected."),
        (point(vec![after()]), "key 'positions' was expected."),
        (point(vec![("positions", list(&[0.0; 7]))]), "key 'time_from_start' was expected."),
        (point(vec![("positions", list(&[0.0; 3])), after()]), "3 positions"),
        (point(vec![("positions", list(&[f64::NAN; 7])), after()]), "finite"),
        (point(vec![("positions", "up".into()), after()]), "list"),
        (Value::Map(Map::from([("points", Value::List(Vec::new()))])), "no points"),
        (Value::from("up"), "key 'points' was expected."),
    ];
    for (given, expected) in cases {
        let told = refusal(&mut run, "trajectory", &[given]);
        assert!(told.starts_with("Error: invalid trajectory: ") && told.contains(expected), "{told}");
    }
    run.seconds(1.0);
    assert_close(values(&run), [0.0; 7], 1e-12);
}
