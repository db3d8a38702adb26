//! Markup that cannot be broken out of: tags are balanced because an element closes itself, and
//! whatever is not a literal of this crate is escaped.

use std::fmt::Display;

use crate::figures::plain;

/// A page, or a part of one, in the making.
#[derive(Default)]
pub(crate) struct Html {
    out: String,
}

/// An attribute: its name is a literal, its value is escaped.
pub(crate) type Attr<'a> = (&'static str, &'a str);

impl Html {
    /// An element with what `body` puts into it.
    pub(crate) fn el(
        &mut self,
        tag: &'static str,
        attrs: &[Attr<'_>],
        body: impl FnOnce(&mut Self),
    ) {
        self.open(tag, attrs);
        body(self);
        self.out.push_str("</");
        self.out.push_str(tag);
        self.out.push('>');
    }

    /// An element that holds only text.
    pub(crate) fn leaf(&mut self, tag: &'static str, attrs: &[Attr<'_>], text: impl Display) {
        self.el(tag, attrs, |html| html.text(text));
    }

    /// An element that holds nothing and has no end.
    pub(crate) fn void(&mut self, tag: &'static str, attrs: &[Attr<'_>]) {
        self.open(tag, attrs);
    }

    fn open(&mut self, tag: &'static str, attrs: &[Attr<'_>]) {
        self.out.push('<');
        self.out.push_str(tag);
        for (name, value) in attrs {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            escape(&mut self.out, value);
            self.out.push('"');
        }
        self.out.push('>');
    }

    /// Text.
    pub(crate) fn text(&mut self, text: impl Display) {
        escape(&mut self.out, &text.to_string());
    }

    /// Markup, style or script of this crate.
    pub(crate) fn literal(&mut self, markup: &'static str) {
        self.out.push_str(markup);
    }

    /// JSON inside a script element. No `<` is left in it, so that nothing in it can end the
    /// element; everywhere JSON may have one, the escape means the same.
    pub(crate) fn json(&mut self, json: &serde_json::Value) {
        self.out.push_str(&json.to_string().replace('<', "\\u003c"));
    }

    pub(crate) fn finish(self) -> String {
        self.out
    }
}

/// Text that is safe in elements and in quoted attributes, and that cannot steer how its
/// surroundings are shown.
fn escape(out: &mut String, text: &str) {
    for c in plain(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
}
