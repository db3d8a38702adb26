//! Fixtures of the rules. Secrets are put together from pieces, so that none stands in a file.

use std::collections::BTreeSet;

use super::*;

/// Text in three parts: what stays, the secret, what stays.
type Planted = (&'static str, String, String, String);

fn planted(kind: &'static str, before: &str, secret: &[&str], after: &str) -> Planted {
    (kind, before.to_owned(), secret.concat(), after.to_owned())
}

/// `n` letters and digits without a pattern of their own.
fn noise(n: usize) -> String {
    let mut state = 0x2545_f491_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789"[(state >> 16) as usize % 56]
    };
    (0..n).map(|_| char::from(next())).collect()
}

fn hexes(n: usize) -> String {
    "0a1b2c3d4e5f6789".chars().cycle().take(n).collect()
}

fn fixtures() -> Vec<Planted> {
    let n = noise;
    let upper = |len| noise(len).to_ascii_uppercase();
    let begin = |what: &str| format!("-----BEGIN {what}PRIVATE KEY-----\n");
    let end = |what: &str| format!("-----END {what}PRIVATE KEY-----");
    vec![
        planted(
            "aws-access-key",
            "AWS_ACCESS_KEY_ID=",
            &["AKIA", &"Q".repeat(16)],
            "\n",
        ),
        planted("aws-access-key", "id \"", &["ASIA", &upper(16)], "\","),
        planted(
            "aws-secret-key",
            "aws_secret_access_key = ",
            &[&n(20), "/+", &n(18)],
            "\n",
        ),
        planted("aws-secret-key", "\"SecretAccessKey\": \"", &[&n(40)], "\""),
        planted(
            "aws-session-token",
            "aws_session_token=",
            &[&n(300), "=="],
            "\nregion=x",
        ),
        planted("github-token", "GH=", &["ghp_", &"z".repeat(36)], "\n"),
        planted("github-token", "remote: ", &["ghs_", &n(36)], " expired"),
        planted(
            "github-token",
            "(",
            &["github_pat_", &n(22), "_", &n(59)],
            ")",
        ),
        planted("gitlab-token", "token is ", &["glpat-", &n(20)], "."),
        planted(
            "slack-token",
            "SLACK: ",
            &["xoxb-", "123456789012-", &n(24)],
            ",",
        ),
        planted("slack-token", "app ", &["xapp-", "1-", &n(40)], " ok"),
        planted(
            "slack-webhook",
            "https://hooks.slack.com/services/",
            &["T", &upper(8), "/B", &upper(8), "/", &n(24)],
            " 200",
        ),
        planted("google-api-key", "key: ", &["AIza", &n(35)], "\n"),
        planted("google-oauth-token", "got ", &["ya29.", &n(60)], "\n"),
        planted("google-oauth-token", "secret ", &["GOCSPX-", &n(28)], "\n"),
        planted("stripe-key", "using ", &["sk_live_", &n(24)], " now"),
        planted("stripe-key", "using ", &["rk_test_", &n(99)], " now"),
        planted("stripe-webhook-secret", "hook ", &["whsec_", &n(32)], "\n"),
        planted(
            "anthropic-key",
            "with ",
            &["sk-ant-", "api03-", &n(40), "-", &n(40), "AA"],
            " set",
        ),
        planted("openai-key", "with ", &["sk-", &n(48)], " set"),
        planted(
            "openai-key",
            "with ",
            &["sk-proj-", &n(30), "_", &n(30), "-", &n(9)],
            " set",
        ),
        planted("npm-token", "publish with ", &["npm_", &n(36)], "\n"),
        planted(
            "npm-token",
            "//registry.example/:_authToken=",
            &[&hexes(36)],
            "\n",
        ),
        planted(
            "pypi-token",
            "upload ",
            &["pypi-", "AgEIcHlwaS5vcmc", &n(120)],
            "\n",
        ),
        planted("huggingface-token", "login ", &["hf_", &n(34)], "\n"),
        planted("digitalocean-token", "do ", &["dop_v1_", &hexes(64)], "\n"),
        planted("sendgrid-key", "mail ", &["SG.", &n(22), ".", &n(43)], "\n"),
        planted("docker-token", "login ", &["dckr_pat_", &n(27)], "\n"),
        planted("databricks-token", "dbx ", &["dapi", &hexes(32)], "\n"),
        planted("vault-token", "vault ", &["hvs.", &n(90)], "\n"),
        planted("shopify-token", "shop ", &["shpat_", &hexes(32)], "\n"),
        planted("groq-key", "groq ", &["gsk_", &n(52)], "\n"),
        planted("rubygems-key", "gem ", &["rubygems_", &hexes(48)], "\n"),
        planted("age-key", "# ", &["AGE-SECRET-KEY-1", &upper(58)], "\n"),
        planted(
            "jwt",
            "got ",
            &["eyJ", &n(33), ".", "eyJ", &n(400), ".", &n(43)],
            "\n",
        ),
        planted("private-key", "", &[&begin(""), "AAAA\n", &end("")], "\n"),
        planted(
            "private-key",
            "$ cat key\n",
            &[&begin("RSA "), &(n(64) + "\n").repeat(25), &end("RSA ")],
            "\n$ ",
        ),
        planted(
            "private-key",
            "\"key\": \"",
            &[
                "-----BEGIN ",
                "EC PRIVATE KEY-----\\n",
                &n(64),
                "\\n",
                &n(20),
                "\\n-----END ",
                "EC PRIVATE KEY-----",
            ],
            "\\n\"",
        ),
        planted(
            "private-key",
            "$ head -3 key\n",
            &[&begin("OPENSSH "), &n(70), "\n", &n(70)],
            "\n$ ls -l\n",
        ),
        planted(
            "private-key",
            "2026 | ",
            &[&begin(""), "2026 | ", &n(64), "\n2026 | ", &end("")],
            "\n2026 | ok",
        ),
        planted(
            "private-key",
            "Private-Lines: 2\n",
            &[&n(64), "\n", &n(64)],
            "\nPrivate-MAC: 1",
        ),
        planted(
            "url-password",
            "DB_URL=postgres://app:",
            &["hunter", "-demo"],
            "@db/x\n",
        ),
        planted(
            "url-password",
            "redis://:",
            &["p@ss:", "w0rd"],
            "@cache:6379/0",
        ),
        planted(
            "url-password",
            "https://bot:",
            &[&n(40)],
            "@git.example/a.git/",
        ),
        planted(
            "url-token",
            "https://",
            &[&hexes(40)],
            "@git.example/a.git/",
        ),
        planted(
            "authorization",
            "> Authorization: Bearer ",
            &["demo-token-", "123456"],
            "\n> Accept: */*",
        ),
        planted(
            "authorization",
            "-H 'authorization: Basic ",
            &["dXNlcjpw", "YXNz"],
            "' http://x",
        ),
        planted("authorization", "{\"Authorization\":\"", &[&n(20)], "\"}"),
        planted(
            "authorization",
            "Authorization: Digest ",
            &["username=\"u\", response=\"", &hexes(32), "\""],
            "\n",
        ),
        planted("bearer-token", "sent bearer ", &[&n(30)], " to"),
        planted(
            "api-key-header",
            "x-api-key: ",
            &["demo-key-", "abcdef"],
            "\n",
        ),
        planted(
            "api-key-header",
            "\"x-goog-api-key\": \"",
            &["demo-", "goog"],
            "\"",
        ),
        planted("cookie", "Cookie: ", &["sid=", "demo"], "\n"),
        planted(
            "cookie",
            "< Set-Cookie: ",
            &["session=", &n(20), "; Path=/; HttpOnly"],
            "\r\n",
        ),
        planted(
            "url-secret",
            "GET /v1/models?key=",
            &["demo-", "query"],
            "&alt=json",
        ),
        planted(
            "url-secret",
            "wss://h/s?a=1&access_token=",
            &[&n(20)],
            " 101",
        ),
        planted(
            "url-secret",
            "?X-Amz-Date=1&X-Amz-Signature=",
            &[&hexes(64)],
            "\n",
        ),
        planted(
            "azure-account-key",
            "AccountName=a;AccountKey=",
            &[&n(86), "=="],
            ";",
        ),
        planted("password", "password = \"", &["hunter", "two"], "\""),
        planted("password", "\"db_password\": \"", &["hunter", "2"], "\","),
        planted(
            "password",
            "let password: &str = \"",
            &["correct-", "horse"],
            "\";",
        ),
        planted("password", "'passwd' => '", &["hunter", "2!"], "',"),
        planted("secret", "api_key = \"", &[&n(16)], "\""),
        planted("secret", "clientSecret: '", &[&n(24)], "'"),
        planted("secret", "export DB_PASSWORD=", &["hunter", "demo"], "\n"),
        planted("secret", "docker run -e API_TOKEN=", &[&n(12)], " img"),
        planted(
            "secret",
            "host=db user=app password=",
            &["hunter", "22"],
            " port=5432",
        ),
        planted("secret", "  password: ", &["hunter", "22"], "\n"),
        planted("secret", "auth_token=", &[&n(12)], "\n"),
    ]
}

