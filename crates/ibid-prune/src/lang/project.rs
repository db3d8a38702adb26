//! Whether a frame is the project's own.
//!
//! A file is when it lies below the project's root, or is relative, and no directory of
//! dependencies is on its way. Where a frame names no directory (the JVM, Erlang) the beginning of
//! its symbol decides.

/// Marks of dependencies that every language shares; see [`Project::owns`].
const DEPENDENCIES: &[&str] = &[
    "node_modules/",
    "bower_components/",
    "jspm_packages/",
    ".yarn/",
    ".pnpm/",
    ".pnp.",
    "site-packages/",
    "dist-packages/",
    "/lib/python2",
    "/lib/python3",
    "/.venv/",
    "/venv/",
    "/virtualenv/",
    ".tox/",
    ".nox/",
    ".eggs/",
    "/vendor/",
    "/third_party/",
    "/thirdparty/",
    "/3rdparty/",
    "/external/",
    "/.cargo/",
    "/rustc/",
    "/library/std/",
    "/.rustup/",
    "/go/pkg/mod/",
    "/pkg/mod/",
    "/usr/lib/",
    "/usr/lib64/",
    "/usr/include/",
    "/usr/share/",
    "/usr/local/",
    "/usr/src/",
    "/lib/x86_64-linux-gnu/",
    "/opt/",
    "/nix/store/",
    "/snap/",
    "/gems/",
    "/.rbenv/",
    "/.rvm/",
    "/.bundle/",
    "/.asdf/",
    "/.nvm/",
    "/.pyenv/",
    "/.sdkman/",
    "/.m2/",
    "/.gradle/",
    "/.ivy2/",
    "/.stack/",
    ".stack-work/",
    "/.cabal/",
    "dist-newstyle/",
    "/.opam/",
    "_opam/",
    "/.nuget/",
    "/.pub-cache/",
    "/.julia/",
    "/deps/",
    "/_build/",
    "/Pods/",
    "/Carthage/",
    ".build/checkouts/",
    "/DerivedData/",
    "/bazel-out/",
    "/target/debug/build/",
    "/target/release/build/",
    "/Program Files/",
    "/Program Files (x86)/",
    "/Windows/",
    "/System/Library/",
    "/Library/Frameworks/",
    "/Library/Ruby/",
    "/Applications/",
    "/.luarocks/",
    "/homebrew/",
    "/Cellar/",
    "/conda/",
    "/miniconda3/",
    "/anaconda3/",
    "node:",
    "internal/",
    "/csu/",
    "/sysdeps/",
    "/nptl/",
    "/libsanitizer/",
];

/// The project that an output belongs to.
#[derive(Clone, Debug)]
pub(super) struct Project {
    /// The root, normal, with `/` at its end.
    root: Option<String>,
    /// Where the command ran, normal, with `/` at its end.
    cwd: Option<String>,
}

impl Project {
    /// The project at `root`; a command ran in `cwd` of it. Each stands in for the other.
    pub(super) fn new(root: Option<&str>, cwd: Option<&str>) -> Self {
        let folder = |path: &str| normal("", path).trim_end_matches('/').to_owned() + "/";
        Self {
            root: root.or(cwd).map(folder),
            cwd: cwd.or(root).map(folder),
        }
    }

    /// Whether a frame in `file`, in the function `symbol`, is the project's own.
    ///
    /// `dependencies` are the row's marks, of three kinds: one with a slash is a piece of a path
    /// (a slash at its start stands for the path's start too); one that ends in a colon begins a
    /// file; any other begins a symbol, up to a character that belongs to no name.
    pub(super) fn owns<'d>(
        &self,
        file: Option<&str>,
        symbol: Option<&str>,
        dependencies: impl Iterator<Item = &'d str> + Clone,
    ) -> bool {
        let symbols = dependencies.clone().filter(|mark| !is_path(mark));
        // A file without a directory stands for its module.
        let symbol = symbol.or(file.filter(|file| !file.contains('/')));
        if let Some(symbol) = symbol
            && symbols.clone().any(|mark| begins(symbol, mark))
        {
            return false;
        }
        let Some(file) = file else {
            return symbol.is_some();
        };
        let unreal = file.starts_with('<') || file.starts_with('[') && file.ends_with(']');
        if unreal || file.is_empty() {
            return false;
        }
        let Some(within) = self.within(file) else {
            return false;
        };
        let foreign = |mark: &str| match mark.strip_suffix(':') {
            Some(_) => file.starts_with(mark),
            None => {
                let head = mark.strip_prefix('/').unwrap_or(mark);
                within.contains(mark) || within.starts_with(head)
            }
        };
        let paths = dependencies.filter(|mark| is_path(mark));
        !DEPENDENCIES.iter().copied().chain(paths).any(foreign)
    }

    /// The path of `file` below the root; `None` when it lies elsewhere. With no root known a path
    /// stays what it is.
    fn within(&self, file: &str) -> Option<String> {
        let (Some(root), Some(cwd)) = (self.root.as_deref(), self.cwd.as_deref()) else {
            return Some(normal("", file));
        };
        if is_absolute(file) {
            return normal("", file).strip_prefix(root).map(str::to_owned);
        }
        let path = normal(cwd, file);
        // Builds run in directories of their own, which nobody told of: what leads out of the
        // working directory leads back into the project.
        let out = normal("", file).starts_with("..");
        match path.strip_prefix(root) {
            Some(within) => Some(within.to_owned()),
            None => out.then(|| normal("", file)),
        }
    }
}

fn is_path(mark: &str) -> bool {
    mark.contains('/') || mark.ends_with(':')
}

fn is_absolute(file: &str) -> bool {
    let drive = file.as_bytes().get(1) == Some(&b':');
    file.starts_with(['/', '\\']) || drive || file.contains("://")
}

/// Whether `symbol` begins with the whole name `mark`.
fn begins(symbol: &str, mark: &str) -> bool {
    symbol.strip_prefix(mark).is_some_and(|rest| {
        !mark.ends_with(|c: char| c.is_ascii_alphanumeric())
            || !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
    })
}

/// `path` below `base`, with slashes, without `.` and `..` as far as they can be resolved.
fn normal(base: &str, path: &str) -> String {
    let path = path.replace('\\', "/");
    let whole = format!("{base}{path}");
    let mut parts: Vec<&str> = Vec::new();
    for (at, part) in whole.split('/').enumerate() {
        match part {
            "" if at > 0 => {}
            "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "..")) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(root: Option<&str>, file: &str, symbol: Option<&str>, expected: bool) {
        let marks = ["java", "elixir", "dart:", "mylibs/"];
        let project = Project::new(root, None);
        let own = project.owns(Some(file), symbol, marks.into_iter());
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
