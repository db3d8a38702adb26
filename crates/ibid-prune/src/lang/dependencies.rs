//! What marks a file or a symbol as a dependency's: the marks of all rows, compiled.
//!
//! A row's mark is of one of four kinds. One that begins with `./` is the beginning of a path
//! below the project's root; any other with a slash is a piece of a path (a slash at its start
//! stands for the path's start too). One that ends in a colon begins the file as printed
//! (`node:`). Any other begins a symbol, up to a character that belongs to no name: `java` is of
//! `java.util.List` and not of `javafoo.Main`.

use super::triggers::{Candidates, Triggers};

/// Directories of dependencies that all languages share, below any directory.
const DIRECTORIES: &[&str] = &[
    "/node_modules/",
    "/bower_components/",
    "/jspm_packages/",
    "/.yarn/",
    "/.pnpm/",
    "/.pnp.",
    "/site-packages/",
    "/dist-packages/",
    "/lib/python2",
    "/lib/python3",
    "/.venv/",
    "/venv/",
    "/virtualenv/",
    "/.virtualenvs/",
    "/.tox/",
    "/.nox/",
    "/.eggs/",
    "/vendor/",
    "/third_party/",
    "/third-party/",
    "/thirdparty/",
    "/3rdparty/",
    "/external/",
    "/.cargo/",
    "/rustc/",
    "/.rustup/",
    "/rustlib/",
    "/go/pkg/mod/",
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
    "/.stack-work/",
    "/.cabal/",
    "/dist-newstyle/",
    "/.opam/",
    "/_opam/",
    "/.nuget/",
    "/.pub-cache/",
    "/.julia/",
    "/.luarocks/",
    "/deps/",
    "/_deps/",
    "/Pods/",
    "/Carthage/",
    "/.build/checkouts/",
    "/SourcePackages/checkouts/",
    "/bazel-out/",
    "/target/debug/build/",
    "/target/release/build/",
    "/.terraform/",
    "/vcpkg_installed/",
    "/.conan/",
    "/.conan2/",
    "/csu/libc",
    "/sysdeps/",
    "/nptl/",
    "/libsanitizer/",
];

/// Where systems keep what is not the project's: beginnings of absolute paths.
const SYSTEM: &[&str] = &[
    "/usr/",
    "/opt/",
    "/lib/",
    "/lib64/",
    "/nix/store/",
    "/gnu/store/",
    "/snap/",
    "/System/",
    "/Library/",
    "/Applications/",
    "/Windows/",
    "/Program Files/",
    "/Program Files (x86)/",
    "/rustc/",
    "/_/src/",
];

/// The marks of all rows.
#[derive(Debug)]
pub(super) struct Dependencies {
    /// Pieces of paths. Row `r` is candidate `r`, what all rows share is the last.
    pieces: Triggers,
    rows: Vec<Heads>,
}

/// The beginnings that a row marks.
#[derive(Debug, Default)]
struct Heads {
    paths: Vec<String>,
    files: Vec<String>,
    /// Sorted.
    symbols: Vec<String>,
}

impl Dependencies {
    /// Compiles the marks of rows 0, 1, 2, … `None` when there are more than can be numbered.
    pub(super) fn new<'a, T>(rows: impl Iterator<Item = T>) -> Option<Self>
    where
        T: Iterator<Item = &'a str>,
    {
        let mut heads = Vec::new();
        let mut pieces: Vec<Vec<&str>> = Vec::new();
        for marks in rows {
            let mut head = Heads::default();
            let mut piece = Vec::new();
            for mark in marks {
                if let Some(path) = mark.strip_prefix("./") {
                    head.paths.push(path.to_owned());
                } else if mark.contains('/') {
                    piece.push(mark);
                } else if mark.ends_with(':') {
                    head.files.push(mark.to_owned());
                } else if !mark.is_empty() {
                    head.symbols.push(mark.to_owned());
                }
            }
            head.symbols.sort_unstable();
            heads.push(head);
            pieces.push(piece);
        }
        pieces.push(DIRECTORIES.to_vec());
        Some(Self {
            pieces: Triggers::new(pieces.into_iter().map(Vec::into_iter))?,
            rows: heads,
        })
    }