/// Text that must come through as it is.
const HARMLESS: &[&str] = &[
    "api_key = os.getenv(\"KEY\")\n",
    "api_key=os.getenv(\"KEY\")\n",
    "api_key = os.environ[\"API_KEY_2\"]\n",
    "password = get_password(user1)\n",
    "password = config.db.password1\n",
    "def login(user, password=None): pass\n",
    "connect(user=user, password=password)\n",
    "password: str\n  token: string;\n",
    "password = \"${DB_PASSWORD}\"\nPASSWORD=$DB_PASSWORD\nPASSWORD=\"$(pass show db)\"\n",
    "password: '********'\npassword: \"<your password>\"\n",
    "Enter password: \nPassword: \"is required\"\n",
    "SyntaxError: Unexpected token: name1234\n",
    "PWD=/home/dev/project\nOLDPWD=/home/dev\n",
    "http://localhost:3000/a@b and https://example.com:8443/x?y=1@2\n",
    "postgres://app:${PGPASS}@db/x and postgres://app:<password>@db/x\n",
    "headers = {\"Authorization\": f\"Bearer {token}\"}\n",
    "-H \"Authorization: Bearer $TOKEN\"\n",
    "authorization: required\nthe bearer of this\n",
    "GET /search?key=name&token=\n",
    concat!(
        "AKIA and AKIAsomething, xAKIA",
        "QQQQQQQQQQQQQQQQ and AKIA",
        "QQQQQQQQQQQQQQQQQ\n"
    ),
    "task-force-sk-fading-circle-of-some-length disk-spinner\n",
    "risk-assessment-of-the-nineteen-eighties\n",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
    "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n",
    "commit 3f2a90c41b7de8053f2a90c41b7de8053f2a90c4\nsha256:0a1b2c3d\n",
    "token_type: bearer, tokenizer = \"unigram-v2-large\"\n",
    "eyJ.eyJ.x and eyJhbGc\n",
    "[redacted:aws-access-key:1] stays\n",
    "cookie policy: accept; cookies=3\n",
    "src/auth/password.rs:12:5: error: password2 not found\n",
];

