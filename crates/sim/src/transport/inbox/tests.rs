//! Tests of inboxes: which command is taken, and at which check.

use morse_scene::value::Value;

use super::*;
use crate::contract::data::FieldInfo;

const FIELDS: &[FieldInfo] = &[FieldInfo {
    name: "v",
    type_name: "float",
    unit: None,
    doc: "",
    fits: |value| <f64 as crate::contract::data::FieldType>::from_value(value).is_some(),
}];

/// The inbox of a component with one number as its command.
fn inbox() -> Inbox {
    Inbox::new("robot.motion", CommandSchema { fields: FIELDS, open: Vec::new() })
}

fn command(v: impl Into<Value>) -> Map {
    Map::from([("v", v.into())])
}

fn taken(inbox: &Inbox) -> Option<f64> {
    inbox.take()?.get("v")?.as_f64()
}

#[test]
fn newest_command_wins_and_is_taken_once() {
    let inbox = inbox();
    assert!(inbox.take().is_none());
    assert_eq!(inbox.put(command(1.0)), PutOutcome::Stored);
    assert_eq!(inbox.put(command(2.0)), PutOutcome::Replaced);
    assert_eq!(taken(&inbox), Some(2.0));
    assert!(inbox.take().is_none());
}

#[test]
fn invalid_command_does_not_replace_a_valid_one() {
    let inbox = inbox();
    inbox.put(command(1.0));
    for bad in [command(f64::NAN), command("fast"), Map::new()] {
        assert_eq!(inbox.put(bad), PutOutcome::Refused);
    }
    assert_eq!(taken(&inbox), Some(1.0));
}

#[test]
fn reader_may_keep_the_first_command_of_each_activation() {
    let inbox = inbox();
    let reader = inbox.clone().keeping(Keep::First);
    assert_eq!(reader.put(command(1.0)), PutOutcome::Stored);
    assert_eq!(reader.put(command(2.0)), PutOutcome::Dropped);
    assert_eq!(taken(&inbox), Some(1.0));
    assert_eq!(taken(&inbox), None);
    assert_eq!(reader.put(command(3.0)), PutOutcome::Stored);
    assert_eq!(taken(&inbox), Some(3.0));
}

#[test]
fn first_command_of_a_new_connection_is_kept() {
    let inbox = inbox();
    let reader = inbox.clone().keeping(Keep::First);
    let client = reader.connected();
    assert_eq!(reader.put_from(client, command(1.0)), PutOutcome::Stored);
    assert_eq!(reader.put_from(client, command(2.0)), PutOutcome::Dropped);
    assert_eq!(taken(&inbox), None, "this check accepts");
    assert_eq!(taken(&inbox), Some(1.0));
}

#[test]
fn partial_command_needs_at_least_one_valid_field() {
    const TWO: &[FieldInfo] = &[FIELDS[0], FieldInfo { name: "w", ..FIELDS[0] }];
    let inbox = Inbox::new("robot.motion", CommandSchema { fields: TWO, open: Vec::new() });
    assert_eq!(inbox.put(command(1.0)), PutOutcome::Refused, "all fields are required by default");
    let reader = inbox.clone().partial();
    assert_eq!(reader.put(command(1.0)), PutOutcome::Stored);
    assert_eq!(reader.put(Map::from([("u", 1.0)])), PutOutcome::Refused);
    assert_eq!(reader.put(command("fast")), PutOutcome::Refused);
    assert_eq!(taken(&inbox), Some(1.0));
}

#[test]
fn check_that_accepts_a_connection_takes_no_command_from_it() {
    let inbox = inbox();
    assert_eq!(taken(&inbox), None);
    let client = inbox.connected();
    assert_eq!(inbox.put_from(client, command(1.0)), PutOutcome::Stored);
    assert_eq!(taken(&inbox), None, "this check accepts");
    assert_eq!(taken(&inbox), Some(1.0));
    inbox.put_from(client, command(2.0));
    assert_eq!(taken(&inbox), Some(2.0), "later commands are taken at once");
}

#[test]
fn command_on_an_accepted_connection_is_taken_at_once() {
    let inbox = inbox();
    let client = inbox.connected();
    assert_eq!(taken(&inbox), None);
    inbox.put_from(client, command(1.0));
    assert_eq!(taken(&inbox), Some(1.0));
}

#[test]
fn new_client_does_not_delay_an_accepted_one() {
    let inbox = inbox();
    let old = inbox.connected();
    assert_eq!(taken(&inbox), None);
    let new = inbox.connected();
    assert_eq!(inbox.put_from(new, command(5.0)), PutOutcome::Stored);
    let second = inbox.put_from(old, command(1.0));
    assert_eq!(second, PutOutcome::Stored, "both commands are kept and taken in turn");
    assert_eq!(taken(&inbox), Some(1.0));
    assert_eq!(taken(&inbox), Some(5.0));
    assert_eq!(taken(&inbox), None);
}

#[test]
fn commands_of_successive_clients_are_all_taken() {
    let inbox = inbox();
    inbox.put_from(inbox.connected(), command(1.0));
    assert_eq!(taken(&inbox), None);
    inbox.put_from(inbox.connected(), command(2.0));
    assert_eq!(taken(&inbox), Some(1.0));
    assert_eq!(taken(&inbox), Some(2.0));
}

#[test]
fn later_command_replaces_one_that_waits_for_its_check() {
    let inbox = inbox();
    let client = inbox.connected();
    inbox.put_from(client, command(1.0));
    assert_eq!(inbox.put_from(client, command(2.0)), PutOutcome::Replaced);
    assert_eq!(taken(&inbox), None);
    assert_eq!(inbox.put_from(client, command(3.0)), PutOutcome::Replaced, "a command was missed");
    assert_eq!(taken(&inbox), Some(3.0));
    assert_eq!(taken(&inbox), None);
}

#[test]
fn arrivals_grow_while_a_command_waits() {
    let arrivals = Arrivals::default();
    let inbox =
        Inbox::counted("robot.motion", CommandSchema { fields: FIELDS, open: Vec::new() }, arrivals.clone());
    let mut before = arrivals.count();
    let mut has_grown = || std::mem::replace(&mut before, arrivals.count()) < arrivals.count();
    assert!(!has_grown());
    let client = inbox.connected();
    assert!(has_grown(), "the next check accepts the client");
    inbox.put_from(client, command(1.0));
    assert!(has_grown());
    assert_eq!(taken(&inbox), None, "this check accepts");
    assert!(has_grown(), "the command is still to be taken");
    assert_eq!(taken(&inbox), Some(1.0));
    assert!(!has_grown());
    inbox.put(command(f64::NAN));
    assert!(!has_grown(), "a refused command is not an arrival");
}
