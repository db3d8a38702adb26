//! How long the registry takes for a large log, as nanoseconds per byte and per line.
//!
//! `cargo run --release -p ibid-prune --example lang_speed [MEGABYTES]`
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::disallowed_macros,
    reason = "a measurement reads the clock and says what it saw"
)]

use std::time::Instant;

use ibid_prune::lang::{Registry, Tracker};

/// Lines without anything to find, as services and builds print them.
const PLAIN: &[&str] = &[
    "the reader took the next page of the ledger and went on with the one behind it",
    "worker 7 fetched 31 rows from orders in 4 batches and returned to the pool",
    "copying assets/images/background-large.webp to dist/assets/background-large.webp",
    "connection pool: 12 idle, 3 in use, 0 waiting; longest wait of the last minute 12 ms",
];

/// Lines with a clock, a level and a logger's name.
const CLOCKED: &[&str] = &[
    "2026-01-02 10:11:12.131 INFO  shop.orders.Reader - took order 4711 in 31 ms",
    "2026-01-02T10:11:12.131Z DEBUG [pool-3] request id=9f8e7d6c path=/orders/4711 status=200",
    "10:11:12 web.1 | GET /orders/4711 200 31ms 10.0.0.4:51022",
];

/// Lines that name a place.
const PLACED: &[&str] = &[
    "src/orders/reader.c:41:9: warning: unused variable 'page' [-Wunused-variable]",
    "/home/dev/shop/src/reader.rs:14:9: error: the page is gone and nothing is left of",
    "\tat com.shop.orders.Reader.next(Reader.java:41)",
    "  File \"/home/dev/shop/orders/reader.py\", line 41, in next",
];

/// The lines over and over, each with a word of its own, so that none is remembered.
fn distinct(lines: &[&str]) -> Vec<String> {
    let word = |mut n: usize| -> String {
        let mut word = String::new();
        for _ in 0..5 {
            word.push(char::from(b'a' + (n % 26) as u8));
            n = n / 26 * 7 + n % 26 + 3;
        }
        word
    };
    let all = lines.iter().cycle().take(20_000).enumerate();
    all.map(|(n, line)| format!("{line} {}{}", word(n), word(n * 31)))
        .collect()
}

fn measure(name: &str, lines: &[&str], bytes: usize) {
    let lines = &distinct(lines);
    let mut tracker = Tracker::new(Registry::builtin(), Some("/home/dev/shop"), None);
    for line in lines {
        tracker.line(line);
    }
    let (mut read, mut count, mut found) = (0, 0u64, 0u64);
    let start = Instant::now();
    'all: loop {
        for line in lines {
            found += u64::from(tracker.line(line).is_some());
            read += line.len() + 1;
            count += 1;
            if read >= bytes {
                break 'all;
            }
        }
    }
    let nanos = start.elapsed().as_nanos() as f64;
    println!(
        "{name:8} {:5.2} ns/byte, {:6.0} ns/line, found in {:3.0} % of {count} lines",
        nanos / read as f64,
        nanos / count as f64,
        found as f64 * 100.0 / count as f64,
    );
}

fn main() {
    let megabytes = std::env::args().nth(1).and_then(|n| n.parse().ok());
    let bytes = megabytes.unwrap_or(100) * 1_000_000;
    let start = Instant::now();
    let formats = Registry::builtin().formats().count();
    println!("{formats} formats ready in {:?}", start.elapsed());
    measure("plain", PLAIN, bytes);
    measure("clocked", CLOCKED, bytes);
    measure("placed", PLACED, bytes / 10);
    let mixed: Vec<&str> = (0..200)
        .map(|n| match n % 50 {
            49 => PLACED[n / 50 % PLACED.len()],
            n if n % 2 == 0 => PLAIN[n / 2 % PLAIN.len()],
            n => CLOCKED[n / 2 % CLOCKED.len()],
        })
        .collect();
    measure("mixed", &mixed, bytes);
    let long = "x".repeat(bytes);
    let start = Instant::now();
    Tracker::new(Registry::builtin(), None, None).line(&long);
    println!("one line of {bytes} bytes in {:?}", start.elapsed());
}
