//! Parts of a column: consecutive elements that one thread changes while the other threads change theirs.

/// Consecutive elements of a column.
#[derive(Debug)]
pub struct Part<'a, T> {
    first: usize,
    elements: &'a mut [T],
}

impl<'a, T> Part<'a, T> {
    /// The element with an index in the column; `None` if it is not in this part.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.elements.get_mut(index.checked_sub(self.first)?)
    }

    /// All elements of the part.
    pub fn into_slice(self) -> &'a mut [T] {
        self.elements
    }
}

/// Divides a column into parts that end before the given ascending indices, one part per index. Indices beyond the end of the
/// column are clamped to it. Elements after the last index are in no part.
pub fn divide<T>(
    column: &mut [T],
    ends: impl IntoIterator<Item = usize>,
) -> impl Iterator<Item = Part<'_, T>> {
    let (mut first, mut rest) = (0, column);
    ends.into_iter().map(move |end| {
        let count = end.saturating_sub(first).min(rest.len());
        let (elements, after) = std::mem::take(&mut rest).split_at_mut(count);
        let part = Part { first, elements };
        first += count;
        rest = after;
        part
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_element_is_in_one_part_and_is_found_by_index() {
        let mut column = [0, 1, 2, 3, 4, 5, 6];
        let ends = [2, 2, 5, usize::MAX];
        let parts: Vec<Vec<i32>> = divide(&mut column, ends).map(|part| part.into_slice().to_vec()).collect();
        assert_eq!(parts, [vec![0, 1], vec![], vec![2, 3, 4], vec![5, 6]]);
        for (mut part, own) in divide(&mut column, ends).zip(parts) {
            let found: Vec<i32> = (0..9).filter_map(|index| part.get_mut(index).copied()).collect();
            assert_eq!(found, own);
        }
    }

    #[test]
    fn descending_or_out_of_range_ends_give_empty_parts() {
        let mut column = [0, 1, 2];
        let lengths = divide(&mut column, [2, 1, 9, 9]).map(|part| part.into_slice().len());
        assert_eq!(lengths.collect::<Vec<_>>(), [2, 0, 1, 0]);
    }
}
