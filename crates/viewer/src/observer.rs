//! Copies data for viewers out of finished ticks, and passes their requests to the simulation.
//!
//! This is all that runs on the thread of the simulation. Without viewers it looks at a counter.

mod shown_world;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use morse::{Answer, Event, Frame, Observer, RequestId};
use morse_scene::data_kind::DataKind;
use morse_sim::ComponentId;
use morse_sim::contract::command::CommandError;
use morse_sim::engine::activity::Activity;
use morse_world::Pose;
use tokio::sync::mpsc;

use crate::capture::Capture;
use crate::hub::Hub;
use crate::pose_table::Moment;
use crate::readings::{Reading, Slot, Tap};
use crate::requests::{PageMessage, PageRequest, to_map};
use crate::run_facts::{Eye, Status};
use crate::structure::Numbers;
use shown_world::ShownWorld;

/// Shortest time between two copies: at 60 ticks per second, every second tick is shown.
const PERIOD: Duration = Duration::from_millis(30);
/// Shortest time between two polls of colors, lights, and components that are not sensors.
const SLOW_PERIOD: Duration = Duration::from_millis(200);
/// Most calls whose cancellation is possible.
const CALLS_MAX: usize = 1024;
/// Subscription name for contact points of bodies. No component has such a name.
const CONTACTS: &str = "/contacts";
/// Most arrows of forces that are sent.
const ARROWS_MAX: usize = 500;
/// Subscription name for the forces at the contacts of robots with joints.
const CONTACT_FORCES: &str = "/contact_forces";
/// Longest text of a call in the log.
const CALL_TEXT_MAX: usize = 160;

/// A sensor that viewers look or looked at.
struct Listening {
    id: ComponentId,
    slot: Arc<Slot>,
}

/// The observer of a run that viewers look at.
pub struct Capturer {
    hub: Arc<Hub>,
    captures: mpsc::Sender<Capture>,
    shown: ShownWorld,
    sensors: BTreeMap<String, Listening>,
    /// Components that are not sensors and that viewers show.
    polled: Vec<String>,
    shows_contacts: bool,
    shows_forces: bool,
    wanted_version: u64,
    calls: BTreeMap<(u64, u64), RequestId>,
    last: Instant,
    last_slow: Instant,
}

impl Capturer {
    /// An observer that numbers nodes with `numbers`, which copied the first structure.
    pub fn new(
        hub: Arc<Hub>,
        captures: mpsc::Sender<Capture>,
        numbers: Numbers,
        node_count: usize,
    ) -> Capturer {
        let now = Instant::now();
        Capturer {
            hub,
            captures,
            shown: ShownWorld::new(numbers, node_count),
            sensors: BTreeMap::new(),
            polled: Vec::new(),
            shows_contacts: false,
            shows_forces: false,
            wanted_version: 0,
            calls: BTreeMap::new(),
            last: now,
            last_slow: now,
        }
    }

    fn look_at(&mut self, frame: &Frame<'_>) {
        for request in self.hub.take_requests() {
            self.pass_on(request, frame);
        }
        if self.hub.viewers() == 0 {
            return;
        }
        self.log_calls(frame.activity());
        let fresh = self.listen(frame);
        let now = Instant::now();
        if now.duration_since(self.last) < PERIOD && fresh.is_empty() {
            return;
        }
        // While the server is behind, this tick is skipped; its changes are sent with the next tick.
        let captures = self.captures.clone();
        let Ok(place) = captures.try_reserve() else { return };
        self.last = now;
        let is_slow_due = now.duration_since(self.last_slow) >= SLOW_PERIOD;
        if is_slow_due {
            self.last_slow = now;
        }
        let mut capture = self.capture(frame, is_slow_due);
        capture.readings.extend(fresh);
        place.send(capture);
    }

    fn capture(&mut self, frame: &Frame<'_>, is_slow_due: bool) -> Capture {
        let simulation = frame.simulation();
        let mut capture = Capture {
            moment: Moment {
                time_s: frame.now().seconds(),
                wall_ms: self.hub.wall_ms(),
                tick: frame.tick() as u32,
            },
            status: Status {
                paused: simulation.is_paused(),
                time_scale: simulation.time_scale(),
                loops: false,
                eye: Eye::of(simulation),
            },
            ..Capture::default()
        };
        self.shown.copy_poses(simulation, &mut capture);
        capture.readings.extend(self.sensors.values().flat_map(|sensor| sensor.slot.take()));
        if self.shows_contacts {
            capture.readings.push(contacts(frame));
        }
        if self.shows_forces {
            capture.readings.push(contact_forces(frame));
        }
        if is_slow_due {
            self.shown.copy_looks(simulation.world(), &mut capture);
            capture.readings.extend(self.polled.iter().filter_map(|name| present(name, frame)));
        }
        capture
    }

