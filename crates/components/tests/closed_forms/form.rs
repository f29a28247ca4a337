//! A figure beside its closed form.

/// What was found, what is known, and how far apart both may be.
pub struct Form {
    pub what: String,
    pub found: f64,
    pub expected: f64,
    /// What an error is a share of: the expected figure, or the way or the step that it is an error of.
    pub scale: f64,
    pub allowed: f64,
}

impl Form {
    /// Within a hundredth of the expected figure.
    pub fn new(what: impl Into<String>, found: f64, expected: f64) -> Form {
        Form { what: what.into(), found, expected, scale: expected, allowed: 0.01 }
    }

    /// As a share of something else than the expected figure.
    pub fn of(self, scale: f64) -> Form {
        Form { scale, ..self }
    }

    /// Within another share.
    pub fn within(self, allowed: f64) -> Form {
        Form { allowed, ..self }
    }

    /// How far off it is, as a share.
    pub fn off(&self) -> f64 {
        ((self.found - self.expected) / self.scale).abs()
    }
}
