//! The user's own rows of the registry: `[[lang.row]]`.

use std::ops::Range;

use ibid_prune::lang::{OwnedFormat, OwnedRow};
use ibid_prune::{Kind, Severity};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::key::nearest;

/// What is wrong with a row, and its name as far as it has one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RowError {
    pub(super) row: String,
    /// Where in the row, when it is not the row as a whole.
    pub(super) span: Option<Range<usize>>,
    pub(super) message: String,
}

/// What is wrong in a row, and where, when it is not all of the table it stands in.
struct Wrong {
    span: Option<Range<usize>>,
    message: String,
}

impl Wrong {
    fn at(span: Range<usize>, message: String) -> Self {
        Self {
            span: Some(span),
            message,
        }
    }

    /// The same in a table that stands at `span`.
    fn within(mut self, span: Range<usize>) -> Self {
        self.span.get_or_insert(span);
        self
    }
}

impl From<&str> for Wrong {
    fn from(message: &str) -> Self {
        Self {
            span: None,
            message: message.to_owned(),
        }
    }
}

/// The kinds of a format by name.
const KINDS: [(&str, Kind); 16] = [
    ("pass", Kind::Pass),
    ("frame", Kind::Frame),
    ("fail", Kind::Fail),
    ("place", Kind::Place),
    ("located", Kind::Located),
    ("via", Kind::Via),
    ("file_heading", Kind::FileHeading),
    ("summary", Kind::Summary),
    ("download", Kind::Download),
    ("error", Kind::Error),
    ("assertion", Kind::Assertion),
    ("caret", Kind::Caret),
    ("progress", Kind::Progress),
    ("strong", Kind::Strong),
    ("warning", Kind::Warning),
    ("code", Kind::Code),
];

const SEVERITIES: [(&str, Severity); 3] = [
    ("error", Severity::Error),
    ("warning", Severity::Warning),
    ("info", Severity::Info),
];

const ROW_KEYS: [&str; 4] = ["name", "dependencies", "examples", "format"];
const FORMAT_KEYS: [&str; 5] = ["kind", "triggers", "pattern", "unless", "severity"];

/// Reads one row. Whether its patterns and examples hold is the registry's to check.
pub(super) fn row(value: &DeValue<'_>) -> Result<OwnedRow, RowError> {
    let name = value
        .as_table()
        .and_then(|table| text(table, "name").ok().flatten());
    let named = name.unwrap_or_else(|| "?".to_owned());
    read_row(value).map_err(|wrong| RowError {
        row: named,
        span: wrong.span,
        message: wrong.message,
    })
}

fn read_row(value: &DeValue<'_>) -> Result<OwnedRow, Wrong> {
    let table = value.as_table().ok_or("a row is a table")?;
    known_keys(table, &ROW_KEYS)?;
    let name = text(table, "name")?.ok_or("it has no name")?;
    let formats = match table.get("format").map(|value| value.get_ref()) {
        None => Vec::new(),
        Some(DeValue::Array(items)) => items
            .iter()
            .map(|item| format(item.get_ref()).map_err(|wrong| wrong.within(item.span())))
            .collect::<Result<_, _>>()?,
        Some(_) => return Err("formats are written [[lang.row.format]]".into()),
    };
    Ok(OwnedRow {
        name,
        formats,
        dependencies: texts(table, "dependencies")?,
        examples: texts(table, "examples")?,
    })
}

fn format(value: &DeValue<'_>) -> Result<OwnedFormat, Wrong> {
    let table = value.as_table().ok_or("a format is a table")?;
    known_keys(table, &FORMAT_KEYS)?;
    let kind = text(table, "kind")?.ok_or("a format has no kind")?;
    let severity = text(table, "severity")?
        .map(|name| by_name(table, "severity", &name, &SEVERITIES))
        .transpose()?;
    Ok(OwnedFormat {
        kind: by_name(table, "kind", &kind, &KINDS)?,
        triggers: texts(table, "triggers")?,
        pattern: text(table, "pattern")?.ok_or("a format has no pattern")?,
        unless: text(table, "unless")?,
        severity,
    })
}

fn by_name<T: Copy>(
    table: &DeTable<'_>,
    key: &str,
    name: &str,
    known: &[(&str, T)],
) -> Result<T, Wrong> {
    let found = known.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let listed = names.join(", ");
        of(
            table,
            key,
            format!("{key} \"{name}\" is not one of {listed}"),
        )
    })
}

/// What is wrong with the value of `key`.
fn of(table: &DeTable<'_>, key: &str, message: String) -> Wrong {
    Wrong {
        span: table.get(key).map(Spanned::span),
        message,
    }
}

fn known_keys(table: &DeTable<'_>, known: &[&str]) -> Result<(), Wrong> {
    let unknown = table
        .keys()
        .find(|key| !known.contains(&key.get_ref().as_ref()));
    let Some(key) = unknown else {
        return Ok(());
    };
    let name = key.get_ref();
    let message = match nearest(name, known.iter().copied()) {
        Some(near) => format!("unknown key \"{name}\"; did you mean \"{near}\"?"),
        None => format!("unknown key \"{name}\"; known are {}", known.join(", ")),
    };
    Err(Wrong::at(key.span(), message))
}

fn text(table: &DeTable<'_>, name: &str) -> Result<Option<String>, Wrong> {
    match table.get(name).map(|value| value.get_ref()) {
        None => Ok(None),
        Some(DeValue::String(text)) => Ok(Some(text.clone().into_owned())),
        Some(_) => Err(of(table, name, format!("\"{name}\" is not a text"))),
    }
}

fn texts(table: &DeTable<'_>, name: &str) -> Result<Vec<String>, Wrong> {
    let wrong = || of(table, name, format!("\"{name}\" is not a list of texts"));
    let Some(value) = table.get(name) else {
        return Ok(Vec::new());
    };
    let items = value.get_ref().as_array().ok_or_else(wrong)?.iter();
    items
        .map(|item| item.get_ref().as_str().map(str::to_owned))
        .collect::<Option<_>>()
        .ok_or_else(wrong)
}
