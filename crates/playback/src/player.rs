//! Plays a recording for the pages that look.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use morse::{Interrupt, LoadOptions, Simulation};
use morse_recording::read::{Completeness, ReadError};
use morse_recording::{CheckError, IndexedRecording};
use morse_viewer::{PageLog, Reading, RecordingViewer, Settings, ShownMoment, ViewerError};
use morse_world::Pose;

use crate::components::{Component, Components};
use crate::lifetimes::{Changes, Lifetimes};
use crate::message::{Content, content};
use crate::poses::Nodes;
use crate::requests::{Control, take};
use crate::timeline::{Logged, Passed, Timeline, overview};

/// Time between two moments that are shown.
const PERIOD: Duration = Duration::from_millis(30);
/// Where reading is slower than this, time passes more slowly than asked for.
const ELAPSED_MAX: Duration = Duration::from_millis(250);
/// Nanoseconds in a second.
const SECOND_NS: f64 = 1e9;
/// End of the topics with the classes at each pixel.
const CLASS_IMAGE: &str = "/class_image";
/// Longest line of the log, in characters.
const LINE_MAX: usize = 160;

/// Why a recording cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum PlaybackError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Its scene cannot be loaded.
    #[error(transparent)]
    Scene(#[from] CheckError),
    /// It has no message.
    #[error("{0} has nothing to show: no tick was recorded")]
    Empty(String),
    /// The page cannot be served.
    #[error(transparent)]
    Viewer(#[from] ViewerError),
}

/// Shows a recording in the page. Time passes while a page looks.
pub struct Player {
    viewer: RecordingViewer,
    log: PageLog,
    /// Has the objects of the scene; it makes no step.
    simulation: Simulation,
    components: Components,
    timeline: Timeline,
    lifetimes: Lifetimes,
    /// Begin and end. [s]
    span_s: [f64; 2],
    time_s: f64,
    rate_hz: f64,
    paused: bool,
    speed: f64,
    loops: bool,
    wanted: BTreeSet<String>,
    /// The newest content by component and topic.
    contents: BTreeMap<String, BTreeMap<String, Content>>,
    completeness: Completeness,
}

impl Player {
    /// Opens a recording, and serves its page.
    ///
    /// # Errors
    /// When it cannot be read, its scene cannot be loaded here, or no port is free.
    pub fn open(path: &Path, options: &LoadOptions, settings: Settings) -> Result<Player, PlaybackError> {
        let mut recording = IndexedRecording::open(path)?;
        let overview = overview(&mut recording)?;
        let Some(span_ns) = overview.span_ns else {
            return Err(PlaybackError::Empty(path.display().to_string()));
        };
        let span_s = span_ns.map(|time_ns| time_ns as f64 / SECOND_NS);
        let mut simulation = morse_recording::simulation(&recording.info, &recording.document, options)?;
        let changes = Changes::make(&mut simulation, &overview.supervision);
        let name = path.file_name().map_or_else(|| "recording".into(), |name| name.to_string_lossy());
        let viewer = RecordingViewer::start(settings, &name, &recording.document, &simulation, span_s)?;
        let nodes = Nodes::new(viewer.nodes());
        let (rate_hz, completeness) = (recording.info.rate_hz, recording.completeness);
        let mut player = Player {
            log: viewer.log(),
            lifetimes: changes.numbered(&simulation, &viewer),
            components: Components::of(&simulation),
            timeline: Timeline::new(recording, overview, nodes),
            viewer,
            simulation,
            span_s,
            time_s: span_s[0],
            rate_hz,
            paused: false,
            speed: 1.0,
            loops: false,
            wanted: BTreeSet::new(),
            contents: BTreeMap::new(),
            completeness,
        };
        player.seek(span_s[0])?;
        Ok(player)
    }

    /// The address of the page.
    #[must_use]
    pub fn viewer(&self) -> &RecordingViewer {
        &self.viewer
    }

    /// Simulated time of the first and the last message. [s]
    #[must_use]
    pub fn span_s(&self) -> [f64; 2] {
        self.span_s
    }

    /// Whether the file has its end.
    #[must_use]
    pub fn completeness(&self) -> Completeness {
        self.completeness
    }

    /// Plays until the interrupt is requested.
    ///
    /// # Errors
    /// When the file cannot be read on.
    pub fn run(&mut self, interrupt: &Interrupt) -> Result<(), PlaybackError> {
        let mut last = Instant::now();
        while !interrupt.is_requested() {
            let began = Instant::now();
            let elapsed = began.duration_since(last).min(ELAPSED_MAX);
            last = began;
            let controls = self.viewer.requests();
            let mut sought = None;
            for request in controls {
                match take(request, &mut self.simulation) {
                    Some(Control::Pause(paused)) => {
                        // To play on from the end is to play again.
                        if self.paused && !paused && self.time_s >= self.span_s[1] {
                            sought = Some(self.span_s[0]);
                        }
                        self.paused = paused;
                        self.show(Passed::default());
                    }
                    Some(Control::Step(ticks)) => {
                        sought = Some(sought.unwrap_or(self.time_s) + f64::from(ticks) / self.rate_hz);
                    }
                    Some(Control::Speed(speed)) => {
                        self.speed = speed;
                        self.show(Passed::default());
                    }
                    Some(Control::Seek(time_s)) => sought = Some(time_s),
                    Some(Control::Loop(loops)) => {
                        self.loops = loops;
                        self.show(Passed::default());
                    }
                    None => {}
                }
            }
            if let Some(wanted) = self.viewer.newly_wanted() {
                self.wanted = wanted;
                // Their readings of this moment are in earlier messages.
                sought = Some(sought.unwrap_or(self.time_s));
            }
            let is_playing = !self.paused && self.viewer.viewers() > 0;
            match sought {
                Some(time_s) => self.seek(time_s)?,
                None if is_playing => self.advance(elapsed)?,
                None => {}
            }
            thread::sleep(PERIOD.saturating_sub(began.elapsed()));
        }
        Ok(())
    }

    fn advance(&mut self, elapsed: Duration) -> Result<(), PlaybackError> {
        let [begin_s, end_s] = self.span_s;
        let to_s = self.time_s + elapsed.as_secs_f64() * self.speed;
        if to_s >= end_s && self.loops {
            return self.seek(begin_s);
        }
        self.time_s = to_s.min(end_s);
        self.paused |= to_s >= end_s;
        let (components, wanted) = (&self.components, &self.wanted);
        let is_wanted = |topic: &str| is_wanted(components, wanted, topic);
        let mut passed = Passed::default();
        self.timeline.advance(to_ns(self.time_s), is_wanted, &mut passed)?;
        self.show(passed);
        Ok(())
    }

    fn seek(&mut self, time_s: f64) -> Result<(), PlaybackError> {
        let [begin_s, end_s] = self.span_s;
        self.time_s = time_s.clamp(begin_s, end_s);
        self.contents.clear();
        let (components, wanted) = (&self.components, &self.wanted);
        let passed = self.timeline.seek(to_ns(self.time_s), |topic| is_wanted(components, wanted, topic))?;
        self.show(passed);
        Ok(())
    }

    /// Shows the present moment.
    fn show(&mut self, passed: Passed) {
        for logged in passed.calls {
            match logged {
                Logged::Call(call) => {
                    let arguments = call.arguments.iter();
                    let arguments = arguments.map(|it| serde_json::to_string(it).unwrap_or_default());
                    let arguments = arguments.collect::<Vec<_>>().join(", ");
                    let text = format!("{} {}({arguments})", call.component, call.service);
                    self.log.line("call", text.chars().take(LINE_MAX).collect());
                }
                Logged::Failure(text) => self.log.line("warning", text.chars().take(LINE_MAX).collect()),
            }
        }
        let mut read = BTreeMap::new();
        for (topic, recorded) in passed.newest {
            let Some(component) = self.components.find(&topic) else { continue };
            let (channel, data) = (&recorded.channel, &recorded.data);
            let Some(content) = content(&channel.schema, &channel.encoding, component, data) else {
                continue;
            };
            read.insert(component.name.clone(), (component.clone(), recorded.time_ns));
            self.contents.entry(component.name.clone()).or_default().insert(topic, content);
        }
        let readings = read.into_values().map(|(component, time_ns)| self.reading(&component, time_ns));
        let readings = readings.collect();
        let poses = self.timeline.nodes().shown(self.timeline.poses(), passed.moved.into_iter());
        self.viewer.show(ShownMoment {
            time_s: self.time_s,
            tick: (self.time_s * self.rate_hz).round() as u32,
            paused: self.paused,
            time_scale: self.speed,
            loops: self.loops,
            poses,
            readings,
            visible: self.lifetimes.changed(to_ns(self.time_s)),
        });
    }

    /// The reading of a component, from all its topics.
    fn reading(&self, component: &Component, time_ns: u64) -> Reading {
        let index = self.timeline.nodes().index_of(&component.name);
        let pose = index.map_or(Pose::IDENTITY, |index| self.timeline.poses().world_from(index));
        let mut reading = Reading::new(&component.name, time_ns as f64 / SECOND_NS, pose, component.kind);
        if let Some(scan) = component.scan {
            reading = reading.scan(scan);
        }
        for (topic, content) in self.contents.get(&component.name).into_iter().flatten() {
            for (name, value) in &content.values {
                reading = reading.value(name, value.clone());
            }
            if let Some(points) = &content.points {
                reading = reading.points(component.points_field(), points);
            }
            if let Some(image) = &content.image {
                let field = if topic.ends_with(CLASS_IMAGE) { "classes" } else { "image" };
                reading = reading.image(field, image.clone());
            }
        }
        reading
    }
}

fn is_wanted(components: &Components, wanted: &BTreeSet<String>, topic: &str) -> bool {
    !wanted.is_empty() && components.find(topic).is_some_and(|component| wanted.contains(&component.name))
}

/// Simulated time in nanoseconds, with that of a tick that was rounded down.
fn to_ns(time_s: f64) -> u64 {
    (time_s * SECOND_NS).round() as u64
}
