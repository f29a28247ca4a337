//! A measured value compared with its closed form.

/// Measured value, expected value and tolerance.
pub struct Form {
    pub what: String,
    pub found: f64,
    pub expected: f64,
    /// Reference of the relative error: the expected value, or the distance or step to which the error refers.
    pub scale: f64,
    pub allowed: f64,
}

impl Form {
    /// Creates a comparison with a tolerance of one percent of the expected value.
    pub fn new(what: impl Into<String>, found: f64, expected: f64) -> Form {
        Form { what: what.into(), found, expected, scale: expected, allowed: 0.01 }
    }

    /// Sets the reference of the relative error.
    pub fn of(self, scale: f64) -> Form {
        Form { scale, ..self }
    }

    /// Sets the relative tolerance.
    pub fn within(self, allowed: f64) -> Form {
        Form { allowed, ..self }
    }

    /// Relative error.
    pub fn off(&self) -> f64 {
        ((self.found - self.expected) / self.scale).abs()
    }
}
