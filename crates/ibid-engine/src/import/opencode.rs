//! Sessions of opencode: the rows of a SQLite database, which another process may be writing.
//!
//! Nothing is written, and no file made beside the database. SQLite keeps what was written last in
//! a second file, `NAME-wal`. Where there is none, the database is opened as one that does not
//! change, because SQLite would make that file otherwise; and read once more, the usual way, if one
//! has appeared by the end.

use std::ffi::OsString;
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ibid_wire::import::{MessageRow, PartRow, SessionRow, import_opencode};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Row};

use super::{ReadError, Session, session};

/// How every SQLite database begins.
const HEADER: &[u8] = b"SQLite format 3\0";
/// How long to wait for a writer that has locked the whole database.
const WAIT: Duration = Duration::from_secs(2);
/// Sessions that an error lists.
pub const LISTED_MAX: usize = 10;

/// Whether a file that begins so is a database.
pub(super) fn is_database(first: &[u8]) -> bool {
    first.starts_with(HEADER)
}

/// The sessions in the database at `path`, the one that was used last first; not those of subagents.
pub(super) fn list(path: &Path) -> Result<Vec<String>, ReadError> {
    with_database(path, ids)
}

/// Reads the session `wanted`, or the one that was used last.
pub(super) fn read(path: &Path, wanted: Option<&str>) -> Result<Session, ReadError> {
    let (known, rows) = with_database(path, |database| {
        let known = ids(database)?;
        let id = match wanted {
            // A subagent's session is not listed, and can be named all the same.
            Some(id) => Some(id),
            None => known.first().map(String::as_str),
        };
        let rows = id.map(|id| rows(database, id)).transpose()?.flatten();
        Ok((known, rows))
    })?;
    let Some(rows) = rows else {
        let wanted = wanted.map(str::to_owned);
        return Err(ReadError::NoSuchSession(path.to_owned(), wanted, known));
    };
    let imported = import_opencode(&rows.session, &rows.messages, &rows.parts)
        .map_err(|error| ReadError::Import(path.to_owned(), error))?;
    let name = rows.session.id;
    let several = (wanted.is_none() && known.len() > 1).then(|| {
        let count = known.len();
        format!("it holds {count} sessions; the newest, {name}, is read; FILE#ID names another")
    });
    let mut session = session(name, imported);
    // Rows have no lines.
    for warning in &mut session.warnings {
        *warning = warning.replacen("line", "message", 1);
    }
    session.warnings.splice(0..0, several);
    Ok(session)
}

struct Rows {
    session: SessionRow,
    messages: Vec<MessageRow>,
    parts: Vec<PartRow>,
}

/// What `read` reads of the database, all of it at one moment.
fn with_database<T>(
    path: &Path,
    read: impl Fn(&Connection) -> rusqlite::Result<T>,
) -> Result<T, ReadError> {
    let failed = |error: rusqlite::Error| ReadError::Sqlite(path.to_owned(), error.to_string());
    let attempt = |still: bool| {
        let mut connection = open(path, still)?;
        let moment = connection.transaction()?;
        read(&moment)
    };
    let written = || beside(path, "-wal").exists() || beside(path, "-journal").exists();
    if !written() {
        let done = attempt(true);
        if !written() {
            return done.map_err(failed);
        }
    }
    attempt(false).map_err(failed)
}

/// Opens the database; `still` says that nobody writes it.
fn open(path: &Path, still: bool) -> rusqlite::Result<Connection> {
    let mut uri = "file:".to_owned();
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for byte in absolute.as_os_str().as_bytes() {
        match byte {
            b'/' | b'.' | b'_' | b'-' => uri.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            byte => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri.push_str(if still { "?immutable=1" } else { "?mode=ro" });
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(uri, flags)?;
    connection.busy_timeout(WAIT)?;
    Ok(connection)
}

/// The file that SQLite keeps beside a database.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

fn ids(database: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut query = database.prepare(
        "SELECT session.id FROM session
         LEFT JOIN (SELECT session_id, max(time_created) AS last FROM message GROUP BY session_id)
             AS used ON used.session_id = session.id
         WHERE session.parent_id IS NULL
         ORDER BY used.last DESC NULLS LAST, session.time_created DESC, session.id DESC",
    )?;
    query.query_map([], |row| text(row, 0))?.collect()
}

/// The rows of a session; `None` when there is no such session.
fn rows(database: &Connection, id: &str) -> rusqlite::Result<Option<Rows>> {
    let mut query = database
        .prepare("SELECT id, directory, version, time_created FROM session WHERE id = ?1")?;
    let mut found = query.query_map([id], |row| {
        Ok(SessionRow {
            id: text(row, 0)?,
            directory: text(row, 1)?,
            version: text(row, 2)?,
            time_created: time(row, 3)?,
        })
    })?;
    let Some(session) = found.next().transpose()? else {
        return Ok(None);
    };
    let mut query =
        database.prepare("SELECT id, time_created, data FROM message WHERE session_id = ?1")?;
    let messages = query.query_map([id], |row| {
        Ok(MessageRow {
            id: text(row, 0)?,
            time_created: time(row, 1)?,
            data: text(row, 2)?,
        })
    })?;
    let messages = messages.collect::<rusqlite::Result<_>>()?;
    let mut query =
        database.prepare("SELECT id, message_id, data FROM part WHERE session_id = ?1")?;
    let parts = query.query_map([id], |row| {
        Ok(PartRow {
            id: text(row, 0)?,
            message_id: text(row, 1)?,
            data: text(row, 2)?,
        })
    })?;
    let parts = parts.collect::<rusqlite::Result<_>>()?;
    Ok(Some(Rows {
        session,
        messages,
        parts,
    }))
}

/// A column as text, whatever it was stored as.
fn text(row: &Row<'_>, at: usize) -> rusqlite::Result<String> {
    Ok(match row.get_ref(at)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Null => String::new(),
    })
}

/// A column as milliseconds since 1970; what is no number is 0.
fn time(row: &Row<'_>, at: usize) -> rusqlite::Result<i64> {
    Ok(match row.get_ref(at)? {
        ValueRef::Integer(number) => number,
        ValueRef::Real(number) => number as i64,
        _ => 0,
    })
}

#[cfg(test)]
mod tests;
