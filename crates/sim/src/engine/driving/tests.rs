//! Tests of the decision which actuators of a robot act.

use super::*;

fn driver(index: usize, driving: Driving, number: u64, is_under_way: bool) -> Driver {
    Driver { index, driving, number, has_expired: false, is_under_way }
}

fn mover(index: usize, number: u64) -> Driver {
    driver(index, Driving::Command, number, false)
}

fn goal(index: usize, number: u64) -> Driver {
    driver(index, Driving::Goal, number, true)
}

/// The indices of the drivers that act.
fn acting(drivers: &[Driver]) -> Vec<usize> {
    let acts = |me: &&Driver| {
        let others = drivers.iter().filter(|other| other.index != me.index).copied();
        decide(me, &Rivals::of(me, others)) == Decision::Acts
    };
    drivers.iter().filter(acts).map(|driver| driver.index).collect()
}

#[test]
fn first_mover_holds_a_robot_without_commands() {
    let waypoint = driver(0, Driving::Goal, 0, false);
    assert_eq!(acting(&[waypoint, mover(1, 0), mover(2, 0)]), [1]);
    assert_eq!(acting(&[waypoint, driver(1, Driving::Goal, 0, false)]), [0]);
}

#[test]
fn actuator_without_command_does_nothing_when_another_one_is_commanded() {
    assert_eq!(acting(&[mover(0, 0), mover(1, 1)]), [1]);
    assert_eq!(acting(&[mover(0, 0), driver(1, Driving::Force, 1, false)]), [1]);
    assert_eq!(acting(&[mover(0, 0), goal(1, 1)]), [1]);
}

#[test]
fn goal_ends_earlier_commands_in_both_orders() {
    assert_eq!(acting(&[mover(0, 1), goal(1, 2)]), [1]);
    assert_eq!(acting(&[goal(0, 2), mover(1, 1)]), [0]);
    let arrived = driver(0, Driving::Goal, 2, false);
    assert_eq!(acting(&[arrived, mover(1, 1)]), [0], "the command stays ended after arrival");
}

#[test]
fn newer_command_interrupts_a_goal_if_it_is_declared_first_and_until_it_expires() {
    assert_eq!(acting(&[mover(0, 2), goal(1, 1)]), [0]);
    assert_eq!(acting(&[goal(0, 1), mover(1, 2)]), [0]);
    let expired = Driver { has_expired: true, ..mover(0, 2) };
    assert_eq!(acting(&[expired, goal(1, 1)]), [1]);
    let arrived = |index| driver(index, Driving::Goal, 1, false);
    assert_eq!(acting(&[arrived(0), mover(1, 2)]), [1], "the command acts after the end of the goal");
    assert_eq!(acting(&[expired, arrived(1)]), [0], "an expired command holds the robot");
}

#[test]
fn newest_goal_has_the_robot_and_all_commands_act() {
    assert_eq!(acting(&[goal(0, 1), goal(1, 2)]), [1]);
    assert_eq!(acting(&[mover(0, 1), mover(1, 2), driver(2, Driving::Force, 3, false)]), [0, 1, 2]);
}

#[test]
fn input_of_a_user_is_ignored_during_goals_that_are_declared_first() {
    let pressed = |index| driver(index, Driving::Input, 3, true);
    assert_eq!(acting(&[goal(0, 1), pressed(1)]), [0]);
    assert_eq!(acting(&[pressed(0), goal(1, 1)]), [0]);
    let released = driver(0, Driving::Input, 3, false);
    assert_eq!(acting(&[released, goal(1, 1)]), [0, 1]);
}
