//! Description of the run in a recording: versions, seed, and origin of its files.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{DIGEST_VERSION, LAYOUT};

/// Dependencies of a run beside its scene document and its inputs.
#[derive(Debug, Clone, PartialEq)]
pub struct RunInfo {
    /// Version of the simulator that wrote the recording.
    pub version: String,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Time that clients saw at simulated time zero. [s]
    pub epoch_s: f64,
    /// Ticks per simulated second. [Hz]
    pub rate_hz: f64,
    /// Number of ticks that were made before the recording began.
    pub start_tick: u64,
    /// Whether it has all inputs of the run: it was recorded from the start, not from some moment on.
    pub has_all_inputs: bool,
    /// Whether its digests are computed as this program computes them.
    pub has_known_digests: bool,
    /// Whether a GPU drew its pictures: its digests leave out the readings of sensors that see.
    pub has_varying_pictures: bool,
    /// The scene file.
    pub scene: PathBuf,
    /// Directory of the environment of the scene file, if it is of one.
    pub environment: Option<PathBuf>,
    /// Where the script of the scene looked for modules.
    pub python_path: Vec<PathBuf>,
}

/// The entry of runs whose pictures a GPU drew.
const VARYING_PICTURES: &str = "varying_pictures";
/// Between the folders of a path.
const SEPARATOR: &str = "\n";

impl RunInfo {
    /// The entries of the metadata record.
    #[must_use]
    pub fn to_metadata(&self) -> BTreeMap<String, String> {
        let text = |path: &PathBuf| path.display().to_string();
        let python_path: Vec<String> = self.python_path.iter().map(text).collect();
        let entries = [
            ("layout", LAYOUT.to_owned()),
            ("version", self.version.clone()),
            ("digests", DIGEST_VERSION.to_owned()),
            ("seed", self.seed.to_string()),
            // The shortest text that is read as the same number.
            ("epoch_s", format!("{:?}", self.epoch_s)),
            ("rate_hz", format!("{:?}", self.rate_hz)),
            ("start_tick", self.start_tick.to_string()),
            ("has_all_inputs", self.has_all_inputs.to_string()),
            ("scene", text(&self.scene)),
            ("environment", self.environment.as_ref().map_or_else(String::new, text)),
            ("python_path", python_path.join(SEPARATOR)),
        ];
        let varying = self.has_varying_pictures.then(|| (VARYING_PICTURES, true.to_string()));
        entries.into_iter().chain(varying).map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// Reads the entries of a metadata record.
    ///
    /// # Errors
    /// Says which entry is missing, malformed, or of a layout that this version does not know.
    pub fn from_metadata(entries: &BTreeMap<String, String>) -> Result<Self, String> {
        fn parsed<T: std::str::FromStr>(key: &str, value: &str) -> Result<T, String> {
            value.parse().map_err(|_| format!("its metadata have `{key}` = {value:?}"))
        }
        let text = |key: &str| entries.get(key).ok_or_else(|| format!("its metadata lack `{key}`"));
        let layout = text("layout")?;
        if layout != LAYOUT {
            return Err(format!("its layout has version {layout:?}; this program reads version {LAYOUT}"));
        }
        let whole = |key: &str| parsed::<u64>(key, text(key)?);
        let finite = |key: &str| {
            let number = parsed::<f64>(key, text(key)?)?;
            number
                .is_finite()
                .then_some(number)
                .ok_or_else(|| format!("its metadata have `{key}` = {number}"))
        };
        Ok(Self {
            version: text("version")?.clone(),
            seed: whole("seed")?,
            epoch_s: finite("epoch_s")?,
            rate_hz: finite("rate_hz")?,
            start_tick: whole("start_tick")?,
            has_all_inputs: parsed("has_all_inputs", text("has_all_inputs")?)?,
            has_known_digests: entries.get("digests").is_some_and(|version| version == DIGEST_VERSION),
            has_varying_pictures: entries.get(VARYING_PICTURES).is_some_and(|value| value == "true"),
            scene: PathBuf::from(text("scene")?),
            environment: Some(text("environment")?).filter(|path| !path.is_empty()).map(PathBuf::from),
            python_path: text("python_path")?
                .split(SEPARATOR)
                .filter(|path| !path.is_empty())
                .map(PathBuf::from)
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_info_is_read_back_and_gaps_are_reported() {
        let info = RunInfo {
            version: "0.1.0".to_owned(),
            seed: u64::MAX,
            epoch_s: 1_700_000_000.123_456_7,
            rate_hz: 60.0,
            start_tick: 7,
            has_all_inputs: true,
            has_known_digests: true,
            has_varying_pictures: false,
            scene: "scene.py".into(),
            environment: None,
            python_path: vec!["/a".into(), "/b c".into()],
        };
        let entries = info.to_metadata();
        assert_eq!(RunInfo::from_metadata(&entries).unwrap(), info);
        let drawn_by_gpu = RunInfo { has_varying_pictures: true, ..info.clone() };
        assert_eq!(RunInfo::from_metadata(&drawn_by_gpu.to_metadata()).unwrap(), drawn_by_gpu);
        for key in entries.keys() {
            let mut damaged = entries.clone();
            damaged.remove(key);
            match RunInfo::from_metadata(&damaged) {
                // Recordings of the first version have no entry of it.
                Ok(read) => assert!(key == "digests" && !read.has_known_digests),
                Err(problem) => assert!(problem.contains(key.as_str()), "{key}"),
            }
        }
        let mut newer = entries;
        newer.insert("layout".to_owned(), "2".to_owned());
        assert!(RunInfo::from_metadata(&newer).unwrap_err().contains("version \"2\""));
    }
}
