//! Hashes of types, which nodes since Iron announce: RIHS01 of REP 2016.

use morse_ros::type_hashes::TYPE_HASHES;

/// The hash of a type or service, by its DDS name; `None` if it is not known.
#[must_use]
pub fn of(type_name: &str) -> Option<String> {
    let at = TYPE_HASHES.binary_search_by_key(&type_name, |(name, _)| name).ok()?;
    TYPE_HASHES.get(at).map(|(_, hash)| format!("RIHS01_{hash}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_of_hashes_is_sorted() {
        assert!(TYPE_HASHES.is_sorted());
        for (name, hash) in TYPE_HASHES {
            assert_eq!(of(name), Some(format!("RIHS01_{hash}")));
        }
    }
}
