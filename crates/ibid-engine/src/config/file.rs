//! Reading one configuration file.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

use ibid_prune::lang::OwnedRow;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::key::{self, KEYS, Key};
use super::rows;
use super::value::Value;
use super::{ConfigError, Origin, Place};

/// Which file is read: it decides how a place is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    User,
    Project,
}

impl Layer {
    pub(super) fn origin(self, place: Place) -> Origin {
        match self {
            Layer::User => Origin::User(place),
            Layer::Project => Origin::Project(place),
        }
    }
}

/// What a file says.
#[derive(Debug, Default)]
pub(super) struct FileContents {
    pub(super) values: Vec<(&'static Key, Value, Place)>,
    pub(super) rows: Vec<(OwnedRow, Place)>,
    pub(super) errors: Vec<ConfigError>,
}

/// Configuration files larger than this are refused, in bytes.
const LARGEST: u64 = 1 << 20;

/// Reads `path`. A file that is not there says nothing, unless it is `required`.
pub(super) fn read(path: &Path, layer: Layer, required: bool) -> FileContents {
    match text(path) {
        Ok(text) => parse(&text, path, layer),
        Err(error) if !required && error.kind() == io::ErrorKind::NotFound => {
            FileContents::default()
        }
        Err(error) if !required && error.kind() == io::ErrorKind::NotADirectory => {
            FileContents::default()
        }
        Err(error) => FileContents {
            errors: vec![ConfigError::Read {
                path: path.to_owned(),
                error,
            }],
            ..FileContents::default()
        },
    }
}

fn text(path: &Path) -> io::Result<String> {
    let file = fs::File::open(path)?;
    if file.metadata()?.len() > LARGEST {
        return Err(io::Error::other("larger than 1 MiB"));
    }
    io::read_to_string(file)
}

fn parse(text: &str, path: &Path, layer: Layer) -> FileContents {
    let reader = Reader { text, path, layer };
    let mut contents = FileContents::default();
    match DeTable::parse(text) {
        Ok(table) => reader.sections(table.get_ref(), &mut contents),
        Err(error) => contents.errors.push(ConfigError::Syntax {
            place: reader.place(&error.span().unwrap_or_default()),
            message: error.message().to_owned(),
        }),
    }
    contents
}

pub(super) struct Reader<'a> {
    text: &'a str,
    path: &'a Path,
    layer: Layer,
}

impl Reader<'_> {
    pub(super) fn place(&self, span: &Range<usize>) -> Place {
        let before = &self.text.as_bytes()[..span.start.min(self.text.len())];
        Place {
            path: self.path.to_owned(),
            line: 1 + memchr::memchr_iter(b'\n', before).count(),
        }
    }

    /// The text that stands at `span`, for an error.
    fn written(&self, span: &Range<usize>) -> String {
        let text = self.text.get(span.clone()).unwrap_or_default();
        let line = text.lines().next().unwrap_or_default();
        let short: String = line.chars().take(60).collect();
        if short.len() < text.len() {
            format!("{short}…")
        } else {
            short
        }
    }

    fn sections(&self, table: &DeTable<'_>, contents: &mut FileContents) {
        for (name, value) in in_file_order(table) {
            match value.get_ref().as_table() {
                Some(table) if name.get_ref() == "lang" => self.lang(table, contents),
                None if name.get_ref() == "lang" => {
                    contents.errors.push(self.no_section(name, "lang"))
                }
                _ => self.entry("", name, value, contents),
            }
        }
    }

    /// A key, or a section with its own entries, in the section `above`.
    fn entry(
        &self,
        above: &str,
        name: &Spanned<DeString<'_>>,
        value: &Spanned<DeValue<'_>>,
        contents: &mut FileContents,
    ) {
        let full = match above {
            "" => name.get_ref().to_string(),
            above => format!("{above}.{}", name.get_ref()),
        };
        // A dot in quotes is part of a name, and no name has one.
        let quoted = name.get_ref().contains('.');
        if let Some(key) = key::find(&full).filter(|_| !quoted) {
            return self.value(key, name, value, contents);
        }
        match value.get_ref().as_table() {
            _ if quoted || !key::is_section(&full) => {
                contents.errors.push(self.unknown(&name.span(), &full));
            }
            Some(table) => {
                for (name, value) in in_file_order(table) {
                    self.entry(&full, name, value, contents);
                }
            }
            None => contents.errors.push(self.no_section(name, &full)),
        }
    }

    fn value(
        &self,
        key: &'static Key,
        name: &Spanned<DeString<'_>>,
        value: &Spanned<DeValue<'_>>,
        contents: &mut FileContents,
    ) {
        let place = self.place(&name.span());
        match Value::from_toml(key.kind, value.get_ref()) {
            Some(value) => contents.values.push((key, value, place)),
            None => contents.errors.push(ConfigError::Value {
                origin: self.layer.origin(place),
                key,
                given: self.written(&value.span()),
            }),
        }
    }

    /// The error for a value where a section belongs.
    fn no_section(&self, name: &Spanned<DeString<'_>>, section: &str) -> ConfigError {
        ConfigError::Section {
            origin: self.layer.origin(self.place(&name.span())),
            name: section.to_owned(),
        }
    }

    fn lang(&self, table: &DeTable<'_>, contents: &mut FileContents) {
        for (name, value) in in_file_order(table) {
            if name.get_ref() != "row" {
                let full = format!("lang.{}", name.get_ref());
                contents.errors.push(self.unknown(&name.span(), &full));
                continue;
            }
            let Some(items) = value.get_ref().as_array() else {
                contents.errors.push(ConfigError::Row {
                    place: self.place(&name.span()),
                    row: "?".to_owned(),
                    message: "rows are written [[lang.row]]".to_owned(),
                });
                continue;
            };
            for item in items.iter() {
                self.row(item, contents);
            }
        }
    }

    fn row(&self, item: &Spanned<DeValue<'_>>, contents: &mut FileContents) {
        let place = self.place(&item.span());
        match rows::row(item.get_ref()) {
            Ok(row) => contents.rows.push((row, place)),
            Err(error) => contents.errors.push(ConfigError::Row {
                place: error.span.map_or(place, |span| self.place(&span)),
                row: error.row,
                message: error.message,
            }),
        }
    }

    fn unknown(&self, span: &Range<usize>, name: &str) -> ConfigError {
        let keys = KEYS.iter().map(|key| key.name).chain(["lang.row"]);
        let sections = KEYS.iter().flat_map(Key::sections).chain(["lang"]);
        // What is in a section is near to what is in one.
        let known: Vec<&str> = match name.contains('.') {
            true => keys
                .chain(sections.filter(|name| name.contains('.')))
                .collect(),
            false => sections.chain(keys).collect(),
        };
        // A key that lacks a section is near to the key that has it.
        let (above, last) = name.rsplit_once('.').unwrap_or(("", name));
        let bare = known.iter().find(|key| {
            let ending = key.strip_prefix(above).unwrap_or_default();
            ending
                .strip_suffix(last)
                .is_some_and(|middle| middle.ends_with('.') && middle.len() > 1)
        });
        let nearest = bare
            .copied()
            .or_else(|| key::nearest(name, known.iter().copied()));
        ConfigError::Unknown {
            origin: self.layer.origin(self.place(span)),
            name: name.to_owned(),
            nearest: nearest.map(str::to_owned),
        }
    }
}

/// The entries of a table as they stand in the file.
fn in_file_order<'t, 'i>(
    table: &'t DeTable<'i>,
) -> Vec<(&'t Spanned<DeString<'i>>, &'t Spanned<DeValue<'i>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries
}
