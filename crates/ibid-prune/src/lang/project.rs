//! Whether a frame is the project's own.

use std::borrow::Cow;

/// Path pieces of dependencies that every language shares.
const DEPENDENCIES: &[&str] = &[
    "node_modules/",
    "site-packages/",
    "dist-packages/",
    "/.venv/",
    "/vendor/",
    "/.cargo/registry/",
    "/rustc/",
    "/go/pkg/mod/",
    "/usr/lib/",
    "/usr/include/",
];

/// The project that an output belongs to.
#[derive(Clone, Debug)]
pub(super) struct Project {
    /// The root, with `/` at its end.
    root: Option<String>,
}

impl Project {
    /// The project at `root`; a command ran in `cwd` of it.
    pub(super) fn new(root: Option<&str>, cwd: Option<&str>) -> Self {
        let root = root.or(cwd);
        Self {
            root: root.map(|root| format!("{}/", root.trim_end_matches('/'))),
        }
    }

    /// Whether a frame in `file`, in the function `symbol`, is the project's own. `dependencies`
    /// are the deciding row's.
    pub(super) fn owns(
        &self,
        file: Option<&str>,
        symbol: Option<&str>,
        dependencies: &[Cow<'static, str>],
    ) -> bool {
        if let Some(symbol) = symbol
            && dependencies
                .iter()
                .any(|piece| symbol.starts_with(&**piece))
        {
            return false;
        }
        let Some(file) = file else {
            return false;
        };
        let inner = match &self.root {
            Some(root) => file.strip_prefix(root.as_str()),
            None => None,
        };
        let absolute = file.starts_with('/');
        if absolute && inner.is_none() && self.root.is_some() {
            return false;
        }
        let within = inner.unwrap_or(file);
        let foreign = |piece: &str| {
            within.contains(piece) || within.starts_with(piece.trim_start_matches('/'))
        };
        !DEPENDENCIES.iter().any(|piece| foreign(piece))
            && !dependencies.iter().any(|piece| foreign(piece))
    }
}