    /// An empty set for [`Dependencies::hold_path`].
    pub(super) fn candidates(&self) -> Candidates {
        Candidates::new(self.rows.len() + 1)
    }

    /// Whether row `row` marks `symbol`.
    pub(super) fn hold_symbol(&self, row: u16, symbol: &str) -> bool {
        let (Some(heads), Some(&first)) = (self.heads(row), symbol.as_bytes().first()) else {
            return false;
        };
        let from = heads.symbols.partition_point(|m| m.as_bytes()[0] < first);
        heads.symbols[from..]
            .iter()
            .take_while(|mark| mark.as_bytes()[0] == first)
            .any(|mark| begins(symbol, mark))
    }

    /// Whether row `row` marks the beginning of `file`, as printed.
    pub(super) fn hold_file(&self, row: u16, file: &str) -> bool {
        self.heads(row)
            .is_some_and(|heads| heads.files.iter().any(|mark| file.starts_with(&**mark)))
    }

    /// Whether row `row`, or what all rows share, marks a path: slashes only, and one more in front of
    /// it, be it absolute or relative to the project's root.
    pub(super) fn hold_path(&self, row: u16, slashed: &str, found: &mut Candidates) -> bool {
        let path = slashed.strip_prefix('/').unwrap_or(slashed);
        let bare = path.split_once(':').map_or(path, |(_, bare)| bare);
        if bare.starts_with('/') && SYSTEM.iter().any(|mark| bare.starts_with(mark)) {
            return true;
        }
        let heads = self.heads(row);
        if heads.is_some_and(|heads| heads.paths.iter().any(|mark| path.starts_with(&**mark))) {
            return true;
        }
        found.clear();
        self.pieces.scan(slashed, found)
            && (found.contains(row) || found.contains(self.rows.len() as u16))
    }

    fn heads(&self, row: u16) -> Option<&Heads> {
        self.rows.get(usize::from(row))
    }
}

/// Whether `symbol` begins with the whole name `mark`.
fn begins(symbol: &str, mark: &str) -> bool {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    symbol.strip_prefix(mark).is_some_and(|rest| {
        let whole = mark.ends_with(|c: char| c.is_ascii_alphanumeric());
        !(whole && rest.starts_with(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKS: &[&str] = &["java", "Std__", "./lib/", "/mine/", "dart:"];

    fn marks() -> Dependencies {
        Dependencies::new([MARKS, &[]].into_iter().map(|marks| marks.iter().copied()))
            .expect("few marks can be numbered")
    }

    fn check_path(path: &str, expected: bool) {
        let marks = marks();
        let held = marks.hold_path(0, &format!("/{path}"), &mut marks.candidates());
        assert_eq!(held, expected, "{path:?}");
    }

    #[test]
    fn paths_are_held_by_pieces_and_beginnings() {
        check_path("src/a.x", false);
        check_path("lib/a.x", true);
        check_path("src/lib/a.x", false);
        check_path("src/mine/a.x", true);
        check_path("mine/a.x", true);
        check_path("examine/a.x", false);
        check_path("node_modules/a/b.js", true);
        check_path("src/vendor/a.x", true);
        check_path("/usr/share/a.x", true);
        check_path("src/usr/a.x", false);
        check_path("C:/Program Files/a.x", true);
    }

    #[test]
    fn marks_of_another_row_do_not_count() {
        let marks = marks();
        assert!(!marks.hold_path(1, "/src/mine/a.x", &mut marks.candidates()));
        assert!(!marks.hold_symbol(1, "java.util.List"));
    }

    #[test]
    fn symbols_are_held_by_whole_names() {
        let marks = marks();
        for (symbol, expected) in [
            ("java.util.List", true),
            ("java", true),
            ("java_cup.Main", false),
            ("javafoo.Main", false),
            ("Std__List.map", true),
        ] {
            assert_eq!(marks.hold_symbol(0, symbol), expected, "{symbol:?}");
        }
        assert!(marks.hold_file(0, "dart:core/list.dart"));
    }
}
