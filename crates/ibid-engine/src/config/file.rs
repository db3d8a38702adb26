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
            let section = name.get_ref().as_ref();
            match value.get_ref().as_table() {
                Some(table) if section == "lang" => self.lang(table, contents),
                Some(table) if is_section(section) => self.keys(section, table, contents),
                None if is_section(section) || section == "lang" => {
                    contents.errors.push(ConfigError::Section {
                        origin: self.layer.origin(self.place(&name.span())),
                        name: section.to_owned(),
                    });
                }
                _ => contents.errors.push(self.unknown(&name.span(), section)),
            }
        }
    }

    fn keys(&self, section: &str, table: &DeTable<'_>, contents: &mut FileContents) {
        for (name, value) in in_file_order(table) {
            let full = format!("{section}.{}", name.get_ref());
            let Some(key) = key::find(&full) else {
                contents.errors.push(self.unknown(&name.span(), &full));
                continue;
            };
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
        let keys = KEYS.iter().map(|key| key.name);
        let sections = KEYS.iter().map(Key::section).chain(["lang"]);
        let known: Vec<&str> = if name.contains('.') {
            keys.chain(["lang.row"]).collect()
        } else {
            sections.chain(keys).collect()
        };
        // A key without its section is near to the key it lacks the section of.
        let bare = known.iter().find(|key| key.ends_with(&format!(".{name}")));
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

fn is_section(name: &str) -> bool {
    KEYS.iter().any(|key| key.section() == name)
}

/// The entries of a table as they stand in the file.
fn in_file_order<'t, 'i>(
    table: &'t DeTable<'i>,
) -> Vec<(&'t Spanned<DeString<'i>>, &'t Spanned<DeValue<'i>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries
}
