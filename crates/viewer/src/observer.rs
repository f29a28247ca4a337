//! Copies what viewers are shown out of finished ticks, and passes on what they ask for.
//!
//! This is all that runs on the thread of the simulation. Without viewers it looks at a counter.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use morse::{Answer, Event, Frame, Observer, RequestId};
use morse_scene::data_kind::DataKind;
use morse_sim::ComponentId;
use morse_sim::engine::activity::Activity;
use morse_world::{NodeId, Pose, StoredPose, World};
use tokio::sync::mpsc;

use crate::capture::Capture;
use crate::hub::Hub;
use crate::messages;
use crate::pose_table::Moment;
use crate::readings::{Reading, Slot, Tap};
use crate::requests::{PageMessage, PageRequest, to_map};
use crate::run_facts::Status;
use crate::structure::{Look, Numbers};

/// Shortest time between two copies: at 60 ticks per second, every second tick is shown.
const PERIOD: Duration = Duration::from_millis(30);
/// Shortest time between two looks at colours, lights, and components that are no sensors.
const SLOW_PERIOD: Duration = Duration::from_millis(200);
/// What has not moved on its parent in so many copies is looked at less often, ...
const STILL: u16 = 30;
/// ... in one of so many copies.
const STILL_TURNS: usize = 8;
/// At each slow look, one in so many colours and lights is compared.
const LOOK_TURNS: usize = 5;
/// Most calls whose cancellation is possible.
const CALLS_MAX: usize = 1024;
/// What pages subscribe to for the places where bodies touch. No component has such a name.
const CONTACTS: &str = "/contacts";
/// Longest text of a call in the log.
const CALL_TEXT_MAX: usize = 160;

/// A node as it was shown last.
struct Shown {
    node: NodeId,
    number: u32,
    /// What carries it on pages.
    parent: Option<NodeId>,
    stored: StoredPose,
    look: Look,
    /// Whether it moves on its own: without parent, or moved by physics.
    is_free: bool,
    /// In how many copies it has not moved.
    still: u16,
}

/// A bone as it was shown last.
struct ShownBone {
    armature: NodeId,
    index: usize,
    number: u32,
    armature_from_bone: Pose,
}

/// A sensor that viewers look or looked at.
struct Listening {
    id: ComponentId,
    slot: Arc<Slot>,
}

/// The observer of a run that viewers look at.
pub struct Capturer {
    hub: Arc<Hub>,
    captures: mpsc::Sender<Capture>,
    numbers: Numbers,
    shown: Vec<Shown>,
    bones: Vec<ShownBone>,
    sensors: BTreeMap<String, Listening>,
    /// Components that are no sensors and that viewers look at.
    polled: Vec<String>,
    shows_contacts: bool,
    wanted_version: u64,
    calls: BTreeMap<(u64, u64), RequestId>,
    /// Counts the copies.
    turn: usize,
    /// Counts the slow looks.
    look_turn: usize,
    /// Nodes of the world when the structure was copied.
    node_count: usize,
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
            numbers,
            shown: Vec::new(),
            bones: Vec::new(),
            sensors: BTreeMap::new(),
            polled: Vec::new(),
            shows_contacts: false,
            wanted_version: 0,
            calls: BTreeMap::new(),
            turn: 0,
            look_turn: 0,
            node_count,
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
        // While the server is behind, this tick is left out; what changed in it is seen in the next one.
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
        let world = simulation.world();
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
            },
            ..Capture::default()
        };
        let is_same = world.nodes().len() == self.shown.len()
            && world.nodes().zip(&self.shown).all(|(node, shown)| node == shown.node);
        if !is_same {
            self.take_nodes(frame, &mut capture);
        }
        self.turn = self.turn.wrapping_add(1);
        for (index, shown) in self.shown.iter_mut().enumerate() {
            if shown.still > STILL && !shown.is_free && index % STILL_TURNS != self.turn % STILL_TURNS {
                continue;
            }
            let stored = stored_pose(world, shown.node, shown.parent);
            shown.still = shown.still.saturating_add(1);
            if stored != shown.stored {
                shown.still = 0;
                shown.stored = stored;
                capture.stored.push((shown.number, stored));
            }
        }
        for bone in &mut self.bones {
            let Some(armature) = world.armature(bone.armature) else { continue };
            let armature_from_bone = armature.armature_from_bone(bone.index);
            if armature_from_bone != bone.armature_from_bone {
                bone.armature_from_bone = armature_from_bone;
                capture.poses.push((bone.number, armature_from_bone));
            }
        }
        capture.readings.extend(self.sensors.values().filter_map(|sensor| sensor.slot.take()));
        if self.shows_contacts {
            capture.readings.push(contacts(frame));
        }
        if is_slow_due {
            // A part of them each time.
            self.look_turn = self.look_turn.wrapping_add(1);
            for shown in self.shown.iter_mut().skip(self.look_turn % LOOK_TURNS).step_by(LOOK_TURNS) {
                let look = Look::of(world, shown.node);
                if look != shown.look {
                    capture.looks.push((shown.number, messages::look(shown.number, &look)));
                    shown.look = look;
                }
            }
            capture.readings.extend(self.polled.iter().filter_map(|name| present(name, frame)));
        }
        capture
    }

    /// Takes the nodes of the world anew. Without a change of the scene, at the beginning, all poses are sent.
    fn take_nodes(&mut self, frame: &Frame<'_>, capture: &mut Capture) {
        let simulation = frame.simulation();
        let world = simulation.world();
        let is_known = world.nodes().all(|node| self.numbers.of(node).is_some())
            && world.nodes().len() == self.node_count;
        if !is_known {
            capture.structure = Some(self.numbers.copy(simulation));
        }
        self.node_count = world.nodes().len();
        self.shown.clear();
        self.bones.clear();
        for (armature, numbers) in self.numbers.bones() {
            // Unlike any pose, so that each is sent.
            let armature_from_bone = Pose::from_translation(glam::DVec3::NAN);
            let bone = |(index, &number)| ShownBone { armature, index, number, armature_from_bone };
            self.bones.extend(numbers.iter().enumerate().map(bone));
        }
        for node in world.nodes() {
            let Some(number) = self.numbers.of(node) else { continue };
            let parent = self.numbers.parent(node);
            let stored = stored_pose(world, node, parent);
            capture.stored.push((number, stored));
            let is_free = world.parent(node).is_none() || world.is_free(node);
            let look = Look::of(world, node);
            self.shown.push(Shown { node, number, parent, stored, look, is_free, still: 0 });
        }
    }

    /// Listens to what viewers have begun to look at, and gives the present data of these components.
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
                Some(Ok(())) => {}
                Some(Err(error)) => reply.refuse(None, &format!("{component}: {error}")),
                None => reply.refuse(None, &format!("there is no actuator {component}")),
            },
            PageMessage::Subscribe { .. } => {}
        }
    }

    /// Calls of clients and their answers go to the log of the pages, but for those that pages make all the time.
    fn log_calls(&self, activity: &Activity) {
        for call in &activity.calls {
            if call.service.starts_with("describe") || (call.component == "time" && call.service == "now") {
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

/// Where a node is. One that something else carries by now than pages know is placed in the world.
fn stored_pose(world: &World, node: NodeId, parent: Option<NodeId>) -> StoredPose {
    if world.parent(node) == parent {
        world.stored_pose(node)
    } else {
        StoredPose::in_world(world.world_from(node))
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
