//! Numbers of a whole run: `min(robot.sick.range_list)`.

use morse_scene::nearest::did_you_mean;
use serde::{Deserialize, Serialize};

use super::quantity::Quantity;
use super::statistic::Statistic;

/// A number of a run: a statistic of a quantity over all ticks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Metric {
    /// The statistic.
    pub statistic: Statistic,
    /// The quantity.
    pub quantity: Quantity,
}

impl Metric {
    /// Reads `min(quantity)` or `quantity`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let Some((name, rest)) = text.split_once('(') else {
            return Ok(Self { statistic: Statistic::Last, quantity: Quantity::parse(text)? });
        };
        let inside = rest.strip_suffix(')').ok_or_else(|| format!("{text:?}: the closing ) is missing"))?;
        let found = Statistic::NAMES.iter().find(|(known, _)| *known == name.trim());
        let names = Statistic::NAMES.map(|(known, _)| known);
        let (_, statistic) = found.ok_or_else(|| {
            let meant = did_you_mean(name, names).unwrap_or_else(|| format!("known: {}", names.join(", ")));
            format!("{text:?}: there is no statistic {name:?}; {meant}")
        })?;
        Ok(Self { statistic: *statistic, quantity: Quantity::parse(inside)? })
    }
}

/// The text that [`Metric::parse`] reads as this statistic of this quantity.
pub(super) fn written(statistic: Statistic, quantity: &Quantity) -> String {
    let name = Statistic::NAMES.iter().find(|(_, known)| *known == statistic).map_or("", |(name, _)| name);
    if statistic == Statistic::Last { quantity.to_string() } else { format!("{name}({quantity})") }
}

impl TryFrom<String> for Metric {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
    }
}

impl From<Metric> for String {
    fn from(metric: Metric) -> Self {
        written(metric.statistic, &metric.quantity)
    }
}
