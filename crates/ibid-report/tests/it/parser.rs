//! A reader of pages that takes nothing but what the page's writer may write: double-quoted
//! attributes, balanced tags, no bare `<`, `>` or `&` in text.

/// What a page is made of, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Open {
        tag: String,
        attrs: Vec<(String, String)>,
    },
    Text(String),
    Close(String),
}

/// Elements without an end.
const VOID: [&str; 2] = ["meta", "link"];

/// The pieces of `page`. Panics on anything else.
pub(crate) fn pieces(page: &str) -> Vec<Piece> {
    let mut rest = page.strip_prefix("<!doctype html>\n").expect("a doctype");
    let mut pieces = Vec::new();
    let mut open: Vec<String> = Vec::new();
    while !rest.is_empty() {
        let raw = open
            .last()
            .is_some_and(|tag| tag == "script" || tag == "style");
        let end = match raw {
            true => rest.find("</").expect("a script ends"),
            false => rest.find('<').unwrap_or(rest.len()),
        };
        if end > 0 {
            let text = &rest[..end];
            pieces.push(Piece::Text(if raw {
                text.to_owned()
            } else {
                unescaped(text)
            }));
            rest = &rest[end..];
        } else if let Some(after) = rest.strip_prefix("</") {
            let (tag, after) = after.split_once('>').expect("a tag ends");
            assert_eq!(open.pop().as_deref(), Some(tag), "tags are balanced");
            pieces.push(Piece::Close(tag.to_owned()));
            rest = after;
        } else {
            let (tag, attrs, after) = tag(&rest[1..]);
            if !VOID.contains(&tag.as_str()) {
                open.push(tag.clone());
            }
            pieces.push(Piece::Open { tag, attrs });
            rest = after;
        }
    }
    assert!(open.is_empty(), "all is closed");
    pieces
}

fn tag(text: &str) -> (String, Vec<(String, String)>, &str) {
    let name = text.find([' ', '>']).expect("a tag ends");
    let (tag, mut rest) = text.split_at(name);
    assert!(tag.chars().all(|c| c.is_ascii_alphanumeric()), "{tag:?}");
    let mut attrs = Vec::new();
    while let Some(attr) = rest.strip_prefix(' ') {
        let (name, after) = attr.split_once("=\"").expect("a quoted value");
        assert!(
            name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'),
            "{name:?}"
        );
        let (value, after) = after.split_once('"').expect("a quote ends");
        attrs.push((name.to_owned(), unescaped(value)));
        rest = after;
    }
    let rest = rest.strip_prefix('>').expect("a tag ends");
    (tag.to_owned(), attrs, rest)
}

fn unescaped(text: &str) -> String {
    assert!(!text.contains(['<', '>', '"', '\'']), "unescaped: {text:?}");
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, after) = part.split_once(';').expect("a reference ends");
        out.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "#39" => '\'',
            _ => panic!("a reference that is not written: {name}"),
        });
        out.push_str(after);
    }
    out
}
