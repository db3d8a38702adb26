//! Corrects estimates by what the provider reports.

use ibid_model::Tokens;

/// The correction never leaves these bounds: a report beyond them says something else changed.
const BOUNDS: (f64, f64) = (0.4, 4.0);
/// How much of the old evidence a new report leaves.
const KEEP: f64 = 0.98;
/// Evidence needed before the correction is used, in tokens.
const ENOUGH: f64 = 500.0;

/// What one model's reports say about the estimates made for it: a factor that follows them slowly.
#[derive(Clone, Copy, Debug)]
pub struct Calibration {
    measured: f64,
    estimated: f64,
}

impl Default for Calibration {
    fn default() -> Self {
        Self {
            measured: 0.0,
            estimated: 0.0,
        }
    }
}

impl Calibration {
    /// Takes in that what was thought to be `estimated` tokens (uncorrected) were `measured` ones.
    pub fn observe(&mut self, estimated: Tokens, measured: Tokens) {
        if estimated == Tokens(0) {
            return;
        }
        self.measured = self.measured * KEEP + measured.0 as f64;
        self.estimated = self.estimated * KEEP + estimated.0 as f64;
    }

    /// Takes in a refusal that says how many tokens a request really had: it holds from the next
    /// estimate on.
    pub fn refused(&mut self, estimated: Tokens, measured: Tokens) {
        if estimated > Tokens(0) {
            self.estimated = estimated.0 as f64 + ENOUGH;
            self.measured = measured.0 as f64 / estimated.0 as f64 * self.estimated;
        }
    }

    /// The factor between an uncorrected estimate and what it will be measured as; 1 at first.
    pub fn factor(&self) -> f64 {
        if self.estimated < ENOUGH {
            return 1.0;
        }
        (self.measured / self.estimated).clamp(BOUNDS.0, BOUNDS.1)
    }

    /// The corrected estimate.
    pub fn correct(&self, estimated: Tokens) -> Tokens {
        Tokens((estimated.0 as f64 * self.factor()).round() as u64)
    }
}
