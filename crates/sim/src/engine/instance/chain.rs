//! The processing of new data of a component: its modifiers in order, then the streams that the host computes.
//! Built-in modifiers run here, those of the host in exchanges with the host.

use morse_scene::value::Map;

use crate::contract::component::ModifyContext;
use crate::contract::data::Data;
use crate::engine::instance::{ModifierInstance, Tick};

/// Progress of the processing of new data.
///
/// Fields that every tick accesses come first.
#[derive(Clone, Default)]
#[repr(C)]
pub(crate) struct Chain {
    /// Whether there are new data whose processing has not ended.
    pub(crate) is_open: bool,
    /// Index of the next modifier.
    pub(crate) next: usize,
    /// Numbers of the streams that the host computes: outgoing ones of a sensor, incoming ones of an actuator.
    pub(crate) streams: Vec<usize>,
    /// Values that modifiers of the host have added to the data of a built-in sensor.
    pub(crate) extra_fields: Map,
    /// Encoded messages of these streams, by stream number.
    pub(crate) sent: Vec<(usize, Vec<u8>)>,
    /// Numbers of the streams that the host computes, of the opposite direction: incoming ones of an external sensor,
    /// outgoing ones of an external actuator.
    pub(crate) opposite_streams: Vec<usize>,
}

impl Chain {
    /// Starts the processing of new data.
    pub(crate) fn begin(&mut self) {
        self.is_open = true;
        self.next = 0;
    }

    /// Applies built-in modifiers, from the next one to the first that the host computes. Closes the chain at its end;
    /// `streams_ran` is whether the streams of the host have received the data.
    pub(crate) fn modify(
        &mut self,
        modifiers: &mut [ModifierInstance],
        tick: Tick,
        rate_hz: f64,
        data: &mut dyn Data,
        streams_ran: bool,
    ) {
        while let Some(modifier) = modifiers.get_mut(self.next) {
            match modifier.external {
                Some(_) if !modifier.failed => return,
                Some(_) => {}
                None => {
                    let mut random = modifier.key.at(tick.number);
                    let mut context = ModifyContext { now: tick.now, rate_hz, random: &mut random };
                    modifier.component.modify(&mut context, data);
                }
            }
            self.next += 1;
        }
        self.is_open = !(streams_ran || self.streams.is_empty());
    }

    /// The host's numbers of the modifiers that it applies next, and the index of the modifier after them.
    pub(crate) fn leading(&self, modifiers: &[ModifierInstance]) -> (Vec<usize>, usize) {
        let mut numbers = Vec::new();
        let mut next = self.next;
        while let Some(number) = modifiers.get(next).and_then(|modifier| modifier.external) {
            if !modifiers[next].failed {
                numbers.push(number);
            }
            next += 1;
        }
        (numbers, next)
    }
}

/// Whether the host takes part in the processing of a component's data.
pub(crate) fn needs_host(modifiers: &[ModifierInstance], chain: &Chain) -> bool {
    !chain.streams.is_empty()
        || modifiers.iter().any(|modifier| modifier.external.is_some() && !modifier.failed)
}
