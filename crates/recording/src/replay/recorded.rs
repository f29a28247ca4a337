//! The parts of a recording from which its run can be re-simulated.

use std::path::Path;

use morse::Document;
use morse_sim::engine::activity::InputTime;
use morse_sim::engine::activity::replaying::Input;

use super::CheckError;
use crate::format::{
    CALLS, CHANNEL_INPUTS, CallMessage, CommandMessage, DIGESTS, DigestMessage, EventMessage, InputPlace,
    METADATA, RunInfo, SCENE,
};
use crate::read::{Completeness, Item, ReadError, read};

/// Most ticks without a digest.
const DIGEST_GAP_MAX: u64 = 1_000_000;

/// A run: its scene, its inputs in the order in which they were handled, and the digests of its states.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// Further dependencies of the run.
    pub info: RunInfo,
    /// The scene.
    pub document: Document,
    /// The inputs, with the times at which they were handled.
    pub inputs: Vec<(InputTime, Input)>,
    /// The digests, by tick.
    pub digests: Vec<DigestMessage>,
    /// Whether the file has its end.
    pub completeness: Completeness,
}

impl Recorded {
    /// Number of the last tick that it has.
    #[must_use]
    pub fn last_tick(&self) -> u64 {
        self.digests.last().map_or(0, |digest| digest.tick)
    }

    /// Reads a recording.
    ///
    /// # Errors
    /// When the file cannot be read, or is not a recording of a whole run of this simulator.
    pub fn load(path: &Path) -> Result<Self, CheckError> {
        let (mut info, mut document, mut inputs, mut digests) = (None, None, Vec::new(), Vec::new());
        let mut take = |item: Item<'_>| -> Result<(), String> {
            match item {
                Item::Metadata { name, entries } if name == METADATA => {
                    info = Some(RunInfo::from_metadata(&entries)?);
                }
                Item::Attachment { name, data } if name == SCENE => {
                    let text = std::str::from_utf8(data).map_err(|_| "its scene is not text".to_owned())?;
                    document =
                        Some(Document::from_json(text).map_err(|error| format!("its scene: {error}"))?);
                }
                Item::Message { channel, data, .. } if channel.topic == DIGESTS => digests.push(json(data)?),
                Item::Message { channel, data, .. } if CHANNEL_INPUTS.contains(&channel.schema.as_str()) => {
                    inputs.extend(input(&channel.schema, data)?);
                }
                _ => {}
            }
            Ok(())
        };
        let completeness =
            read(path, |item| take(item).map_err(|problem| ReadError { path: path.to_owned(), problem }))?;
        let refusal =
            |problem: &str| CheckError::NotCheckable { path: path.to_owned(), problem: problem.to_owned() };
        let info: RunInfo =
            info.ok_or_else(|| refusal("it is not a recording of MORSE: it lacks its metadata"))?;
        let document: Document = document.ok_or_else(|| refusal("its scene is missing"))?;
        if !info.has_all_inputs || info.start_tick != 0 {
            return Err(refusal(
                "it was begun while the run was under way, and the state at that moment is not in it; record with \
                 `morse run --record`",
            ));
        }
        if !info.has_known_digests {
            return Err(refusal(&format!(
                "version {} computed hashes of states in another way; check it with that version",
                info.version
            )));
        }
        if digests.is_empty() {
            return Err(refusal("it has no digest: no tick was made"));
        }
        inputs.sort_by_key(|(place, _): &(InputPlace, Input)| place.order);
        let inputs: Vec<_> = inputs.into_iter().map(|(place, input)| (time(place), input)).collect();
        let is_sorted = inputs.is_sorted_by_key(|(time, _)| order(*time));
        if !is_sorted || !digests.is_sorted_by_key(|digest: &DigestMessage| digest.tick) {
            return Err(refusal("its inputs or digests are not in the order of time"));
        }
        // A hostile file would keep the check busy for ever.
        let mut ticks = std::iter::once(0).chain(digests.iter().map(|digest| digest.tick));
        let mut last = ticks.next().unwrap_or_default();
        for tick in ticks {
            if tick - last > DIGEST_GAP_MAX {
                return Err(refusal("it has too few digests to be checked"));
            }
            last = tick;
        }
        Ok(Self { info, document, inputs, digests, completeness })
    }
}

fn time(place: InputPlace) -> InputTime {
    InputTime { tick: place.tick, in_step: place.in_step }
}

/// Sort key of inputs: those handled in a step come before those handled between it and the next step.
fn order(time: InputTime) -> (u64, bool) {
    (time.tick, !time.in_step)
}

fn json<T: serde::de::DeserializeOwned>(data: &[u8]) -> Result<T, String> {
    serde_json::from_slice(data).map_err(|error| format!("a message is malformed: {error}"))
}

fn input(schema: &str, data: &[u8]) -> Result<Option<(InputPlace, Input)>, String> {
    Ok(match schema {
        "morse.Command" => {
            let command: CommandMessage = json(data)?;
            Some((command.input, Input::Command(command.into_record())))
        }
        "morse.Call" => {
            let call: CallMessage = json(data)?;
            call.input.map(|place| (place, Input::Call(call.into_record())))
        }
        "morse.Event" => {
            let event: EventMessage = json(data)?;
            Some((event.input, Input::Event(event.event.into_record()?)))
        }
        other => return Err(format!("{CALLS} has messages of an unknown type {other}")),
    })
}