fn redact(text: &[u8], chunk: usize) -> (Vec<u8>, BTreeMap<&'static str, u64>) {
    let mut redactor = Redactor::default();
    let mut out = Vec::new();
    let mut place = 0;
    let mut sink = |from: u64, len: u64, bytes: &[u8]| {
        assert_eq!(from, place, "what is given on covers the stream");
        place = from + len;
        out.extend_from_slice(bytes);
    };
    text.chunks(chunk)
        .for_each(|piece| redactor.feed(piece, &mut sink));
    redactor.finish(&mut sink);
    assert_eq!(place, text.len() as u64);
    let counts = redactor.counts().clone();
    (out, counts)
}

#[test]
fn every_rule_has_a_fixture_and_every_pattern_compiles() {
    let kinds: BTreeSet<&str> = fixtures().iter().map(|fixture| fixture.0).collect();
    for (n, rule) in RULES.iter().enumerate() {
        assert!(kinds.contains(rule.kind), "no fixture for {}", rule.kind);
        assert!(pattern(n).as_str().len() > 8);
        assert!(
            rule.triggers.iter().all(|trigger| trigger.len() >= 3),
            "{}",
            rule.kind
        );
        assert!(
            rule.kind
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b == b'-'),
            "{}",
            rule.kind
        );
    }
}

#[test]
fn secrets_go_and_what_stands_around_them_stays() {
    for (kind, before, secret, after) in fixtures() {
        let text = format!("{before}{secret}{after}");
        for chunk in [1, 7, text.len()] {
            let (out, counts) = redact(text.as_bytes(), chunk);
            let expected = format!("{before}[redacted:{kind}:1]{after}");
            assert_eq!(String::from_utf8_lossy(&out), expected);
            assert_eq!(counts, BTreeMap::from([(kind, 1)]));
        }
    }
}

