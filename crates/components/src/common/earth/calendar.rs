//! Calendar: converts Unix time, which has no leap seconds, to date and time of day in UTC.

use time::util::days_in_year;
use time::{OffsetDateTime, PrimitiveDateTime};

/// Converts seconds after 1970-01-01 00:00 UTC to a date and time. Fractions of a second are dropped. Times before the
/// year -9999 or after the year 9999 are clamped to these years.
pub(crate) fn utc(seconds: f64) -> OffsetDateTime {
    const FIRST: OffsetDateTime = PrimitiveDateTime::MIN.assume_utc();
    const LAST: OffsetDateTime = PrimitiveDateTime::MAX.assume_utc();
    let whole = (seconds.floor() as i64).clamp(FIRST.unix_timestamp(), LAST.unix_timestamp());
    OffsetDateTime::from_unix_timestamp(whole).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// Converts a date to a decimal year, which is a whole number on 1 January. The time of day is ignored.
pub(crate) fn decimal_year(date: OffsetDateTime) -> f64 {
    let days_since_january_1 = f64::from(date.ordinal() - 1);
    f64::from(date.year()) + days_since_january_1 / f64::from(days_in_year(date.year()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_times_have_the_correct_date() {
        let at = |seconds| {
            let utc = utc(seconds);
            (utc.year(), u8::from(utc.month()), utc.day(), utc.hour(), utc.minute(), utc.second())
        };
        assert_eq!(at(0.0), (1970, 1, 1, 0, 0, 0));
        assert_eq!(at(951_827_696.9), (2000, 2, 29, 12, 34, 56));
        assert_eq!(at(1e9), (2001, 9, 9, 1, 46, 40));
        assert_eq!(at(-0.5), (1969, 12, 31, 23, 59, 59));
        assert_eq!(at(1e300), (9999, 12, 31, 23, 59, 59));
    }

    #[test]
    fn decimal_year_accounts_for_leap_years() {
        assert_eq!(decimal_year(utc(1_420_070_400.0)), 2015.0);
        assert_eq!(decimal_year(utc(1_420_070_400.0 + 86_399.0)), 2015.0);
        assert_eq!(decimal_year(utc(1_435_795_200.0)), 2015.0 + 182.0 / 365.0);
        assert_eq!(decimal_year(utc(1_467_417_600.0)), 2016.0 + 183.0 / 366.0);
    }
}
