//! Arrays of numbers, and the inputs of primitives that refer to them.

use crate::ReadError;
use crate::formats::collada::{Import, REMEDY};
use crate::formats::xml::Element;

/// An `<input>`.
#[derive(Clone, Copy)]
pub(super) struct Input<'x> {
    pub element: Element<'x, 'x>,
    pub semantic: &'x str,
    /// Place of its index among the indices of a corner.
    pub offset: usize,
}

/// The inputs of an element.
pub(super) fn inputs<'x>(element: Element<'x, 'x>) -> impl Iterator<Item = Input<'x>> {
    element.children("input").filter_map(|input| {
        let offset = input.attribute("offset").and_then(|offset| offset.trim().parse().ok()).unwrap_or(0);
        Some(Input { element: input, semantic: input.attribute("semantic")?, offset })
    })
}

impl<'x> Import<'_, 'x> {
    /// The first `WIDTH` components of each entry of the source of an input. A word that is not a number becomes a number that is not finite.
    pub(super) fn floats<const WIDTH: usize>(
        &mut self,
        input: Element<'x, 'x>,
    ) -> Result<Vec<[f32; WIDTH]>, ReadError> {
        let Some(source) = self.target(input, "source") else { return Ok(Vec::new()) };
        let damaged = |problem: String| ReadError::new(source.place(), problem, REMEDY);
        let array = source.required_child("float_array")?;
        let numbers: Vec<f32> = words(array).map(|word| word.parse().unwrap_or(f32::NAN)).collect();
        let accessor = source.child("technique_common").and_then(|common| common.child("accessor"));
        let whole = |name: &str, otherwise: usize| {
            accessor.and_then(|accessor| accessor.attribute(name)).map_or(Ok(otherwise), |text| {
                text.trim()
                    .parse()
                    .map_err(|_| damaged(format!("{name} of <accessor> is not a whole number")))
            })
        };
        let (stride, offset): (usize, usize) = (whole("stride", WIDTH)?, whole("offset", 0)?);
        if stride < WIDTH {
            return Err(damaged(format!("its entries have {stride} numbers and need {WIDTH}")));
        }
        let there = numbers.len().saturating_sub(offset) / stride;
        let count: usize = whole("count", there)?;
        if count > there {
            return Err(damaged(format!("announces {count} entries and has {there}")));
        }
        let entry = |index: usize| {
            let start = offset + index * stride;
            std::array::from_fn(|component| numbers[start + component])
        };
        Ok((0..count).map(entry).collect())
    }
}

/// The words in an element.
pub(super) fn words<'x>(element: Element<'x, 'x>) -> impl Iterator<Item = &'x str> {
    element.0.text().unwrap_or_default().split_ascii_whitespace()
}

/// The whole numbers in an element.
pub(super) fn indices(element: Element<'_, '_>) -> Result<Vec<usize>, ReadError> {
    let number = |word: &str| {
        word.parse().map_err(|_| {
            let word: String = word.chars().take(20).collect();
            let problem = format!("\"{word}\" in <{}> is not an index", element.name());
            ReadError::new(element.place(), problem, REMEDY)
        })
    };
    element.0.text().unwrap_or_default().split_ascii_whitespace().map(number).collect()
}

/// Finite numbers in an element, exactly `N`.
pub(super) fn numbers<const N: usize>(element: Element<'_, '_>) -> Result<[f64; N], ReadError> {
    let text = element.0.text().unwrap_or_default();
    let found: Option<Vec<f64>> = text
        .split_ascii_whitespace()
        .map(|word| word.parse().ok().filter(|number: &f64| number.is_finite()))
        .collect();
    found.and_then(|found| found.try_into().ok()).ok_or_else(|| {
        ReadError::new(element.place(), format!("<{}> needs {N} numbers", element.name()), REMEDY)
    })
}
