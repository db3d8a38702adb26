//! One bad item never kills a session: a picture that is too large, or text that no provider takes,
//! is replaced by a line that names it, in the request alone. The log keeps what it was.

use ibid_model::{DialectRules, Message, Part, Reason};

use crate::history::History;
use crate::policy::Choice;
use crate::slot::Slot;
use crate::validate::part_is_valid;

/// Messages that would make every request fail, each with the line that stands in for what is
/// wrong in it.
pub(crate) fn bad_items(history: &History, rules: &DialectRules) -> Vec<Choice> {
    let slots = history.slots();
    let images: usize = slots.iter().map(|slot| slot.risk.images).sum();
    let side = if images > rules.images_many as usize {
        rules.image_side_many
    } else {
        rules.image_side
    };
    let faults = slots.iter().enumerate().filter_map(|(at, slot)| {
        let text = fault(slot, side)?;
        Some(Choice {
            at,
            reason: Reason::Isolated,
            text: Some(text),
        })
    });
    faults.collect()
}

fn fault(slot: &Slot, side: u32) -> Option<String> {
    let (width, height) = slot.risk.largest;
    if width.max(height) > side {
        return Some(format!(
            "[image left out: {width}\u{d7}{height} is over {side} pixels a side, the most that a \
             request of as many images may have; entry {}]",
            slot.seq
        ));
    }
    let bad = slot.risk.text;
    bad.then(|| {
        format!(
            "[left out: text that is not valid Unicode; entry {}]",
            slot.seq
        )
    })
}

/// `message` with what makes requests fail replaced by `line`; everything else as it was. A call
/// keeps its id and its name, and has no arguments any more.
pub(crate) fn isolated(message: &Message, line: &str) -> Message {
    let mut message = message.clone();
    message.parts = message.parts.iter().map(|part| clean(part, line)).collect();
    message
}

fn clean(part: &Part, line: &str) -> Part {
    match part {
        Part::ToolResult(result) => {
            let mut result = result.clone();
            result.content = result
                .content
                .iter()
                .map(|part| clean(part, line))
                .collect();
            Part::ToolResult(result)
        }
        // The line says which limit was passed; any picture of the message may be the one.
        Part::Image(_) if line.starts_with("[image ") => Part::text(line),
        Part::ToolCall(call) if !part_is_valid(part) => {
            let mut call = call.clone();
            call.args = ibid_model::RawJson::new("{}");
            Part::ToolCall(call)
        }
        part if !part_is_valid(part) => Part::text(line),
        part => part.clone(),
    }
}