    /// Starts listening to components that viewers have selected, and returns their present data.
    fn listen(&mut self, frame: &Frame<'_>) -> Vec<Reading> {
        let Some(wanted) = self.hub.newly_wanted(&mut self.wanted_version) else { return Vec::new() };
        let simulation = frame.simulation();
        for (name, sensor) in &self.sensors {
            sensor.slot.is_wanted.store(wanted.contains(name), Ordering::Relaxed);
        }
        // A sensor that was removed is another one when it comes back.
        self.sensors.retain(|_, sensor| simulation.has_component(sensor.id));
        self.polled.clear();
        self.shows_contacts = wanted.contains(CONTACTS);
        self.shows_forces = wanted.contains(CONTACT_FORCES);
        for name in &wanted {
            match simulation.component_id(name) {
                Some(id @ ComponentId::Sensor(_)) if !self.sensors.contains_key(name) => {
                    let slot = Arc::new(Slot::default());
                    slot.is_wanted.store(true, Ordering::Relaxed);
                    frame.listen(name, Box::new(Tap { component: name.clone(), slot: Arc::clone(&slot) }));
                    self.sensors.insert(name.clone(), Listening { id, slot });
                }
                Some(ComponentId::Sensor(_)) | None => {}
                Some(_) => self.polled.push(name.clone()),
            }
        }
        wanted.iter().filter_map(|name| present(name, frame)).collect()
    }

    fn pass_on(&mut self, request: PageRequest, frame: &Frame<'_>) {
        let PageRequest { viewer, message, reply } = request;
        match message {
            PageMessage::Call { id, component, service, arguments } => {
                let respond = move |answer: Answer| reply.answer(id, &answer);
                let call = frame.call(&component, &service, arguments, respond);
                if self.calls.len() >= CALLS_MAX {
                    self.calls.pop_first();
                }
                self.calls.insert((viewer, id), call);
            }
            PageMessage::Cancel { id } => match self.calls.remove(&(viewer, id)) {
                Some(call) => frame.send(Event::Cancel(call)),
                None => reply.refuse(None, "there is no such call"),
            },
            PageMessage::Command { component, values } => match frame.command(&component, &to_map(values)) {
                Ok(()) => {}
                Err(error @ CommandError::Unknown(_)) => reply.refuse(None, &error.to_string()),
                Err(error) => reply.refuse(None, &format!("{component}: {error}")),
            },
            PageMessage::Subscribe { .. } => {}
        }
    }

    /// Calls of clients and their answers go to the log of the pages, but for those that pages make all the time.
    fn log_calls(&self, activity: &Activity) {
        for call in &activity.calls {
            let is_frequent = ["pull", "record_contact_forces"].contains(&call.service.as_str());
            if is_frequent
                || call.service.starts_with("describe")
                || (call.component == "time" && call.service == "now")
            {
                continue;
            }
            let arguments = call.arguments.iter().map(|it| serde_json::to_string(it).unwrap_or_default());
            let arguments = arguments.collect::<Vec<_>>().join(", ");
            let text = format!("{} {}({arguments})", call.component, call.service);
            self.hub.log("call", shortened(text));
        }
        for answer in &activity.answers {
            if let Answer::Failed(error) = &answer.answer {
                self.hub.log("warning", shortened(error.to_string()));
            }
        }
    }
}

impl Observer for Capturer {
    fn tick(&mut self, frame: &Frame<'_>) {
        self.look_at(frame);
    }

    fn waiting(&mut self, frame: &Frame<'_>) {
        self.look_at(frame);
    }

    fn needs_activity(&self) -> bool {
        self.hub.viewers() > 0
    }
}

/// The places where bodies touch, in the world.
fn contacts(frame: &Frame<'_>) -> Reading {
    let simulation = frame.simulation();
    let points = simulation.world().contact_points();
    let points: Vec<[f32; 3]> = points.iter().map(|it| it.position.as_vec3().to_array()).collect();
    let reading = Reading::new(CONTACTS, simulation.client_time_s(), Pose::IDENTITY, DataKind::PointCloud);
    reading.points("positions", &points)
}

/// The forces at the contacts of robots with joints: each the place and the force on the second body, in the world. [m, N]
fn contact_forces(frame: &Frame<'_>) -> Reading {
    let simulation = frame.simulation();
    let arrows: Vec<[f64; 6]> = (simulation.world().contact_forces().iter().take(ARROWS_MAX))
        .map(|it| {
            let ([x, y, z], [fx, fy, fz]) = (it.position.to_array(), it.force.to_array());
            [x, y, z, fx, fy, fz]
        })
        .collect();
    let reading = Reading::new(CONTACT_FORCES, simulation.client_time_s(), Pose::IDENTITY, DataKind::Record);
    reading.value("arrows", serde_json::json!(arrows))
}

/// The present data of a component.
fn present(name: &str, frame: &Frame<'_>) -> Option<Reading> {
    let simulation = frame.simulation();
    let id = simulation.component_id(name)?;
    let (pose, data) = (simulation.world_from_component(id), simulation.component_data(id));
    Some(Reading::copy(name, simulation.client_time_s(), pose, data))
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(CALL_TEXT_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
