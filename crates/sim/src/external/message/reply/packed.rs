//! Reports in columns, for components with nothing but field values to report.

use morse_scene::value::Value;
use serde::Deserialize;

use crate::external::message::reply::Report;

/// Reports in columns, for components with nothing but field values to report.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackedReports {
    /// Numbers of the components.
    pub ids: Vec<usize>,
    /// For each component, a letter for each field, then `;`: `n` is the next of the numbers that follow the message,
    /// `v` the next of `values`. A single `r` stands for the next of the reports in the reply.
    pub kinds: String,
    /// Field values other than numbers.
    pub values: Vec<Value>,
}

impl PackedReports {
    /// Unpacks the reports, in order.
    ///
    /// # Errors
    /// When the columns do not match.
    pub(super) fn unpacked(self, numbers: Vec<f64>, reports: Vec<Report>) -> Result<Vec<Report>, String> {
        let Self { ids, kinds, values } = self;
        let (mut numbers, mut values, mut reports) =
            (numbers.into_iter(), values.into_iter(), reports.into_iter());
        let mut kinds = kinds.split_terminator(';');
        let mut all = Vec::with_capacity(ids.len());
        for external_id in ids {
            let of_one = kinds.next().ok_or("a packed reply names more components than it describes")?;
            if of_one == "r" {
                all.push(reports.next().ok_or("a packed reply lacks a report")?);
                continue;
            }
            let value = |kind| match kind {
                'n' => numbers.next().map(Value::Float),
                'v' => values.next(),
                _ => None,
            };
            let data: Option<Vec<Value>> = of_one.chars().map(value).collect();
            let data =
                data.ok_or_else(|| format!("a packed reply lacks values of component {external_id}"))?;
            all.push(Report { external_id, data, ..Report::default() });
        }
        all.extend(reports);
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(ids: &[usize], kinds: &str, values: &[&str]) -> PackedReports {
        let values = values.iter().map(|&text| Value::from(text)).collect();
        PackedReports { ids: ids.to_vec(), kinds: kinds.to_owned(), values }
    }

    #[test]
    fn reports_are_unpacked_in_order() {
        let odd = Report { external_id: 4, error: Some("it broke".to_owned()), ..Report::default() };
        let all = packed(&[3, 4, 5, 6], "nv;r;;n;", &["red"]).unpacked(vec![1.0, 2.0], vec![odd]).unwrap();
        let data: Vec<_> = all.iter().map(|report| (report.external_id, report.data.clone())).collect();
        let red = Value::from("red");
        let expected =
            vec![(3, vec![Value::Float(1.0), red]), (4, vec![]), (5, vec![]), (6, vec![Value::Float(2.0)])];
        assert_eq!(data, expected);
        assert_eq!(all[1].error.as_deref(), Some("it broke"));
    }

    #[test]
    fn columns_that_do_not_match_are_refused() {
        for (columns, numbers) in [
            (packed(&[1, 2], "n;", &[]), vec![1.0]),
            (packed(&[1], "nn;", &[]), vec![1.0]),
            (packed(&[1], "v;", &[]), vec![1.0]),
            (packed(&[1], "r;", &[]), vec![]),
            (packed(&[1], "ü;", &["red"]), vec![1.0]),
        ] {
            assert!(columns.unpacked(numbers, Vec::new()).is_err());
        }
    }
}
