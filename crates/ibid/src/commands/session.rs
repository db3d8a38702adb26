//! What the commands share that read a recorded session.

use std::path::Path;

use ibid_context::Settings;
use ibid_engine::config::Config;
use ibid_engine::import::{self, Place, ReadError, Session, read_place, read_stored};
use ibid_engine::journal::{JournalError, Sessions};
use ibid_model::{Encoding, Entry, ImageRule, Millis, SessionId};
use ibid_wire::rows;

use crate::cli::Global;
use crate::failure::Failure;
use crate::output;
use crate::progress::Bar;
use crate::setup::Setup;

/// Warnings of one file that are shown one by one.
const WARNINGS_SHOWN: usize = 5;

/// Reads the session that the user calls `named`: a file, `-`, `FILE#ID`, or one that this project
/// keeps. Tells what could not be read of it.
pub(crate) fn read(
    named: &Path,
    format: Option<&str>,
    setup: &Setup,
    global: &Global,
) -> Result<Session, Failure> {
    let place = Place::of(named);
    let session = match kept(&place, setup)? {
        Some(session) => session,
        None => read_at(&place, format, global).map_err(unreadable)?,
    };
    tell_warnings(&named.display().to_string(), &session, global);
    Ok(session)
}

/// Reads the session at `place`, with a bar while it takes long.
pub(crate) fn read_at(
    place: &Place,
    format: Option<&str>,
    global: &Global,
) -> Result<Session, ReadError> {
    let format = format.map(import::format).transpose()?;
    let size = std::fs::metadata(&place.file).map_or(0, |meta| meta.len());
    let bar = Bar::bytes(global, &format!("reading {place}"), size);
    let session = read_place(place, format, &mut |read| bar.at(read));
    bar.finish();
    session
}

/// The session of this project that is called so; `None` where there is a file of that name, or
/// where it can be the name of nothing else.
fn kept(place: &Place, setup: &Setup) -> Result<Option<Session>, Failure> {
    let path = &place.file;
    let id = path.to_str().and_then(|name| SessionId::parse(name).ok());
    let Some(id) = id.filter(|_| std::fs::symlink_metadata(path).is_err()) else {
        return Ok(None);
    };
    match Sessions::of(setup.archive()?).read(&id) {
        Ok(stored) => read_stored(&stored, &id).map(Some).map_err(unreadable),
        Err(JournalError::Missing { .. }) => Err(Failure::new(format!("there is no session {id}"))
            .why("there is no file of that name, and this project has no session of that name")
            .hint("check the path; \"ibid sessions\" lists this project's")),
        Err(error) => Err(error.into()),
    }
}

/// Tells what could not be read of the session that the user calls `name`.
pub(crate) fn tell_warnings(name: &str, session: &Session, global: &Global) {
    for warning in session.warnings.iter().take(WARNINGS_SHOWN) {
        output::note(global, format!("{name}: {warning}"));
    }
    if session.warnings.len() > WARNINGS_SHOWN {
        let more = session.warnings.len() - WARNINGS_SHOWN;
        output::note(global, format!("{name}: {more} more warnings"));
    }
    for (what, count) in &session.skipped {
        output::detail(global, format!("{name}: left out {count} × {what}"));
    }
}

fn unreadable(error: ReadError) -> Failure {
    let formats = import::formats().join(", ");
    let cannot = || Failure::new("cannot read the session").why(&error);
    match &error {
        ReadError::File(..) => cannot().hint("check the path and its permissions"),
        ReadError::Directory(_) => Failure::usage("that is no session")
            .why(&error)
            .hint("name the session files in it, or give it to \"ibid bench replay\""),
        ReadError::Import(..) => cannot().hint(format!("name its format with --format: {formats}")),
        ReadError::Log(error) => error.clone().into(),
        ReadError::NoSuchFormat(_) => Failure::usage("cannot read the session")
            .why(&error)
            .hint(format!("formats are {formats}")),
        ReadError::Database(..) => cannot().hint("leave --format out, or name opencode"),
        ReadError::NoDatabase(_) => {
            cannot().hint("only databases of opencode hold several sessions: opencode.db#ID")
        }
        ReadError::Sqlite(..) => cannot().hint("name a database of opencode"),
        ReadError::NoSuchSession(..) => cannot().hint("name one with FILE#ID"),
    }
}

/// What policies are told of a session's model.
pub(crate) struct Model {
    pub(crate) settings: Settings,
    pub(crate) encoding: Encoding,
    pub(crate) images: ImageRule,
}

/// The settings for the model that answered most of the session's calls.
pub(crate) fn model(entries: &[Entry], config: &Config, global: &Global) -> Model {
    let mut counts = std::collections::BTreeMap::new();
    for call in entries.iter().filter_map(Entry::call) {
        *counts.entry(call.model.as_str()).or_insert(0u32) += 1;
    }
    let name = counts.into_iter().max_by_key(|(_, count)| *count);
    let spec = name.and_then(|(name, _)| rows::model(name));
    // What no provider has may be the user's own.
    let local = spec.is_none() && config.is_local();
    let spec = spec.or_else(|| local.then(rows::local)).unwrap_or_else(|| {
        output::detail(
            global,
            "the session's model is not known: costs are those of Claude",
        );
        rows::model("claude-sonnet-4-5").unwrap_or_else(rows::local)
    });
    let mut settings = Settings {
        window: spec.window.0,
        prices: spec.prices,
        cache: spec.cache,
        ..config.projection(local)
    };
    if local {
        settings.working_set = settings.working_set.min(settings.window / 2);
    }
    Model {
        settings,
        encoding: spec.encoding,
        images: spec.images,
    }
}

/// A moment as text: RFC 3339, in UTC.
pub(crate) fn time(t: Millis) -> String {
    jiff::Timestamp::from_millisecond(t.0).map_or_else(|_| t.0.to_string(), |t| t.to_string())
}

/// The same to the second, for a column.
pub(crate) fn time_short(t: Millis) -> String {
    jiff::Timestamp::from_second(t.0.div_euclid(1000))
        .map_or_else(|_| t.0.to_string(), |t| t.to_string())
}
