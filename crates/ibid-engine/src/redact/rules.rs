//! The rules by which secrets are known: data only.
//!
//! To add a kind of key: one row here, and its fixtures in the tests of the module above.

/// One kind of secret.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Short lower-case name, which the placeholder shows: `aws-access-key`.
    pub kind: &'static str,
    /// Texts with which every match begins, whatever their case. Only there the pattern is tried.
    pub triggers: &'static [&'static str],
    /// A regular expression over bytes, anchored at the trigger. The group `s` (or `t`) is the
    /// secret; without one it is the whole match. Large counted repeats make it slow: `sees` bounds
    /// it as well.
    pub pattern: &'static str,
    /// How many bytes from the trigger on the pattern sees.
    pub sees: usize,
    /// Whether the trigger must not follow a letter, a digit, `_` or `-`.
    pub word: bool,
    /// What belongs to the secret beyond the match.
    pub tail: Tail,
    /// A last look at the secret itself.
    pub check: Check,
}

/// What belongs to a secret beyond what its pattern matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    None,
    /// Letters and digits.
    Alnum,
    /// Letters, digits, `_`, `-`, `.`, `=`, `+`, `/`, `~`.
    Token,
    /// All but what ends a value without quotes: space, quotes, brackets, `;`, `&`, `,`.
    Value,
    /// The rest of the line, or of the quoted text.
    Line,
    /// Lines of a key in PEM form, up to its end marker where there is one.
    Pem,
}

/// What a secret must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The pattern says it all.
    Any,
    /// Not a variable, a placeholder or a word that stands for one.
    Literal,
    /// `Literal`, and with a digit or long: a word of plain text is not.
    Random,
    /// A run of 20 letters and digits.
    Dense,
}

impl Tail {
    /// Whether `byte` continues a secret of this kind.
    pub(super) fn takes(self, byte: u8) -> bool {
        match self {
            Tail::None | Tail::Pem => false,
            Tail::Value => !byte.is_ascii_whitespace() && !br#""'$(){}<>[]`,;&\"#.contains(&byte),
            Tail::Line => !b"\r\n\"'\\".contains(&byte),
            Tail::Alnum => byte.is_ascii_alphanumeric(),
            Tail::Token => byte.is_ascii_alphanumeric() || b"_-.=+/~".contains(&byte),
        }
    }
}

/// Bytes seen by a pattern that needs the secret's end in sight.
const NEAR: usize = 800;
/// Bytes seen by the others.
const FAR: usize = 4096;

/// A key that is known by its form, wherever a word may start.
const fn token(
    kind: &'static str,
    triggers: &'static [&'static str],
    pattern: &'static str,
    tail: Tail,
) -> Rule {
    Rule {
        kind,
        triggers,
        pattern,
        sees: FAR,
        word: true,
        tail,
        check: Check::Any,
    }
}

/// A secret that is known by the name before it, and goes on as `tail` says.
const fn named(
    kind: &'static str,
    triggers: &'static [&'static str],
    pattern: &'static str,
    tail: Tail,
    check: Check,
) -> Rule {
    Rule {
        kind,
        triggers,
        pattern,
        sees: match tail {
            Tail::None => NEAR,
            _ => FAR,
        },
        word: false,
        tail,
        check,
    }
}

/// Names of settings that hold secrets, as triggers.
const NAMES: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "_pwd",
    "secret",
    "token",
    "api_key",
    "apikey",
    "api-key",
    "access_key",
    "accesskey",
    "auth_key",
    "private_key",
    "privatekey",
    "secret_key",
    "secretkey",
];

/// The same without those that stand before a value in plain text ("unexpected token: x1").
const SURE_NAMES: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "_pwd",
    "secret",
    "_token",
    "-token",
    "api_key",
    "apikey",
    "api-key",
    "access_key",
    "accesskey",
    "auth_key",
    "private_key",
    "privatekey",
    "secret_key",
    "secretkey",
];

