//! What is known of a line from another one of the same skeleton: the format that fits it, what it
//! looks like, and its hashes as far as they do not depend on the digits.

use crate::Kind;
use crate::features::Looks;
use crate::lang::Fit;
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

/// Where a line is looked up: by its skeleton, and by whether it stands below a file heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key(u64);

impl Key {
    pub(crate) fn new(skeleton: Skeleton, below_heading: bool) -> Self {
        Self(skeleton.0 ^ u64::from(below_heading))
    }

    /// Bits that the place in a table does not tell, in the upper half.
    fn tag(self) -> u32 {
        ((self.0 >> 48) as u32) << 16
    }
}

/// What is known of the skeletons of an output's lines: those of the newest lines, and no more
/// than two generations.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    new: Generation,
    old: Generation,
}

impl Memo {
    /// What is known of `key` at a first look.
    pub(crate) fn peek(&self, key: Key) -> Option<Known> {
        self.new.get(key).copied()
    }

    /// What is known of `key`.
    pub(crate) fn get(&mut self, key: Key) -> Option<Known> {
        if let Some(known) = self.new.get(key) {
            return Some(*known);
        }
        let known = *self.old.get(key)?;
        self.put(key, known);
        Some(known)
    }

    /// Remembers what was found for `key`, which is not known.
    pub(crate) fn put(&mut self, key: Key, known: Known) {
        if self.new.entries.len() == MOST {
            self.old = std::mem::take(&mut self.new);
        }
        self.new.put(key, known);
    }
}

/// Most skeletons of a generation, so that the number of one takes 16 bits.
const MOST: usize = u16::MAX as usize;

/// A hash table with its entries side by side: what an output with many skeletons costs is the
/// memory that it touches.
#[derive(Debug, Default)]
struct Generation {
    entries: Vec<(Key, Known)>,
    /// For each place of a power of two: 0, or the number of the entry from 1, with 16 more bits of
    /// its key above, so that other entries are hardly ever looked at. Half of them stay free.
    slots: Vec<u32>,
}

impl Generation {
    fn get(&self, key: Key) -> Option<&Known> {
        for at in self.probe(key) {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if (slot ^ key.tag()) >> 16 == 0 {
                let (of, known) = &self.entries[(slot & 0xFFFF) as usize - 1];
                if *of == key {
                    return Some(known);
                }
            }
        }
        None
    }

    fn put(&mut self, key: Key, known: Known) {
        self.entries.push((key, known));
        if self.entries.len() * 2 <= self.slots.len() {
            return self.file(self.entries.len());
        }
        self.slots = vec![0; (self.slots.len() * 2).max(256)];
        for number in 1..=self.entries.len() {
            self.file(number);
        }
    }

    /// Files entry `number`, from 1.
    fn file(&mut self, number: usize) {
        let key = self.entries[number - 1].0;
        let free = self.probe(key).find(|at| self.slots[*at] == 0);
        if let Some(free) = free {
            self.slots[free] = key.tag() | number as u32;
        }
    }

    /// The places where `key` may be, in the order in which they are looked at.
    fn probe(&self, key: Key) -> impl Iterator<Item = usize> + use<> {
        let places = self.slots.len();
        (0..places).map(move |step| (key.0 as usize).wrapping_add(step) & (places - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::hashes;

    #[test]
    fn a_generation_is_forgotten_when_two_newer_ones_are_there() {
        let mut memo = Memo::default();
        let skeleton = hashes("text").1.expect("the line is short");
        let key = |below| Key::new(skeleton, below);
        let known = Known::of("text", None);
        memo.put(key(false), known);
        assert!(memo.get(key(false)).is_some());
        assert!(memo.get(key(true)).is_none());
        for n in 0..3 * MOST as u64 {
            let key = Key(crate::shape::mix(1, n));
            memo.put(key, known);
            assert!(memo.get(key).is_some());
        }
        assert!(memo.get(key(false)).is_none());
        assert!(memo.new.entries.len() + memo.old.entries.len() <= 2 * MOST);
    }
}
