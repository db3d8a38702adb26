//! The page: what it holds, what it may do, and that nothing in a session can become part of it.

use std::collections::HashSet;

use ibid_context::replay::SessionReport;
use ibid_report::html;
use proptest::prelude::*;
use sha2::{Digest, Sha256};

use crate::parser::{Piece, pieces};
use crate::sample::{Row, large, session};

#[test]
fn a_long_session_under_all_policies_stays_small() {
    let size = html(&[large()]).len();
    assert!(size < 700_000, "{size} bytes");
    // Ten times the calls are not ten times the page.
    let row = Row {
        breaks: 2_000,
        lines: [0, 3_000],
        ..none()
    };
    let long = session("long", 4_320, &[row]);
    let size = html(&[long]).len();
    assert!(size < 200_000, "{size} bytes");
}

fn none() -> Row {
    Row {
        policy: "none",
        cost: 1.0,
        net_cost: 2.0,
        recalls: 0,
        breaks: 0,
        lines: [1, 1],
        edits: [0, 0],
    }
}

#[test]
fn only_the_pages_own_style_and_script_may_run() {
    let pieces = pieces(&html(&[large()]));
    let policy = attrs_of(&pieces, "meta", "content")
        .find(|content| content.starts_with("default-src 'none'"))
        .expect("a policy for content");
    for directive in ["script-src", "style-src"] {
        let allowed = policy
            .split("; ")
            .find_map(|part| part.strip_prefix(directive));
        let tag = directive.strip_suffix("-src").expect("a directive");
        let hash = base64(&Sha256::digest(content_of(&pieces, tag)));
        assert_eq!(allowed, Some(&*format!(" 'sha256-{hash}'")), "{directive}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains("http"));
}

/// The text of the last element of this name: the page's script stands last.
fn content_of<'a>(pieces: &'a [Piece], name: &str) -> &'a str {
    let last = pieces
        .iter()
        .rposition(|piece| matches!(piece, Piece::Open { tag, .. } if tag == name));
    match &pieces[last.expect("it is there") + 1] {
        Piece::Text(text) => text,
        piece => panic!("no text in it: {piece:?}"),
    }
}

fn attrs_of<'a>(
    pieces: &'a [Piece],
    name: &'a str,
    attr: &'a str,
) -> impl Iterator<Item = &'a str> {
    pieces.iter().flat_map(move |piece| {
        let attrs = match piece {
            Piece::Open { tag, attrs } if tag == name || name == "*" => attrs.as_slice(),
            _ => &[],
        };
        attrs
            .iter()
            .filter(move |(key, _)| key == attr)
            .map(|(_, value)| value.as_str())
    })
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| {
            bits << 8 | u32::from(*chunk.get(at).unwrap_or(&0))
        });
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= chunk.len() {
                digit as char
            } else {
                '='
            });
        }
    }
    out
}

#[test]
fn nothing_is_fetched_and_every_picture_is_told() {
    let page = html(&[large(), large()]);
    let pieces = pieces(&page);
    for attr in ["src", "href"] {
        for value in attrs_of(&pieces, "*", attr) {
            assert!(value.starts_with('#') || value == "data:,", "{value}");
        }
    }
    assert!(!content_of(&pieces, "style").contains("url(") && !page.contains("://"));
    let ids: Vec<&str> = attrs_of(&pieces, "*", "id").collect();
    let unique: HashSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "ids are unique");
    let labels: Vec<&str> = attrs_of(&pieces, "svg", "aria-labelledby").collect();
    // A picture of costs and one a policy, for both sessions.
    assert_eq!(labels.len(), 2 * 8);
    for label in labels.iter().flat_map(|label| label.split(' ')) {
        assert!(unique.contains(label), "{label}");
    }
    let tables = pieces
        .iter()
        .filter(|piece| matches!(piece, Piece::Open { tag, .. } if tag == "table"));
    // Of each session: the policies, one a picture, what was set aside of six, what was missed of
    // five.
    assert_eq!(tables.count(), 2 * (1 + 8 + 6 + 5));
}

#[test]
fn figures_are_those_of_json() {
    let report = large();
    let mut expected = serde_json::to_value(&report).expect("a report is JSON");
    for policy in expected["policies"].as_array_mut().expect("policies") {
        policy.as_object_mut().expect("a policy").remove("missing");
    }
    let page = pieces(&html(&[report]));
    let at = page.iter().position(|piece| {
        matches!(piece, Piece::Open { attrs, .. } if attrs.contains(&("id".into(), "figures".into())))
    });
    let Piece::Text(json) = &page[at.expect("figures") + 1] else {
        panic!("no figures");
    };
    let json: serde_json::Value = serde_json::from_str(json).expect("they are JSON");
    assert_eq!(json, serde_json::json!([expected]));
    let net = expected["policies"][1]["net_cost"].to_string();
    assert!(attrs_of(&page, "td", "data-v").any(|value| value == net));
}

#[test]
fn sessions_of_any_size_have_a_page() {
    for steps in [0, 1, 2, 601] {
        let reports = [session("a", steps, &[]), session("b", steps, &[none()])];
        assert!(pieces(&html(&reports)).len() > 40);
    }
    assert!(pieces(&html(&[])).len() > 20);
}

/// A session all of whose texts are `name` and `line`.
fn named(name: &str, line: &str) -> SessionReport {
    let row = Row {
        breaks: 3,
        lines: [2, 5],
        edits: [0, 1],
        ..none()
    };
    let mut report = session(name, 9, &[row, none()]);
    for policy in &mut report.policies {
        policy.policy = name.to_owned();
        for missing in &mut policy.missing {
            missing.line = line.to_owned();
        }
    }
    report
}

/// The tags and the names of attributes, in order: what a text must not be able to change.
fn skeleton(page: &str) -> Vec<String> {
    let pieces = pieces(page);
    let parts = pieces.into_iter().filter_map(|piece| match piece {
        Piece::Open { tag, attrs } => {
            let names: Vec<String> = attrs.into_iter().map(|(name, _)| name).collect();
            Some(format!("{tag} {}", names.join(" ")))
        }
        Piece::Close(tag) => Some(format!("/{tag}")),
        Piece::Text(_) => None,
    });
    parts.collect()
}

fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "<script>",
        "</script>",
        "<!--",
        "-->",
        "\"",
        "'",
        "&",
        "&lt;",
        "<",
        ">",
        "]]>",
        "\0",
        "\r\n",
        "\u{1b}[2J",
        "\u{202e}",
        "onload=",
        "javascript:",
        "</title>",
        "<svg/onload=",
        " ",
        "é",
        "x",
    ]);
    prop_oneof![
        prop::collection::vec(pieces, 1..12).prop_map(|pieces| pieces.concat()),
        any::<String>(),
    ]
}

proptest! {
    #[test]
    fn no_text_becomes_markup(name in hostile(), line in hostile()) {
        // Never empty, and no policy's name: both change the page, and may.
        let page = html(&[named(&format!("x{name}"), &line)]);
        prop_assert!(page.chars().all(|c| c == '\n' || !c.is_control()));
        let same = skeleton(&page) == skeleton(&html(&[named("xplain", "plain")]));
        prop_assert!(same, "the page's tags are others");
    }
}

#[test]
fn a_line_is_shown_as_it_is() {
    let line = "if a < b && c > 'd' { print(\"<script>alert(1)</script>\") }";
    let page = pieces(&html(&[named("n", line)]));
    let shown = page
        .iter()
        .filter(|piece| **piece == Piece::Text(line.to_owned()));
    assert_eq!(shown.count(), 4);
}