/// The names as a pattern.
macro_rules! names {
    () => {
        "(?:password|passwd|passphrase|_pwd|secret[_-]?key|secret|[_-]?token|api[_-]?key|access_?key|auth_key|private_?key)s?[0-9]{0,3}"
    };
}

/// Between the name of a setting and its value: a quote that ends the name, a type, a sign.
macro_rules! is {
    () => {
        r#"["']?(?:\s{0,4}:\s{0,4}[&A-Za-z0-9_<>?' ]{1,24})?\s{0,4}(?:=>|:=|[:=])\s{0,4}"#
    };
}

/// All rules; where two begin at the same place the first that fits wins.
pub static RULES: &[Rule] = &[
    // Keys that are known by their form.
    token(
        "aws-access-key",
        &["AKIA", "ASIA"],
        r"^(?<s>(?:AKIA|ASIA)[A-Z0-9]{16})(?:[^A-Za-z0-9]|$)",
        Tail::None,
    ),
    token(
        "github-token",
        &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
        r"^gh[pousr]_[A-Za-z0-9]{36}",
        Tail::Alnum,
    ),
    token(
        "github-token",
        &["github_pat_"],
        r"^github_pat_[A-Za-z0-9_]{22}",
        Tail::Token,
    ),
    token(
        "gitlab-token",
        &[
            "glpat-", "gloas-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-",
            "glagent-",
        ],
        r"^gl[a-z]+-[A-Za-z0-9_-]{20}",
        Tail::Token,
    ),
    token(
        "slack-token",
        &[
            "xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-",
            "xapp-",
        ],
        r"^x(?:ox[a-z]|app)-[A-Za-z0-9-]{10}",
        Tail::Token,
    ),
    token(
        "slack-webhook",
        &["hooks.slack.com/services/"],
        r"^hooks\.slack\.com/services/(?<s>[A-Za-z0-9_/]{16})",
        Tail::Token,
    ),
    token(
        "google-api-key",
        &["AIza"],
        r"^AIza[A-Za-z0-9_-]{35}",
        Tail::Token,
    ),
    token(
        "google-oauth-token",
        &["ya29.", "GOCSPX-", "1//0"],
        r"^(?:ya29\.|GOCSPX-|1//0)[A-Za-z0-9_-]{20}",
        Tail::Token,
    ),
    token(
        "stripe-key",
        &["sk_live_", "sk_test_", "rk_live_", "rk_test_"],
        r"^[sr]k_(?:live|test)_[A-Za-z0-9]{10}",
        Tail::Alnum,
    ),
    token(
        "stripe-webhook-secret",
        &["whsec_"],
        r"^whsec_[A-Za-z0-9+/=]{16}",
        Tail::Token,
    ),
    token(
        "anthropic-key",
        &["sk-ant-"],
        r"^sk-ant-[A-Za-z0-9_-]{16}",
        Tail::Token,
    ),
    token(
        "openai-key",
        &["sk-proj-", "sk-svcacct-", "sk-admin-"],
        r"^sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20}",
        Tail::Token,
    ),
    Rule {
        check: Check::Dense,
        ..token(
            "openai-key",
            &["sk-"],
            r"^sk-[A-Za-z0-9_-]{20}",
            Tail::Token,
        )
    },
    token("npm-token", &["npm_"], r"^npm_[A-Za-z0-9]{36}", Tail::Alnum),
    named(
        "npm-token",
        &["_authToken", "_auth"],
        r#"^_auth(?:Token)?\s{0,4}=\s{0,4}["']?(?<s>[^\s"'${}]{8,})"#,
        Tail::Value,
        Check::Literal,
    ),
    token(
        "pypi-token",
        &["pypi-"],
        r"^pypi-(?:AgE[A-Za-z0-9_-]{13}|[A-Za-z0-9_-]{50})",
        Tail::Token,
    ),
    token(
        "huggingface-token",
        &["hf_"],
        r"^hf_[A-Za-z0-9]{30}",
        Tail::Alnum,
    ),
    token(
        "digitalocean-token",
        &["dop_v1_", "doo_v1_", "dor_v1_"],
        r"^do[opr]_v1_[a-f0-9]{40}",
        Tail::Alnum,
    ),
    token(
        "sendgrid-key",
        &["SG."],
        r"^SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16}",
        Tail::Token,
    ),
    token(
        "docker-token",
        &["dckr_pat_", "dckr_oat_"],
        r"^dckr_[po]at_[A-Za-z0-9_-]{20}",
        Tail::Token,
    ),
    token(
        "databricks-token",
        &["dapi"],
        r"^dapi[a-f0-9]{32}",
        Tail::Token,
    ),
    token(
        "vault-token",
        &["hvs.", "hvb.", "hvr."],
        r"^hv[sbr]\.[A-Za-z0-9_-]{20}",
        Tail::Token,
    ),
    token(
        "shopify-token",
        &["shpat_", "shpca_", "shppa_", "shpss_"],
        r"^shp[a-z]{2}_[a-fA-F0-9]{32}",
        Tail::Alnum,
    ),
    token("groq-key", &["gsk_"], r"^gsk_[A-Za-z0-9]{32}", Tail::Alnum),
    token(
        "rubygems-key",
        &["rubygems_"],
        r"^rubygems_[a-f0-9]{40}",
        Tail::Alnum,
    ),
    token(
        "age-key",
        &["AGE-SECRET-KEY-1"],
        r"^AGE-SECRET-KEY-1[A-Z0-9]{40}",
        Tail::Alnum,
    ),
    token(
        "jwt",
        &["eyJ"],
        r"^eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}",
        Tail::Token,
    ),
    named(
        "private-key",
        &["-----BEGIN ", "---- BEGIN "],
        r"^-----? ?BEGIN [A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)? ?-----?",
        Tail::Pem,
        Check::Any,
    ),
    named(
        "private-key",
        &["Private-Lines: "],
        r"^Private-Lines: [0-9]{1,4}\r?\n(?<s>[A-Za-z0-9+/=]{16})",
        Tail::Pem,
        Check::Any,
    ),
    // Secrets that are known by where they stand.
    named(
        "url-password",
        &["://"],
        r#"^://[^\s/:@"'<>\\]*:(?<s>[^\s/"'<>\\]+)@"#,
        Tail::None,
        Check::Literal,
    ),
    named(
        "url-token",
        &["://"],
        r"^://(?<s>[A-Za-z0-9_-]{32,})@",
        Tail::None,
        Check::Literal,
    ),
    named(
        "authorization",
        &["authorization"],
        r#"(?i)^authorization["']?\s{0,8}(?:=>|[:=,])\s{0,8}["']?digest\s{1,4}(?<s>[^\r\n]{6,})"#,
        Tail::Line,
        Check::Literal,
    ),
    named(
        "authorization",
        &["authorization"],
        r#"(?i)^authorization["']?\s{0,8}(?:=>|[:=,])\s{0,8}["']?(?:bearer|basic|token|negotiate|apikey|bot|key)\s{1,4}(?<s>[^\s"'<>{}$\[\]\\]{4,})"#,
        Tail::Value,
        Check::Literal,
    ),
    named(
        "authorization",
        &["authorization"],
        r#"(?i)^authorization["']?\s{0,8}(?:=>|[:=,])\s{0,8}["']?(?<s>[^\s"'<>{}$\[\]\\()]{8,})(?:[\s"'\\]|$)"#,
        Tail::Value,
        Check::Random,
    ),
    Rule {
        check: Check::Random,
        ..token(
            "bearer-token",
            &["bearer "],
            r"(?i)^bearer (?<s>[A-Za-z0-9._~+/=-]{16,})",
            Tail::Token,
        )
    },
    named(
        "api-key-header",
        &[
            "x-api-key",
            "x-goog-api-key",
            "api-key",
            "x-auth-token",
            "x-access-token",
            "private-token",
            "x-vault-token",
            "x-amz-security-token",
            "x-csrf-token",
        ],
        r#"(?i)^(?:x-(?:goog-)?api-key|api-key|x-(?:auth|access|vault|csrf|amz-security)-token|private-token)["']?\s{0,8}[:,]\s{0,8}["']?(?<s>[^\s"'<>{}$\[\](),;\\]{8,})"#,
        Tail::Value,
        Check::Literal,
    ),
    named(
        "cookie",
        &["cookie"],
        r#"(?i)^cookie["']?\s{0,8}[:=]\s{0,8}["']?(?<s>[A-Za-z0-9_.-]{1,64}=[^\r\n"'\\]+)"#,
        Tail::Line,
        Check::Any,
    ),
    named(
        "url-secret",
        &[
            "?key=",
            "&key=",
            "?token=",
            "&token=",
            "?secret=",
            "&secret=",
            "?sig=",
            "&sig=",
            "?signature=",
            "&signature=",
            "?password=",
            "&password=",
            "?auth=",
            "&auth=",
            "?api_key=",
            "&api_key=",
            "?apikey=",
            "&apikey=",
            "?access_token=",
            "&access_token=",
            "?refresh_token=",
            "&refresh_token=",
            "?id_token=",
            "&id_token=",
            "?client_secret=",
            "&client_secret=",
            "?api-key=",
            "&api-key=",
            "?x-amz-signature=",
            "&x-amz-signature=",
            "?x-amz-security-token=",
            "&x-amz-security-token=",
            "#access_token=",
        ],
        r#"^[?&#][A-Za-z_-]{3,24}=(?<s>[^\s&"'<>#\\{}$()\[\],;]{6,})"#,
        Tail::Value,
        Check::Literal,
    ),
    named(
        "aws-secret-key",
        &["secret_access_key", "secretaccesskey", "aws_secret_key"],
        r#"(?i)^(?:aws_)?secret_?(?:access_?)?key["']?\s{0,8}(?:=>|:=|[:=])\s{0,8}["']?(?<s>[A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+]|$)"#,
        Tail::None,
        Check::Any,
    ),
    named(
        "aws-session-token",
        &["session_token", "sessiontoken"],
        r#"(?i)^session_?token["']?\s{0,8}(?:=>|:=|[:=])\s{0,8}["']?(?<s>[A-Za-z0-9/+=]{60})"#,
        Tail::Token,
        Check::Any,
    ),
    named(
        "azure-account-key",
        &["AccountKey="],
        r"^(?i)AccountKey=(?<s>[A-Za-z0-9/+=]{40,})",
        Tail::Token,
        Check::Any,
    ),
    // Settings: `name = "literal"`, with a type between where a language has one.
    named(
        "password",
        &["password", "passwd", "passphrase", "_pwd"],
        concat!(
            "(?i)^(?:password|passwd|passphrase|_pwd)s?[0-9]{0,3}",
            is!(),
            r#"(?:"(?<s>[^"\s]{4,})"|'(?<t>[^'\s]{4,})')"#
        ),
        Tail::None,
        Check::Literal,
    ),
    named(
        "secret",
        NAMES,
        concat!(
            "(?i)^",
            names!(),
            is!(),
            r#"(?:"(?<s>[^"\s]{8,})"|'(?<t>[^'\s]{8,})')"#
        ),
        Tail::None,
        Check::Random,
    ),
    // The environment: `DB_PASSWORD=literal`. A call or a variable is none.
    named(
        "secret",
        NAMES,
        r#"^(?:PASSWORD|PASSWD|PASSPHRASE|_PWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|AUTH_KEY|PRIVATE_KEY|SECRET_?KEY)[0-9]{0,3}=(?<s>[^\s"'$(){}<>\[\]`,;&\\]{6,})(?:[\s"';&\\]|$)"#,
        Tail::Value,
        Check::Literal,
    ),
    named(
        "secret",
        SURE_NAMES,
        concat!(
            "(?i)^",
            names!(),
            r#"\s{0,4}[:=]\s{0,4}(?<s>[^\s"'$(){}<>\[\]`,;&\\:]{6,})(?:[\s;&]|$)"#
        ),
        Tail::Value,
        Check::Random,
    ),
];
