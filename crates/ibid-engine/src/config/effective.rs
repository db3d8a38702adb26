//! What the values mean together.

use ibid_prune::PrunePolicy;
use ibid_prune::lang::{OwnedRow, Registry, RowProblem};
use regex::{Regex, RegexBuilder};

use super::{Config, ConfigError, Place, Setting, Value};

/// A value that depends on where the model is: for a local one, and otherwise.
const OBSERVATION_BYTES: (u64, u64) = (8 << 10, 24 << 10);
const MAX_TOOL_OUTPUT: (u64, u64) = (16 << 10, 48 << 10);
pub(super) const WORKING_SET_TOKENS: (u64, u64) = (32_000, 96_000);

/// Largest compiled pattern, in bytes: a pattern that grows beyond is refused.
const LARGEST_PATTERN: usize = 4 << 20;

impl Config {
    /// The value of a setting of type true or false.
    pub fn flag(&self, setting: Setting) -> bool {
        matches!(self.get(setting).0, Value::Bool(true))
    }

    /// The value of a setting that is a number or a size.
    pub fn number(&self, setting: Setting) -> u64 {
        match self.get(setting).0 {
            Value::Size(number) | Value::Count(number) => *number,
            _ => 0,
        }
    }

    /// The value of a setting that is a text or a choice.
    pub fn text(&self, setting: Setting) -> &str {
        match self.get(setting).0 {
            Value::Text(text) => text,
            Value::Choice(word) => word,
            _ => "",
        }
    }

    /// Whether the model is local: `model.local` says so, or its address is loopback. With no
    /// model known it is not.
    pub fn is_local(&self) -> bool {
        self.flag(Setting::ModelLocal) || is_loopback(self.text(Setting::ModelBaseUrl))
    }

    /// The value in force where 0 stands for one that depends on the model; `None` for other
    /// settings.
    pub fn in_force(&self, setting: Setting) -> Option<u64> {
        let (local, cloud) = match setting {
            Setting::DirectObservationBytes => OBSERVATION_BYTES,
            Setting::DirectMaxToolOutput => MAX_TOOL_OUTPUT,
            Setting::DirectWorkingSetTokens => WORKING_SET_TOKENS,
            _ => return None,
        };
        Some(match self.number(setting) {
            0 if self.is_local() => local,
            0 => cloud,
            set => set,
        })
    }

    /// What output is pruned by.
    ///
    /// # Errors
    /// [`ConfigError::Pattern`] for a pattern that is not a regular expression.
    pub fn policy(&self) -> Result<PrunePolicy, ConfigError> {
        let bytes = |setting| self.in_force(setting).unwrap_or(u64::MAX) as usize;
        Ok(PrunePolicy {
            prune: self.flag(Setting::DirectPrune),
            observation_bytes: bytes(Setting::DirectObservationBytes),
            max_tool_output: bytes(Setting::DirectMaxToolOutput),
            always: self.patterns(Setting::PruneAlways)?,
            never: self.patterns(Setting::PruneNever)?,
        })
    }

    fn patterns(&self, setting: Setting) -> Result<Vec<Regex>, ConfigError> {
        let (Value::Patterns(patterns), origin) = self.get(setting) else {
            return Ok(Vec::new());
        };
        let compiled = patterns.iter().map(|pattern| {
            let mut builder = RegexBuilder::new(pattern);
            let regex = builder.size_limit(LARGEST_PATTERN).build();
            regex.map_err(|error| ConfigError::Pattern {
                origin: origin.clone(),
                key: setting.key(),
                pattern: pattern.clone(),
                message: last_line(&error.to_string()),
            })
        });
        compiled.collect()
    }

    /// The registry with the user's rows; `None` when there are none, so that the shipped one
    /// serves.
    ///
    /// # Errors
    /// [`ConfigError::Row`] for a row that does not hold: it is named.
    pub fn registry(&self) -> Result<Option<Registry>, ConfigError> {
        if self.rows.is_empty() {
            return Ok(None);
        }
        let rows: Vec<OwnedRow> = self.rows.iter().map(|(row, _)| row.clone()).collect();
        let registry = Registry::with_rows(rows).map_err(|error| {
            let named = |(row, _): &&(OwnedRow, Place)| row.name == error.row;
            // Of two rows with one name the second is the one too many.
            let at = match error.problem {
                RowProblem::DuplicateName => self.rows.iter().rfind(named),
                _ => self.rows.iter().find(named),
            };
            ConfigError::Row {
                place: at.unwrap_or(&self.rows[0]).1.clone(),
                message: problem(&error.problem),
                row: error.row,
            }
        })?;
        Ok(Some(registry))
    }
}

/// What is wrong with a row, in one line.
fn problem(problem: &RowProblem) -> String {
    let RowProblem::BadPattern(why) = problem else {
        return problem.to_string();
    };
    // The engine shows the pattern, a pointer into it, and then says what is wrong.
    match why.lines().nth(1) {
        Some(pattern) => format!("bad pattern \"{}\": {}", pattern.trim(), last_line(why)),
        None => format!("bad pattern: {why}"),
    }
}

/// A regular expression's error says in its last line what is wrong.
fn last_line(message: &str) -> String {
    let line = message.lines().rev().find(|line| !line.trim().is_empty());
    line.unwrap_or_default()
        .trim()
        .trim_start_matches("error: ")
        .to_owned()
}

/// Whether an address is on this machine: `http://127.0.0.1:8080/v1`, `localhost:11434`, `[::1]`.
fn is_loopback(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host_and_port = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    let host = match host_and_port.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host_and_port.split(':').next().unwrap_or_default(),
    };
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let is_localhost = host == "localhost" || host.ends_with(".localhost");
    is_localhost
        || host
            .parse()
            .is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_addresses() {
        let cases = [
            ("http://127.0.0.1:8080/v1", true),
            ("http://localhost:11434", true),
            ("localhost", true),
            ("http://LOCALHOST./v1", true),
            ("http://[::1]:8000/v1", true),
            ("http://127.8.9.1", true),
            ("http://me@localhost:1", true),
            ("", false),
            ("https://api.example.com/v1", false),
            ("http://localhost.example.com", false),
            ("http://127.0.0.1.example.com", false),
            ("http://localhost@example.com", false),
            ("http://10.0.0.1", false),
            ("https://example.com/?x=http://127.0.0.1", false),
        ];
        for (url, expected) in cases {
            assert_eq!(is_loopback(url), expected, "{url}");
        }
    }
}
