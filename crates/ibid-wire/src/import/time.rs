//! Moments as other agents write them.

use ibid_model::Millis;

use crate::json::Json;

/// The moment that `value` is: RFC 3339 text, or seconds or milliseconds since 1970. A number is
/// taken as milliseconds from 1e11 on, which in seconds would be the year 5138.
pub(super) fn moment(value: Json<'_>) -> Option<Millis> {
    if let Some(text) = value.text() {
        return rfc3339(&text);
    }
    let number = value.number()?;
    let millis = if number.abs() < 1e11 {
        number * 1000.0
    } else {
        number
    };
    Some(Millis(millis as i64))
}

/// The moment that `text` is, such as `2026-01-02T03:04:05.678Z` or `…+02:00`. Without an offset it
/// is taken as UTC. Digits past the milliseconds are dropped.
pub(super) fn rfc3339(text: &str) -> Option<Millis> {
    let bytes = text.as_bytes();
    let digits = |from: usize, to: usize| -> Option<i64> {
        let part = bytes.get(from..to)?;
        part.iter().all(u8::is_ascii_digit).then_some(())?;
        Some(
            part.iter()
                .fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0')),
        )
    };
    let (year, month, day) = (digits(0, 4)?, digits(5, 7)?, digits(8, 10)?);
    let (hour, minute, second) = (digits(11, 13)?, digits(14, 16)?, digits(17, 19)?);
    let separators = [(4, b'-'), (7, b'-'), (13, b':'), (16, b':')];
    let well_formed = separators.iter().all(|(at, byte)| bytes[*at] == *byte)
        && matches!(bytes[10], b'T' | b't' | b' ')
        && (1..=12).contains(&month)
        && (1..=31).contains(&day);
    if !well_formed {
        return None;
    }
    let mut at = 19;
    let mut millis = 0;
    if bytes.get(at) == Some(&b'.') {
        let end = bytes[at + 1..]
            .iter()
            .position(|byte| !byte.is_ascii_digit())
            .map_or(bytes.len(), |len| at + 1 + len);
        for place in 1..=3 {
            let digit = if at + place < end {
                digits(at + place, at + place + 1)?
            } else {
                0
            };
            millis = millis * 10 + digit;
        }
        at = end;
    }
    let offset = match bytes.get(at) {
        Some(sign @ (b'+' | b'-')) => {
            let minutes = digits(at + 1, at + 3)? * 60 + digits(at + 4, at + 6)?;
            if *sign == b'-' { -minutes } else { minutes }
        }
        _ => 0,
    };
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    Some(Millis((seconds - offset * 60) * 1000 + millis))
}

/// Days from 1970-01-01 to a date of the Gregorian calendar, whose year is taken to begin in March
/// so that the leap day is its last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let in_year = (153 * month + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + in_year
        - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read() {
        let cases: &[(&str, Option<i64>)] = &[
            ("1970-01-01T00:00:00Z", Some(0)),
            ("1969-12-31T23:59:59.999Z", Some(-1)),
            ("2000-02-29T12:00:00Z", Some(951_825_600_000)),
            ("2026-01-02T03:04:05.678Z", Some(1_767_323_045_678)),
            ("2026-01-02T03:04:05.6789+02:00", Some(1_767_315_845_678)),
            ("2026-01-02 03:04:05.6", Some(1_767_323_045_600)),
            ("2026-13-02T03:04:05Z", None),
            ("2026-01-02", None),
            ("é2026-01-02T03:04:05Z", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(rfc3339(text).map(|t| t.0), *expected, "{text}");
        }
        let number = |raw| moment(Json::parse(raw).unwrap()).map(|t| t.0);
        assert_eq!(number("1767323045678"), Some(1_767_323_045_678));
        assert_eq!(number("1767323045.678"), Some(1_767_323_045_678));
        assert_eq!(number("null"), None);
    }
}
