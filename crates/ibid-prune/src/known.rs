//! What is known of a line from another one of the same skeleton: the format that fits it, what it
//! looks like, and its hashes as far as they do not depend on the digits.

use std::collections::HashMap;

use crate::Kind;
use crate::features::Looks;
use crate::lang::Fit;
use crate::scan::Plain;
use crate::shape::{self, Volatile};
use crate::skeleton::Skeleton;

/// All that a line says, but for what stands in its digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) fit: Option<Fit>,
    pub(crate) looks: Looks,
    /// See [`crate::record::Record::shape`].
    pub(crate) shape: u64,
    /// See [`crate::record::Record::rule`].
    pub(crate) rule: u64,
    volatile: Volatile,
    /// Whether nothing behind the place of a located message changes by itself.
    steady_message: bool,
}

impl Known {
    /// Looks at `body`, which `fit` fits.
    pub(crate) fn of(body: &str, fit: Option<Fit>) -> Self {
        let shape = shape::shape(body, has_sizes(fit.as_ref()));
        let behind = fit.as_ref().and_then(|fit| behind(body, fit));
        Self {
            fit,
            looks: Looks::of(body),
            shape: shape.shape,
            rule: fit.as_ref().map_or(shape.shape, |fit| {
                // Nothing asks for the rule of a line that is dropped first.
                let asked = !matches!(
                    fit.kind(),
                    Kind::Pass | Kind::Progress | Kind::Download | Kind::Frame
                );
                match asked {
                    true => shape::rule(behind.map_or(body, |(_, behind)| behind)),
                    false => shape.shape,
                }
            }),
            volatile: shape.volatile,
            steady_message: behind
                .is_none_or(|(_, behind)| shape::shape(behind, false).volatile.is_none()),
        }
    }

    /// The fold key of `body`, whose exact hash is `exact`.
    pub(crate) fn fold(&self, body: &str, exact: u64) -> u64 {
        (self.volatile.fold(body, exact))
            .unwrap_or_else(|| shape::shape(body, has_sizes(self.fit.as_ref())).fold)
    }

    /// What "the same message" means: the text behind the place for a located message, the shape
    /// of the line otherwise.
    pub(crate) fn message(&self, body: &str) -> u64 {
        let Some((before, behind)) = self.fit.as_ref().and_then(|fit| behind(body, fit)) else {
            return self.shape;
        };
        let said = match self.steady_message {
            true => shape::hash(behind.as_bytes()),
            false => shape::shape(behind, false).fold,
        };
        said ^ shape::hash(before.trim().as_bytes())
    }
}

/// Whether sizes change by themselves, as they do in progress.
fn has_sizes(fit: Option<&Fit>) -> bool {
    fit.is_some_and(|fit| matches!(fit.kind(), Kind::Progress | Kind::Download))
}

/// What stands before and behind the place of a located message.
fn behind<'a>(body: &'a str, fit: &Fit) -> Option<(&'a str, &'a str)> {
    let place = fit.place().filter(|_| fit.kind() == Kind::Located)?;
    Some((body.get(..place.start)?, body.get(place.end..)?))
}

/// Most skeletons of a generation.
const MOST: usize = 1 << 16;

/// What is known of the skeletons of an output's lines: those of the newest lines, and no more
/// than two generations.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    new: HashMap<u64, Known, Plain>,
    old: HashMap<u64, Known, Plain>,
}

/// Where a line is looked up: by its skeleton, and by whether it stands below a file heading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key(u64);

impl Key {
    pub(crate) fn new(skeleton: Skeleton, below_heading: bool) -> Self {
        Self(skeleton.0 ^ u64::from(below_heading))
    }
}

impl Memo {
    /// What is known of `key`.
    pub(crate) fn get(&mut self, key: Key) -> Option<Known> {
        if let Some(known) = self.new.get(&key.0) {
            return Some(*known);
        }
        let known = *self.old.get(&key.0)?;
        self.put(key, known);
        Some(known)
    }

    /// Remembers what was found for `key`.
    pub(crate) fn put(&mut self, key: Key, known: Known) {
        if self.new.len() >= MOST {
            self.old = std::mem::take(&mut self.new);
        }
        self.new.insert(key.0, known);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::hashes;

    #[test]
    fn a_generation_is_forgotten_when_two_newer_ones_are_there() {
        let mut memo = Memo::default();
        let key = |n: usize| {
            let name: String = format!("{n:x}").replace(|c: char| c.is_ascii_digit(), "g");
            let skeleton = hashes(&format!("{name}{}", "z".repeat(n % 300))).1;
            Key::new(skeleton.expect("the line is short"), false)
        };
        let known = Known::of("text", None);
        memo.put(key(0), known);
        assert!(memo.get(key(0)).is_some());
        for n in 0..3 * MOST as u64 {
            memo.put(Key(n << 8 | 1), known);
        }
        assert!(memo.get(key(0)).is_none());
        assert!(memo.new.len() + memo.old.len() <= 2 * MOST);
    }
}
