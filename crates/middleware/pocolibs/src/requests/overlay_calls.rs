//! Runs services of overlays by calling services of their component.

use std::sync::Arc;

use morse_scene::value::Value;
use morse_sim::contract::service::{Answer, ServiceError};

use super::caller::{Activity, call};
use super::hub::Hub;
use super::overlays::{Action, OverlayService};
use super::tracking;

/// Runs a service of an overlay.
pub(super) async fn perform(
    hub: &Arc<Hub>,
    activity: &Activity,
    component: &str,
    service: OverlayService,
    arguments: &[String],
) -> Answer {
    act(hub, activity, component, service.action, arguments).await.unwrap_or_else(|answer| answer)
}

async fn act(
    hub: &Arc<Hub>,
    activity: &Activity,
    component: &str,
    action: Action,
    arguments: &[String],
) -> Result<Answer, Answer> {
    let call_component = |service: &'static str, arguments: Vec<Value>| {
        call(hub.gateway(), activity, component, service, arguments)
    };
    let done = Answer::Success(Value::Null);
    Ok(match action {
        Action::Nothing => done,
        Action::Release => without_value(call_component("release", Vec::new()).await),
        Action::Grab => match call_component("grab", Vec::new()).await {
            Answer::Success(value) => {
                Answer::Success(Value::List(vec![Value::Int(i64::from(value.is_truthy()))]))
            }
            other => other,
        },
        Action::SetMode | Action::InitDriver => {
            hub.remember(component, action_key(action), arguments.to_vec());
            done
        }
        Action::GetMode | Action::DriverParameters => {
            let words = hub.recall(component, action_key(action));
            Answer::Success(Value::List(words.into_iter().map(Value::Text).collect()))
        }
        Action::StopRobot => {
            hub.end_following(component);
            without_value(call_component("stop", Vec::new()).await)
        }
        Action::SetSpeed => {
            let (v, w) = (number(arguments, 2)?, number(arguments, 4)?);
            without_value(call_component("set_speed", vec![v.into(), w.into()]).await)
        }
        Action::FollowSpeed => tracking::follow_speed(hub, activity, component, word(arguments, 0)).await,
        Action::FollowAngles => tracking::follow_angles(hub, activity, component, word(arguments, 0)).await,
        Action::MoveBoth | Action::MovePan | Action::MoveTilt => {
            let current = angles(call_component("get_pan_tilt", Vec::new()).await)?;
            let target = target(hub, component, action, arguments, current)?;
            let moving = call_component("set_pan_tilt", vec![target.0.into(), target.1.into()]);
            let waits = word(arguments, arguments.len().saturating_sub(2));
            if matches!(waits, "PLATINE_TRUE" | "1") {
                without_value(moving.await)
            } else {
                // The movement continues after the answer.
                hub.begin_movement(component, target);
                done
            }
        }
        Action::LookAt => {
            let point = vec![
                number(arguments, 8)?.into(),
                number(arguments, 9)?.into(),
                number(arguments, 10)?.into(),
            ];
            without_value(call_component("look_at_point", point).await)
        }
        Action::HoldAngles => {
            hub.end_following(component);
            let (pan, tilt) = angles(call_component("get_pan_tilt", Vec::new()).await)?;
            hub.begin_movement(component, (pan, tilt));
            done
        }
        Action::Compute => match call_component("capture", vec![Value::Int(1)]).await {
            Answer::Success(_) => {
                let points = match call_component("get_local_data", Vec::new()).await {
                    Answer::Success(Value::Map(data)) => data.get("nb_points").and_then(Value::as_i64),
                    _ => None,
                };
                let points = Value::Int(points.unwrap_or(0));
                Answer::Success(Value::List(vec![points.clone(), 0.into(), 0.into(), points]))
            }
            other => other,
        },
        Action::Acquire => {
            let count = word(arguments, 1).parse::<i64>().map_err(|_| refused("BAD_NUMBER"))?;
            match call_component("capture", vec![Value::Int(if count == 0 { -1 } else { count })]).await {
                Answer::Success(_) => {
                    Answer::Success(Value::List(vec![word(arguments, 0).into(), Value::Int(count)]))
                }
                other => other,
            }
        }
    })
}

/// Key of the parameters that a pair of set and get actions shares.
fn action_key(action: Action) -> &'static str {
    match action {
        Action::SetMode | Action::GetMode => "mode",
        _ => "driver",
    }
}

fn without_value(answer: Answer) -> Answer {
    match answer {
        Answer::Success(_) => Answer::Success(Value::Null),
        other => other,
    }
}

/// Pan and tilt from the answer of a pan-tilt unit. [rad]
fn angles(answer: Answer) -> Result<(f64, f64), Answer> {
    let Answer::Success(value) = &answer else { return Err(answer) };
    let items = match value {
        Value::List(items) | Value::Tuple(items) => items.as_slice(),
        _ => &[],
    };
    match items {
        [pan, tilt] => pan.as_f64().zip(tilt.as_f64()).ok_or_else(|| refused("BAD_ANGLES")),
        _ => Err(refused("BAD_ANGLES")),
    }
}

/// Target angles of a pan-tilt unit. Tilt is positive upwards in these requests, but downwards in MORSE. [rad]
fn target(
    hub: &Hub,
    component: &str,
    action: Action,
    arguments: &[String],
    current: (f64, f64),
) -> Result<(f64, f64), Answer> {
    let (pan, tilt) = match action {
        Action::MoveBoth => (number(arguments, 2)?, -number(arguments, 3)?),
        Action::MovePan => (number(arguments, 2)?, 0.0),
        _ => (0.0, -number(arguments, 2)?),
    };
    let in_degrees = matches!(word(arguments, 0), "PLATINE_DEG" | "1");
    let (pan, tilt) = if in_degrees { (pan.to_radians(), tilt.to_radians()) } else { (pan, tilt) };
    let is_relative = matches!(word(arguments, 1), "PLATINE_RELATIVE" | "0");
    let (pan, tilt) = if is_relative { (pan + current.0, tilt + current.1) } else { (pan, tilt) };
    // The third parameter of the driver is the sign of the pan axis.
    let turn = hub.recall(component, "driver").get(2).and_then(|word| word.parse().ok()).unwrap_or(1.0);
    Ok(match action {
        Action::MoveBoth => (turn * pan, tilt),
        Action::MovePan => (turn * pan, current.1),
        _ => (current.0, tilt),
    })
}

fn refused(reason: &str) -> Answer {
    Answer::Failed(ServiceError::Refused(reason.to_owned()))
}

/// Parses an argument as a finite number.
fn number(arguments: &[String], index: usize) -> Result<f64, Answer> {
    let number = arguments.get(index).and_then(|word| word.parse::<f64>().ok()).filter(|n| n.is_finite());
    number.ok_or_else(|| refused("BAD_NUMBER"))
}

fn word(arguments: &[String], index: usize) -> &str {
    arguments.get(index).map_or("", String::as_str)
}
