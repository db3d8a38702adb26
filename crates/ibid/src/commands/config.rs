use std::process::ExitCode;

use clap::Subcommand;
use ibid_engine::config::{Config, ConfigError, DEFAULT_FILE, KEYS, Key, Loaded, Sources};
use serde::Serialize;

use crate::cli::Global;
use crate::failure::{FAILED, Outcome};
use crate::{output, setup};

/// Show the settings and where each comes from.
///
/// Settings come from the defaults, the user's file, the project's file (.ibid/config.toml at its
/// root), the environment (IBID_DIRECT_PRUNE=false) and flags; a later one wins. A project's file
/// cannot change where the model is, what is stored, or turn off that secrets are replaced: such
/// settings are left out of it with a warning.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  ibid config                  what is in force, and where each value comes from
  ibid config check            whether everything in the files is right
  ibid config show --default   the commented defaults, to start a file from")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Show every setting, its value and where it comes from (the default)
    Show {
        /// Print the commented file of defaults instead
        #[arg(long)]
        default: bool,
    },
    /// Print which files are read
    Path,
    /// Check files and environment; exit 1 when something is wrong or ignored
    Check,
}

pub(crate) fn run(args: &Args, global: &Global) -> Outcome {
    let sources = setup::sources(global);
    match args.action {
        Some(Action::Show { default: true }) => {
            output::answer(DEFAULT_FILE.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        None | Some(Action::Show { default: false }) => show(&sources, global),
        Some(Action::Path) => path(&sources, global),
        Some(Action::Check) => check(&sources, global),
    }
}

#[derive(Serialize)]
struct Shown<'c> {
    key: &'static str,
    value: serde_json::Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    in_force: Option<u64>,
    layer: &'static str,
    from: String,
    env: String,
    doc: &'c str,
}

fn show(sources: &Sources, global: &Global) -> Outcome {
    let (config, warnings) = Loaded::read(sources).into_result()?;
    for warning in warnings {
        output::warn(warning);
    }
    config.policy()?;
    config.registry()?;
    if global.json {
        let shown: Vec<Shown<'_>> = KEYS.iter().map(|key| as_json(&config, key)).collect();
        output::json(&shown)?;
    } else {
        output::answer(as_text(&config).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn as_json<'c>(config: &Config, key: &'c Key) -> Shown<'c> {
    use ibid_engine::config::Value;
    let (value, origin) = config.get(key.setting);
    let value = match value {
        Value::Bool(value) => (*value).into(),
        Value::Size(value) | Value::Count(value) => (*value).into(),
        Value::Choice(word) => (*word).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Share(number) | Value::Number(number) => (*number).into(),
        Value::Patterns(texts) | Value::Names(texts) => texts.clone().into(),
    };
    Shown {
        key: key.name,
        value,
        in_force: config.in_force(key.setting),
        layer: origin.layer(),
        from: origin.to_string(),
        env: key.env(),
        doc: key.doc,
    }
}

fn as_text(config: &Config) -> String {
    let rows: Vec<(String, String)> = KEYS
        .iter()
        .map(|key| {
            let (value, origin) = config.get(key.setting);
            let meant = match (config.number(key.setting), config.in_force(key.setting)) {
                (0, Some(in_force)) => format!(" → {in_force}"),
                _ => String::new(),
            };
            (format!("{} = {value}{meant}", key.name), origin.to_string())
        })
        .collect();
    let width = rows
        .iter()
        .map(|(left, _)| left.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (left, right) in rows {
        text.push_str(&format!("{left:width$}  # {right}\n"));
    }
    for (row, place) in config.rows() {
        text.push_str(&format!("lang row {}  # {place}\n", row.name));
    }
    text
}

#[derive(Serialize)]
struct PathShown {
    layer: &'static str,
    path: String,
    exists: bool,
}

fn path(sources: &Sources, global: &Global) -> Outcome {
    let user = sources.user.path().map(|path| ("user", path.to_owned()));
    let project = sources.project_file().map(|path| ("project", path));
    let paths: Vec<PathShown> = [user, project]
        .into_iter()
        .flatten()
        .map(|(layer, path)| PathShown {
            layer,
            exists: path.exists(),
            path: path.display().to_string(),
        })
        .collect();
    if global.json {
        output::json(&paths)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for PathShown {
        layer,
        path,
        exists,
    } in paths
    {
        let absent = if exists { "" } else { " (not there)" };
        text.push_str(&format!("{layer:7}  {path}{absent}\n"));
    }
    output::answer(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn check(sources: &Sources, global: &Global) -> Outcome {
    let loaded = Loaded::read(sources);
    let later = [loaded.config.policy().err(), loaded.config.registry().err()];
    let errors = loaded.errors.iter().chain(later.iter().flatten());
    let mut problems: Vec<String> = errors
        .map(|error| match error {
            // What is wrong with a row says what would be right.
            ConfigError::Row { .. } => error.to_string(),
            error => format!("{error}; {}", error.hint()),
        })
        .collect();
    problems.extend(loaded.warnings.iter().map(ToString::to_string));
    if global.json {
        output::json(&problems)?;
    } else if problems.is_empty() {
        output::answer(b"the configuration is right\n")?;
    } else {
        output::answer((problems.join("\n") + "\n").as_bytes())?;
    }
    Ok(ExitCode::from(if problems.is_empty() { 0 } else { FAILED }))
}
