//! Requests that follow a poster until they are aborted.

use std::sync::{Arc, Mutex, PoisonError};

use morse_scene::value::Value;
use morse_sim::contract::service::{Answer, ServiceError};
use tokio::sync::Notify;

use super::caller::{Activity, call};
use super::hub::Hub;
use crate::structs::{Layout, Record, struct_named};

/// Newest values of the followed poster.
#[derive(Default)]
struct Newest {
    numbers: Mutex<Option<(f64, f64)>>,
    arrived: Notify,
}

/// Source and target of following: two fields of a structure, and the service that takes them.
struct Followed {
    structure: &'static str,
    fields: [&'static str; 2],
    service: &'static str,
    /// Service that ends the movement.
    stop: Option<&'static str>,
}

/// Drives a robot with the speeds of a poster.
pub(super) async fn follow_speed(
    hub: &Arc<Hub>,
    activity: &Activity,
    component: &str,
    poster: &str,
) -> Answer {
    let followed = Followed {
        structure: "GENPOS_CART_SPEED",
        fields: ["v", "w"],
        service: "set_speed",
        stop: Some("stop"),
    };
    follow(hub, activity, component, poster, &followed).await
}

/// Moves a pan-tilt unit to the angles of a poster.
pub(super) async fn follow_angles(
    hub: &Arc<Hub>,
    activity: &Activity,
    component: &str,
    poster: &str,
) -> Answer {
    let followed = Followed {
        structure: "POM_SE_POSTER",
        fields: ["seConfig.euler.yaw", "seConfig.euler.pitch"],
        service: "set_pan_tilt",
        stop: None,
    };
    follow(hub, activity, component, poster, &followed).await
}

async fn follow(
    hub: &Arc<Hub>,
    activity: &Activity,
    component: &str,
    poster: &str,
    followed: &Followed,
) -> Answer {
    let Some(layout) = struct_named(followed.structure).map(Arc::new) else {
        return Answer::Failed(ServiceError::Refused("UNKNOWN_STRUCT".to_owned()));
    };
    if !hub.has_poster(poster) {
        return Answer::Failed(ServiceError::Refused("POSTER_NOT_FOUND".to_owned()));
    }
    let newest = Arc::new(Newest::default());
    let (receiver, fields, count) = (Arc::clone(&newest), followed.fields, layout.size());
    let reading = hub.posters().read(
        poster,
        count,
        Box::new(move |reading| {
            let numbers =
                reading.ok().and_then(|reading| read(&layout, reading.bytes, reading.little_endian, fields));
            let mut newest = receiver.numbers.lock().unwrap_or_else(PoisonError::into_inner);
            if numbers.is_some() && *newest != numbers {
                *newest = numbers;
                receiver.arrived.notify_one();
            }
        }),
    );
    let ended = hub.begin_following(component);
    loop {
        tokio::select! {
            () = newest.arrived.notified() => {}
            () = activity.aborted() => break,
            () = ended.notified() => break,
        }
        let numbers = *newest.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((first, second)) = numbers {
            let arguments = vec![Value::Float(first), Value::Float(second)];
            // The answer is ignored: the next movement may interrupt this one.
            hub.call_detached(component, followed.service, arguments);
        }
    }
    drop(reading);
    if let Some(stop) = followed.stop {
        call(hub.gateway(), &Activity::new(), component, stop, Vec::new()).await;
    }
    Answer::Preempted(Value::Null)
}

fn read(layout: &Arc<Layout>, bytes: Vec<u8>, little_endian: bool, fields: [&str; 2]) -> Option<(f64, f64)> {
    let record = Record::read(Arc::clone(layout), bytes, little_endian)?;
    let [first, second] = fields.map(|field| record.get(field).filter(|number| number.is_finite()));
    first.zip(second)
}
