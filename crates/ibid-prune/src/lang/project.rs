//! Whether a frame is the project's own.
//!
//! A file is when it lies below the project's root, or is relative, and no directory of
//! dependencies is on its way. Where a frame names no directory (the JVM, Erlang) the beginning of
//! its symbol decides.

use std::borrow::Cow;

use super::dependencies::Dependencies;
use super::triggers::Candidates;

/// The project that an output belongs to.
#[derive(Clone, Debug)]
pub(super) struct Project {
    /// The root, normal, with `/` at its end.
    root: Option<String>,
    /// Where the command ran, normal, with `/` at its end.
    cwd: Option<String>,
    /// Where a path is put together; kept from one to the next.
    path: String,
}

impl Project {
    /// The project at `root`; a command ran in `cwd` of it. Each stands in for the other.
    pub(super) fn new(root: Option<&str>, cwd: Option<&str>) -> Self {
        let folder = |path: &str| normal(path).trim_end_matches('/').to_owned() + "/";
        Self {
            root: root.or(cwd).map(folder),
            cwd: cwd.or(root).map(folder),
            path: String::new(),
        }
    }

    /// Whether a frame in `file`, in the function `symbol`, that row `row` read, is the project's
    /// own. `scratch` is [`Dependencies::candidates`].
    pub(super) fn owns(
        &mut self,
        dependencies: &Dependencies,
        scratch: &mut Candidates,
        row: u16,
        file: Option<&str>,
        symbol: Option<&str>,
    ) -> bool {
        // A file without a directory stands for its module.
        let symbol = symbol.or(file.filter(|file| !file.contains('/')));
        if symbol.is_some_and(|symbol| dependencies.hold_symbol(row, symbol)) {
            return false;
        }
        let Some(file) = file else {
            return symbol.is_some();
        };
        let unreal = file.starts_with('<') || file.starts_with('[') && file.ends_with(']');
        if unreal || file.is_empty() || dependencies.hold_file(row, file) {
            return false;
        }
        self.locate(file) && !dependencies.hold_path(row, &self.path, scratch)
    }

    /// Puts the path of `file` below the root into `self.path`, with a slash in front; false when
    /// it lies elsewhere. With no root known a path stays what it is.
    fn locate(&mut self, file: &str) -> bool {
        let file = match file.split_once("://") {
            Some((scheme, rest)) => match served(scheme, rest) {
                Some(path) => path,
                None => return false,
            },
            None => file,
        };
        let file = normal(file);
        self.path.clear();
        self.path.push('/');
        let (Some(root), Some(cwd)) = (self.root.as_deref(), self.cwd.as_deref()) else {
            self.path.push_str(&file);
            return true;
        };
        if is_absolute(&file) {
            let within = file.strip_prefix(root);
            self.path.push_str(within.unwrap_or_default());
            return within.is_some();
        }
        match cwd.strip_prefix(root) {
            Some(below) if !file.starts_with("../") => {
                self.path.push_str(below);
                self.path.push_str(&file);
            }
            _ => {
                let whole = format!("{cwd}{file}");
                let whole = normal(&whole);
                // Builds run in directories of their own, which nobody told of: what leads out of
                // the working directory leads back into the project.
                match whole.strip_prefix(root) {
                    Some(within) => self.path.push_str(within),
                    None if file.starts_with("../") => self.path.push_str(&file),
                    None => return false,
                }
            }
        }
        true
    }
}

fn is_absolute(file: &str) -> bool {
    let drive = file.as_bytes().get(1) == Some(&b':');
    file.starts_with(['/', '\\']) || drive
}

/// The path of a URL that a bundler or a server on this machine made of the project's files;
/// `None` for any other URL.
fn served<'u>(scheme: &str, rest: &'u str) -> Option<&'u str> {
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let name = host.split(':').next().unwrap_or(host);
    match scheme {
        "file" => Some(&rest[host.len()..]),
        "http" | "https" => {
            matches!(name, "localhost" | "127.0.0.1" | "0.0.0.0" | "[").then_some(path)
        }
        "res" | "webpack" | "webpack-internal" | "turbopack" | "vite" | "ng" | "app" | "rsc" => {
            Some(path)
        }
        _ => None,
    }
}

/// `path` with slashes, without `.` and `..` as far as they can be resolved.
fn normal(path: &str) -> Cow<'_, str> {
    let is_normal = |path: &str| !path.contains('\\') && !path.contains("//");
    if is_normal(path) && !path.contains("/.") && !path.starts_with('.') {
        return Cow::Borrowed(path);
    }
    let path = path.replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    for (at, part) in path.split('/').enumerate() {
        match part {
            "" if at > 0 => {}
            "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "..")) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    Cow::Owned(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKS: &[&str] = &["java", "elixir", "dart:", "mylibs/"];

    fn check(root: Option<&str>, file: &str, symbol: Option<&str>, expected: bool) {
        let marks = [MARKS].into_iter().map(|marks| marks.iter().copied());
        let marks = Dependencies::new(marks).expect("few marks can be numbered");
        let mut scratch = marks.candidates();
        let own = Project::new(root, None).owns(&marks, &mut scratch, 0, Some(file), symbol);
        assert_eq!(own, expected, "{file:?} {symbol:?} below {root:?}");
    }

    #[test]
    fn a_file_below_the_root_is_the_projects() {
        let root = Some("/home/dev/app");
        check(root, "/home/dev/app/src/a.py", None, true);
        check(root, "/home/dev/app/x y/../src/a.py", None, true);
        check(root, "/home/dev/apple/a.py", None, false);
        check(root, "src/a.py", None, true);
        check(root, "./src/a.py", None, true);
        check(root, "../src/a.c", None, true);
        check(root, "../csu/libc-start.c", None, false);
        check(root, "/home/dev/app/node_modules/b/a.js", None, false);
        check(root, "node_modules/b/a.js", None, false);
        check(root, "vendor/b/a.go", None, false);
        check(root, "mylibs/a.x", None, false);
        check(root, "dart:core/list.dart", None, false);
        check(root, "file:///home/dev/app/a.js", None, true);
        check(root, "http://localhost:5173/src/a.ts?t=1", None, true);
        check(root, "http://localhost:5173/node_modules/a.js", None, false);
        check(root, "https://cdn.example/a.js", None, false);
        check(root, "webpack:///./src/a.js", None, true);
        check(root, "<string>", None, false);
        check(root, "Main.java", Some("java.lang.Thread.run"), false);
        check(root, "Main.java", Some("javafoo.Main.run"), true);
        check(Some("C:\\dev\\app"), "C:\\dev\\app\\a.cs", None, true);
        check(Some("/usr/lib/app"), "/usr/lib/app/a.py", None, true);
    }

    #[test]
    fn with_no_root_known_paths_decide_alone() {
        check(None, "src/a.py", None, true);
        check(None, "/home/dev/app/a.py", None, true);
        check(None, "/usr/lib/python3/json.py", None, false);
        check(None, "../csu/libc-start.c", None, false);
        check(None, "../src/a.c", None, true);
        check(None, "[C]", None, false);
        check(None, "C:\\dev\\a.cs", None, true);
        check(None, "C:\\Windows\\a.cs", None, false);
        check(None, "C:\\x\\node_modules\\a.js", None, false);
    }
}
