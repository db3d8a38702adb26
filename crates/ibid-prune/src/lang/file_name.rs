//! Whether a word looks like the name of a file.

/// Names of files that have no extension.
const BARE: &[&str] = &[
    "Makefile",
    "makefile",
    "GNUmakefile",
    "Dockerfile",
    "Containerfile",
    "Gemfile",
    "Rakefile",
    "Jenkinsfile",
    "Vagrantfile",
    "Podfile",
    "Fastfile",
    "Procfile",
    "Brewfile",
    "Snakefile",
    "Tiltfile",
    "Caddyfile",
    "Earthfile",
    "Makeppfile",
    "Guardfile",
    "Capfile",
    "Berksfile",
    "Dangerfile",
    "Appfile",
    "Cartfile",
    "Pipfile",
    "Thorfile",
    "Puppetfile",
    "Justfile",
    "justfile",
    "SConstruct",
    "SConscript",
    "BUILD",
    "WORKSPACE",
    "Kconfig",
    "Kbuild",
    "configure",
    "wscript",
    "meson_options",
];

/// Ends of names that are hosts' rather than files'.
const HOSTS: &[&str] = &[
    "com",
    "org",
    "net",
    "io",
    "dev",
    "example",
    "local",
    "localhost",
    "internal",
    "lan",
    "gov",
    "edu",
    "cloud",
    "app",
    "invalid",
];

/// Whether `word` looks like a file: it ends in an extension that begins with a letter, or is a
/// name that files without one have. A host's name, a version and a bare word do not.
pub(super) fn is_named(word: &str) -> bool {
    let path = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let Some((stem, extension)) = path.rsplit_once('.') else {
        return BARE.contains(&path);
    };
    let lettered = extension.starts_with(|c: char| c.is_ascii_alphabetic());
    let plain = |c: char| c.is_ascii_alphanumeric() || "_+~-".contains(c);
    let host = stem.len() == word.len() - extension.len() - 1
        && HOSTS.contains(&extension)
        && !word.starts_with('.');
    lettered && extension.chars().all(plain) && !host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_told_from_other_words() {
        for (word, expected) in [
            ("src/a.c", true),
            ("a.f90", true),
            (".env", true),
            ("Makefile", true),
            ("src/Dockerfile", true),
            ("C:\\src\\a.cs", true),
            ("dir/a.com", true),
            ("a.com", false),
            ("db.shop.internal", false),
            ("10.0.0.1", false),
            ("v1.2", false),
            ("wheel", false),
            ("a.", false),
            ("", false),
        ] {
            assert_eq!(is_named(word), expected, "{word:?}");
        }
    }
}
