//! Statistics: one number of many.

/// One number of many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Statistic {
    /// The last one.
    #[default]
    Last,
    /// The first one.
    First,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// The arithmetic mean.
    Mean,
}

impl Statistic {
    pub(super) const NAMES: [(&'static str, Self); 5] = [
        ("last", Self::Last),
        ("first", Self::First),
        ("min", Self::Min),
        ("max", Self::Max),
        ("mean", Self::Mean),
    ];

    /// The statistic of these numbers; those that are not a number do not count.
    pub fn of(self, numbers: impl Iterator<Item = f64>) -> Option<f64> {
        let mut numbers = numbers.filter(|number| !number.is_nan());
        match self {
            Self::Last => numbers.last(),
            Self::First => numbers.next(),
            Self::Min => numbers.reduce(f64::min),
            Self::Max => numbers.reduce(f64::max),
            Self::Mean => {
                let (sum, count) =
                    numbers.fold((0.0, 0_u64), |(sum, count), number| (sum + number, count + 1));
                (count > 0).then(|| sum / count as f64)
            }
        }
    }
}
