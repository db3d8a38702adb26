//! `ttl`: once the provider's cache has run out, the prefix is written anew anyway; then long
//! results are trimmed, and the oldest cleared while the history is large.

use ibid_model::{Break, ImageSource, Part, Reason, Role};

use super::{Choice, Decision, View, spare};
use crate::history::History;
use crate::slot::Slot;
use crate::stub;

pub(super) fn decide(view: &View<'_>) -> Decision {
    if !view.cold {
        return Decision::default();
    }
    let (history, settings) = (view.history, view.settings);
    let slots = history.slots();
    let safe = safe_from(slots, settings.ttl_safe_turns);
    let first_user = slots
        .iter()
        .position(|slot| slot.message.role == Role::User)
        .unwrap_or(slots.len());
    let mut tokens = history.tokens();
    let clear_over = (settings.window as f64 * settings.ttl_clear_share) as u64;
    let mut choices = Vec::new();
    // What was trimmed before may still be cleared: the cache is gone, so the bytes may change.
    for at in spare::candidates(view).into_iter().chain(trimmed(view)) {
        if !(first_user..safe).contains(&at) {
            continue;
        }
        let slot = &slots[at];
        let text = if tokens > clear_over {
            cleared(history, slot)
        } else if slot.stub.is_none() && chars(slot) > settings.ttl_trim_over_chars {
            trimmed_text(history, slot, settings.ttl_keep_chars)
        } else {
            continue;
        };
        let after = history.counter().text(&text).0;
        tokens = tokens.saturating_sub(slot.carried().saturating_sub(after));
        choices.push(Choice {
            at,
            reason: Reason::CacheExpired,
            text: Some(text),
        });
    }
    choices.sort_by_key(|choice| choice.at);
    Decision {
        broke: (!choices.is_empty()).then_some(Break::Cold),
        choices,
    }
}

/// The place from which on the newest `turns` messages of the model stand.
fn safe_from(slots: &[Slot], turns: usize) -> usize {
    (0..slots.len())
        .rev()
        .filter(|&at| slots[at].message.role == Role::Assistant)
        .nth(turns.saturating_sub(1))
        .unwrap_or(0)
}

const CLEARED: &str = "[Old tool result content cleared; recall id ";

fn trimmed<'a>(view: &'a View<'_>) -> impl Iterator<Item = usize> + 'a {
    let slots = view.history.slots();
    (0..slots.len()).filter(|&at| {
        let shown = slots[at]
            .stub
            .as_ref()
            .and_then(|stub| stub.message.result());
        shown.is_some_and(|result| !result.texts().any(|text| text.starts_with(CLEARED)))
    })
}

fn chars(slot: &Slot) -> usize {
    slot.result.as_ref().map_or(0, |result| result.chars)
}

fn recall_id(history: &History, slot: &Slot) -> String {
    let call = slot.result.as_ref().map(|result| &result.call);
    call.map_or(String::new(), |call| stub::identity(history, call).0)
}

fn cleared(history: &History, slot: &Slot) -> String {
    let id = recall_id(history, slot);
    let pictures: String = images(slot, &id);
    if pictures.is_empty() {
        format!("{CLEARED}\"{id}\"]")
    } else {
        pictures
    }
}

/// A line for every picture of the result.
fn images(slot: &Slot, id: &str) -> String {
    let parts = slot.message.result().into_iter().flat_map(|r| &r.content);
    let lines = parts.filter_map(|part| match part {
        Part::Image(image) => Some(match (image.width, image.height, &image.source) {
            (Some(width), Some(height), _) => {
                format!("[image set aside: {width}\u{d7}{height}; recall id \"{id}\"]")
            }
            (_, _, ImageSource::Url(_)) => {
                format!("[image set aside: from a URL; recall id \"{id}\"]")
            }
            _ => format!("[image set aside; recall id \"{id}\"]"),
        }),
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn trimmed_text(history: &History, slot: &Slot, keep: usize) -> String {
    let result = slot.message.result();
    let text: String = result
        .into_iter()
        .flat_map(|r| r.texts())
        .collect::<Vec<_>>()
        .join("\n");
    let head_end = text
        .char_indices()
        .nth(keep)
        .map_or(text.len(), |(at, _)| at);
    let tail_start = text
        .char_indices()
        .rev()
        .nth(keep.saturating_sub(1))
        .map_or(0, |(at, _)| at)
        .max(head_end);
    let id = recall_id(history, slot);
    let cut = text[head_end..tail_start].len();
    format!(
        "{}\n[{cut} bytes trimmed; recall id \"{id}\", with offset and limit, shows them]\n{}",
        &text[..head_end],
        &text[tail_start..]
    )
}
