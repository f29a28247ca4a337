//! The attributes of one element: its own, then those of its default class.

use std::collections::BTreeMap;

use crate::ReadError;
use crate::formats::mjcf::document::Tag;

/// Most numbers in one attribute.
const NUMBERS_MAX: usize = 4_000_000;

/// An element with its defaults.
pub(super) struct Attributes<'t> {
    pub tag: &'t Tag,
    pub defaults: BTreeMap<&'t str, &'t str>,
}

impl<'t> Attributes<'t> {
    /// An element without defaults.
    pub(super) fn own(tag: &'t Tag) -> Attributes<'t> {
        Attributes { tag, defaults: BTreeMap::new() }
    }

    /// The text of an attribute.
    pub(super) fn text(&self, name: &str) -> Option<&'t str> {
        self.tag.attribute(name).or_else(|| self.defaults.get(name).copied())
    }

    /// All numbers in an attribute; `None` without it.
    pub(super) fn list(&self, name: &str) -> Result<Option<Vec<f64>>, ReadError> {
        self.text(name).map(|text| numbers(self.tag, name, text)).transpose()
    }

    /// A number.
    pub(super) fn number(&self, name: &str) -> Result<Option<f64>, ReadError> {
        Ok(self.array::<1>(name)?.map(|[value]| value))
    }

    /// Exactly `N` numbers.
    pub(super) fn array<const N: usize>(&self, name: &str) -> Result<Option<[f64; N]>, ReadError> {
        let Some(found) = self.list(name)? else { return Ok(None) };
        <[f64; N]>::try_from(found).map(Some).map_err(|found| {
            let problem = format!("{name} of <{}> has {} numbers and needs {N}", self.tag.name, found.len());
            self.tag.error(problem)
        })
    }

    /// At most `N` numbers; those that are not given are the ones of `otherwise`.
    pub(super) fn up_to<const N: usize>(
        &self,
        name: &str,
        otherwise: [f64; N],
    ) -> Result<[f64; N], ReadError> {
        let mut all = otherwise;
        // An element with fewer numbers than its class keeps the further numbers of the class.
        let of_class = self.defaults.get(name).copied();
        for text in of_class.into_iter().chain(self.tag.attribute(name)) {
            let found = numbers(self.tag, name, text)?;
            if found.len() > N {
                let problem = format!(
                    "{name} of <{}> has {} numbers; at most {N} are known",
                    self.tag.name,
                    found.len()
                );
                return Err(self.tag.error(problem));
            }
            all[..found.len()].copy_from_slice(&found);
        }
        Ok(all)
    }

    /// A switch: `true` or `false`, in any case.
    pub(super) fn switch(&self, name: &str) -> Result<Option<bool>, ReadError> {
        match self.text(name).map(str::to_ascii_lowercase).as_deref() {
            None | Some("auto") => Ok(None),
            Some("true" | "enable") => Ok(Some(true)),
            Some("false" | "disable") => Ok(Some(false)),
            Some(other) => Err(self
                .tag
                .error(format!("{name} of <{}> is \"{other}\", not true or false", self.tag.name))),
        }
    }
}

/// All numbers in a text.
pub(super) fn numbers(tag: &Tag, name: &str, text: &str) -> Result<Vec<f64>, ReadError> {
    let mut found = Vec::new();
    for word in text.split_ascii_whitespace() {
        let number: Option<f64> = word.parse().ok().filter(|number: &f64| number.is_finite());
        let Some(number) = number else {
            let word: String = word.chars().take(40).collect();
            return Err(
                tag.error(format!("{name} of <{}> has \"{word}\", which is not a finite number", tag.name))
            );
        };
        if found.len() == NUMBERS_MAX {
            return Err(tag.error(format!("{name} of <{}> has more than {NUMBERS_MAX} numbers", tag.name)));
        }
        found.push(number);
    }
    Ok(found)
}