/// A secret anywhere about the places where the redactor stops is found whole.
#[test]
fn secrets_are_found_wherever_the_stream_is_cut() {
    let filler = "filler \n".repeat(2 * WINDOW / 8);
    for (kind, before, secret, after) in fixtures() {
        let planted = format!("{before}{secret}{after}");
        for place in [WINDOW - AHEAD, WINDOW] {
            for back in [1, before.len() + 3] {
                let start = format!("{}\n", &filler[..place - back]);
                let end = format!("\n{}", &filler[..AHEAD]);
                let (out, _) = redact(format!("{start}{planted}{end}").as_bytes(), 64 * 1024);
                let expected = format!("{start}{before}[redacted:{kind}:1]{after}{end}");
                assert!(out == expected.as_bytes(), "{kind} {back} before {place}");
            }
        }
    }
}

#[test]
fn what_only_looks_like_a_secret_stays() {
    for text in HARMLESS {
        let (out, counts) = redact(text.as_bytes(), 64);
        assert_eq!(String::from_utf8_lossy(&out), *text);
        assert!(counts.is_empty());
    }
    let all: Vec<u8> = (0..=255).cycle().take(3 * WINDOW + 5).collect();
    assert!(redact(&all, 1000).0 == all);
}

#[test]
fn the_same_secret_has_the_same_number() {
    let (one, two) = (
        format!("ghp_{}", noise(36)),
        format!("ghp_{}", "z".repeat(36)),
    );
    let text = format!("{one} {two} {one}\n");
    let (out, counts) = redact(text.as_bytes(), 1000);
    let expected =
        "[redacted:github-token:1] [redacted:github-token:2] [redacted:github-token:1]\n";
    assert_eq!(String::from_utf8_lossy(&out), expected);
    assert_eq!(counts, BTreeMap::from([("github-token", 3)]));
    let mut redactor = Redactor::default();
    assert_eq!(
        redactor.text(&format!("curl -u {one}")),
        "curl -u [redacted:github-token:1]"
    );
    assert_eq!(
        redactor.text(&format!("again {one}")),
        "again [redacted:github-token:1]"
    );
}

#[test]
fn colours_inside_a_secret_do_not_hide_it() {
    let secret = format!("\x1b[01;31m\x1b[KghP_\x1b[m\x1b[K{}", noise(36)).replace("ghP", "ghp");
    let (out, _) = redact(format!("token: {secret}\x1b[0m\n").as_bytes(), 5);
    let expected = "token: \x1b[01;31m\x1b[K[redacted:github-token:1]\x1b[0m\n";
    assert_eq!(String::from_utf8_lossy(&out), expected);
}

#[test]
fn wide_text_is_redacted_in_its_encoding() {
    let secret = format!("ghp_{}", noise(36));
    let wide = |text: &str| -> Vec<u8> {
        format!("\u{feff}{text}")
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect()
    };
    let (out, _) = redact(&wide(&format!("caf\u{e9} {secret}\r\nend")), 3);
    assert_eq!(out, wide("caf\u{e9} [redacted:github-token:1]\r\nend"));
}

/// A token without an end is one secret, and so is what follows it in later chunks.
#[test]
fn a_secret_longer_than_the_window_goes_whole() {
    let text = format!("x eyJ{}.{} end", noise(20), noise(3 * WINDOW));
    let (out, _) = redact(text.as_bytes(), 10_000);
    assert_eq!(String::from_utf8_lossy(&out), "x [redacted:jwt:1] end");
}

/// Inputs made to cost much: none takes more than a small multiple of plain text of its size.
#[test]
fn nothing_makes_it_slow() {
    let bad = [
        "secret=",
        "password='",
        "eyJ-",
        "://",
        "://a:",
        "-----BEGIN ",
        "ghp_",
        "\x1b[1m\x1b[31mx",
        "\x1b]8;;",
        "secret=a(",
        "cookie=a=",
        "authorization: digest $",
        "-----BEGIN PRIVATE KEY-----",
        "token_",
        "\x1b",
    ];
    for piece in bad {
        let text = piece.repeat(1_000_000 / piece.len());
        let started = std::time::Instant::now();
        let (out, _) = redact(text.as_bytes(), 1 << 16);
        assert!(!out.is_empty());
        assert!(
            started.elapsed().as_secs() < 10,
            "{piece:?} took {:?}",
            started.elapsed()
        );
    }
}
