//! Calendar: the date and the time of day in UTC of an instant that is counted in seconds.

/// Seconds in a day; UTC is taken to have no leap seconds, as Unix time does.
const SECONDS_PER_DAY: i64 = 86_400;

/// A date and a time of day in UTC, in the Gregorian calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UtcTime {
    pub(crate) year: i64,
    /// From 1.
    pub(crate) month: i64,
    /// From 1.
    pub(crate) day: i64,
    pub(crate) hour: i64,
    pub(crate) minute: i64,
    pub(crate) second: i64,
    /// Whole days since 1970-01-01.
    days: i64,
}

impl UtcTime {
    /// The instant so many seconds after 1970-01-01 00:00 UTC; fractions of a second are dropped.
    pub(crate) fn from_unix(seconds: f64) -> Self {
        let whole = seconds.floor() as i64;
        let (days, of_day) = (whole.div_euclid(SECONDS_PER_DAY), whole.rem_euclid(SECONDS_PER_DAY));
        let (year, month, day) = date_of(days);
        Self { year, month, day, hour: of_day / 3600, minute: of_day / 60 % 60, second: of_day % 60, days }
    }

    /// The date as a decimal year: that of 1 January is whole, that of noon is that of midnight before.
    pub(crate) fn decimal_year(&self) -> f64 {
        let of_year = self.days - days_until(self.year);
        let length = days_until(self.year + 1) - days_until(self.year);
        self.year as f64 + of_year as f64 / length as f64
    }
}

/// Days from 1970-01-01 to 1 January of a year.
fn days_until(year: i64) -> i64 {
    let before = year - 1;
    let leap_days = before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400);
    // 1969 years of 365 days and 477 leap days lie between the years 1 and 1970.
    365 * (year - 1970) + leap_days - 477
}

/// Year, month and day of a day counted from 1970-01-01. Years are counted from March, so that the leap day is the last
/// one, and months of 30.6 days then fall into place (Richards, "Calendars", in: Explanatory Supplement to the
/// Astronomical Almanac, 3rd ed. 2012, section 15.11.3).
fn date_of(days: i64) -> (i64, i64, i64) {
    /// Days in 400 years, after which the calendar repeats itself.
    const ERA: i64 = 146_097;
    // Day 0 is 0000-03-01.
    let since_march = days + 719_468;
    let (era, of_era) = (since_march.div_euclid(ERA), since_march.rem_euclid(ERA));
    // Without the leap days, years have 365 days each.
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / (ERA - 1)) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_eight_centuries_has_its_own_date() {
        const LENGTHS: [i64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let (mut year, mut month, mut day) = (1600, 1, 1);
        for days in days_until(1600)..days_until(2400) {
            assert_eq!(date_of(days), (year, month, day));
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = LENGTHS[month as usize - 1] + i64::from(is_leap && month == 2);
            day += 1;
            if day > length {
                (month, day) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        }
    }

    #[test]
    fn known_instants() {
        let at = |seconds| {
            let UtcTime { year, month, day, hour, minute, second, .. } = UtcTime::from_unix(seconds);
            (year, month, day, hour, minute, second)
        };
        assert_eq!(at(0.0), (1970, 1, 1, 0, 0, 0));
        assert_eq!(at(951_827_696.9), (2000, 2, 29, 12, 34, 56));
        assert_eq!(at(1e9), (2001, 9, 9, 1, 46, 40));
        assert_eq!(at(-0.5), (1969, 12, 31, 23, 59, 59));
    }

    #[test]
    fn years_have_their_own_length() {
        assert_eq!(UtcTime::from_unix(1_420_070_400.0).decimal_year(), 2015.0);
        assert_eq!(UtcTime::from_unix(1_420_070_400.0 + 86_399.0).decimal_year(), 2015.0);
        assert_eq!(UtcTime::from_unix(1_435_795_200.0).decimal_year(), 2015.0 + 182.0 / 365.0);
        assert_eq!(UtcTime::from_unix(1_467_417_600.0).decimal_year(), 2016.0 + 183.0 / 366.0);
    }
}
