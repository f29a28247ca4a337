//! The text middleware: opens files for streams and passes records to the writer.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morse_scene::value::Map;
use morse_scene::wiring::Direction;
use morse_sim::contract::data::FieldInfo;
use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, Middleware, MiddlewareError, Publisher, Sample, StreamSpec};

use crate::format::{self, Layout};
use crate::writer::{Order, Records, Writer};

/// Class path of the stream manager.
pub const STREAM_MANAGER: &str = "morse.middleware.text_datastream.TextDatastreamManager";

/// Class paths of the streams: paragraphs, and comma-separated lines.
pub const PUBLISHERS: [&str; 2] =
    ["morse.middleware.text_datastream.Publisher", "morse.middleware.text_datastream.CSVPublisher"];

/// Records of the current tick, shared with all publishers.
type Tick = Arc<Mutex<Records>>;

/// A file of the current run.
struct TextFile {
    path: PathBuf,
    /// Name of the component that writes the file.
    component: String,
    is_open: bool,
}

/// Writes sensor readings to text files.
pub struct TextMiddleware {
    /// Base folder for relative file names.
    directory: PathBuf,
    writer: Option<Writer>,
    tick: Tick,
    /// Files in the order of their first opening.
    files: Vec<TextFile>,
}

impl TextMiddleware {
    /// Creates a middleware that writes its files to `directory`.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), writer: None, tick: Tick::default(), files: Vec::new() }
    }

    fn send(&self, order: Order) {
        if let Some(writer) = &self.writer {
            writer.send(order);
        }
    }

    /// Passes the records of the tick to the writing thread.
    fn send_records(&self) {
        let mut tick = lock(&self.tick);
        if !tick.is_empty() {
            let next = tick.empty_with_capacity();
            self.send(Order::Write(std::mem::replace(&mut *tick, next)));
        }
    }

    /// Starts the writing thread if it does not run.
    fn start_writer(&mut self) -> Result<(), String> {
        if self.writer.is_none() {
            let writer = Writer::start();
            self.writer = Some(writer.map_err(|error| format!("cannot start the writing thread: {error}"))?);
        }
        Ok(())
    }

    fn open(&mut self, spec: &StreamSpec<'_>) -> Result<TextPublisher, String> {
        let layout = layout(spec)?;
        let path = self.directory.join(file_name(spec)?);
        let known = self.files.iter().position(|file| file.path == path);
        if let Some(holder) = known.map(|index| &self.files[index]).filter(|file| file.is_open) {
            return Err(format!(
                "{} already holds the stream of {}: give one of them a different `file`",
                path.display(),
                holder.component
            ));
        }
        // Records of a removed component are kept: a new component with the same name appends to its file.
        let mut options = OpenOptions::new();
        options.write(true).create(true).append(known.is_some()).truncate(known.is_none());
        let file =
            options.open(&path).map_err(|error| format!("cannot write {}: {error}", absolute(&path)))?;
        self.start_writer()?;
        let index = known.unwrap_or(self.files.len());
        let component = spec.component.to_owned();
        let entry = TextFile { path: path.clone(), component, is_open: true };
        match known {
            Some(index) => self.files[index] = entry,
            None => self.files.push(entry),
        }
        self.send(Order::Open(index, path, file));
        lock(&self.tick).add(index, |text| text.push_str(&format::header(spec)));
        self.send_records();
        Ok(TextPublisher { file: index, layout, fields: spec.fields, index: 0, tick: Arc::clone(&self.tick) })
    }
}

fn lock(tick: &Tick) -> MutexGuard<'_, Records> {
    tick.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Absolute form of a path, for messages.
fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// Layout of the records of a stream, by its class.
fn layout(spec: &StreamSpec<'_>) -> Result<Layout, String> {
    match PUBLISHERS.iter().position(|class| *class == spec.class) {
        Some(0) => Ok(Layout::Paragraph),
        Some(_) => Ok(Layout::Csv),
        None => Err(format!("{} is not a text stream; there are {}", spec.class, PUBLISHERS.join(" and "))),
    }
}

/// File name of a stream: the option `file`, or the component's name with `.txt`. The dot before a number is omitted:
/// `robot.001.pose` is written to `robot001.pose.txt`.
fn file_name(spec: &StreamSpec<'_>) -> Result<String, String> {
    if let Some(file) = spec.options.get("file") {
        let name = file.as_str().filter(|name| !name.is_empty());
        return name
            .map(str::to_owned)
            .ok_or_else(|| format!("`file` must be the name of a file, not {}", file.type_name()));
    }
    let mut name = String::new();
    let mut rest = spec.component;
    while let Some((before, after)) = rest.split_once('.') {
        name.push_str(before);
        if !after.starts_with(|first: char| first.is_ascii_digit()) {
            name.push('.');
        }
        rest = after;
    }
    name.push_str(rest);
    name.push_str(".txt");
    Ok(name)
}

fn error(message: String) -> MiddlewareError {
    MiddlewareError { middleware: "text", message }
}

fn no_commands(spec: &StreamSpec<'_>) -> MiddlewareError {
    error(format!(
        "{} is an actuator, and text files only hold readings of sensors: command it over the socket",
        spec.component
    ))
}

impl Middleware for TextMiddleware {
    fn name(&self) -> &'static str {
        "text"
    }

    fn stream_manager(&self) -> &'static str {
        STREAM_MANAGER
    }

    fn request_manager(&self) -> Option<&'static str> {
        None
    }

    fn configure(&mut self, _options: &Map) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn check_stream(&self, spec: &StreamSpec<'_>, direction: Direction) -> Result<(), MiddlewareError> {
        spec.report_unknown_options(&["file"]);
        match direction {
            Direction::In => Err(no_commands(spec)),
            Direction::Out => layout(spec).and_then(|_| file_name(spec)).map(drop).map_err(error),
        }
    }

    fn open_publisher(&mut self, spec: &StreamSpec<'_>) -> Result<Box<dyn Publisher>, MiddlewareError> {
        Ok(Box::new(self.open(spec).map_err(error)?))
    }

    fn open_reader(&mut self, spec: &StreamSpec<'_>, _inbox: Inbox) -> Result<(), MiddlewareError> {
        Err(no_commands(spec))
    }

    fn endpoints(&self, component: &str) -> Vec<Map> {
        let own = self.files.iter().filter(|file| file.is_open && file.component == component);
        own.map(|file| [("file", absolute(&file.path))].into()).collect()
    }

    fn start(&mut self, _gateway: Gateway) -> Result<(), MiddlewareError> {
        Ok(())
    }

    fn close_streams(&mut self, component: &str) {
        let mut closed = Vec::new();
        for (index, file) in self.files.iter_mut().enumerate() {
            if file.is_open && file.component == component {
                file.is_open = false;
                closed.push(index);
            }
        }
        self.send_records();
        closed.into_iter().for_each(|index| self.send(Order::Close(index)));
    }

    fn flush(&mut self) {
        self.send_records();
    }

    fn finish(&mut self) {
        self.send_records();
        if let Some(mut writer) = self.writer.take() {
            writer.finish();
        }
    }
}

impl Drop for TextMiddleware {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Publisher of one file.
struct TextPublisher {
    file: usize,
    layout: Layout,
    fields: &'static [FieldInfo],
    index: u64,
    tick: Tick,
}

impl Publisher for TextPublisher {
    fn publish(&mut self, sample: &Sample<'_>) {
        let Self { file, layout, fields, index, tick } = self;
        lock(tick).add(*file, |text| format::record(text, *layout, fields, *index, sample));
        *index += 1;
    }
}
