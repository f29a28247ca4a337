//! A run as data: its scene, its events and its faults.

use super::chance::Chance;
use super::events::{self, Event};
use super::pieces::Pieces;
use super::scene::{self, Scene};

/// Numbers of threads of the second twin.
const THREADS: [usize; 3] = [2, 4, 8];

/// A scene and its events, each with its tick.
#[derive(Clone, Debug)]
pub struct Plan {
    pub seed: u64,
    pub ticks: u64,
    pub scene: Scene,
    pub events: Vec<(u64, Event)>,
    /// Tick after which twins are restored.
    pub saved_at: u64,
    /// Threads of the second twin.
    pub threads: usize,
    /// Whether the recording is written to a full disk.
    pub disk_is_full: bool,
    /// Whether clients only command robots, with usual numbers.
    pub is_calm: bool,
    /// Whether requests of the second twin arrive as halves of lines in several ticks.
    pub sends_pieces: bool,
}

impl Plan {
    /// The plan of a seed.
    pub fn of_seed(seed: u64, ticks: u64) -> Self {
        let mut chance = Chance(seed);
        let scene = scene::random(&mut chance);
        let is_calm = chance.one_in(3);
        let events = events::random(&scene, ticks, is_calm, &mut chance);
        // Half of the runs are saved early: later, more of them have objects that came and went.
        let end = if chance.one_in(2) { 10.min(ticks) } else { ticks };
        Self {
            seed,
            ticks,
            scene,
            events,
            saved_at: 1 + chance.below(end as usize - 1) as u64,
            threads: *chance.one(&THREADS),
            disk_is_full: chance.one_in(8),
            is_calm,
            sends_pieces: chance.one_in(2),
        }
    }

    /// The requests whose lines begin before a tick, with their numbers.
    pub fn begun_before(&self, tick: u64) -> impl Iterator<Item = (u64, Pieces)> {
        let numbered = (0..).zip(&self.events);
        numbered.filter_map(move |(number, (at, event))| {
            let Event::Call { component, service, arguments } = event else { return None };
            let pieces = Pieces::of(number, component, service, arguments)?;
            (at.saturating_sub(pieces.early_ticks) == tick).then_some((number, pieces))
        })
    }

    /// The events before a tick.
    pub fn events_before(&self, tick: u64) -> impl Iterator<Item = (u64, &Event)> {
        let numbered = (0..).zip(&self.events);
        numbered.filter(move |(_, (at, _))| *at == tick).map(|(number, (_, event))| (number, event))
    }
}
