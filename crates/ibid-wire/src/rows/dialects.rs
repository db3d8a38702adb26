//! What must hold in a request of each dialect.

use ibid_model::DialectRules;

use crate::{anthropic, openai_chat, openai_responses};

/// No limit is published.
const NONE: u32 = u32::MAX;

/// The rules of all dialects.
///
/// Anthropic, as of 2026-11 (platform.claude.com/docs, "Vision" and "Errors"): 100 pictures a
/// request, 8,000 pixels a side, 2,000 with more than 20 pictures; 32 MB a request. OpenAI
/// (developers.openai.com/api/docs, "Images and vision"): 500 pictures and 50 MB a request; larger
/// pictures are scaled, not refused. Sizes are taken as decimal megabytes, the smaller reading. These
/// were not checked against the running services.
pub fn dialects() -> Vec<DialectRules> {
    let rules = |name: &str| DialectRules {
        name: name.to_owned(),
        results_follow_calls: true,
        user_first: false,
        images_many: NONE,
        image_side: NONE,
        image_side_many: NONE,
        images_max: 500,
        max_bytes: 50_000_000,
    };
    vec![
        DialectRules {
            user_first: true,
            images_many: 20,
            image_side: 8000,
            image_side_many: 2000,
            images_max: 100,
            max_bytes: 32_000_000,
            ..rules(anthropic::DIALECT)
        },
        rules(openai_chat::DIALECT),
        DialectRules {
            // Items stand on their own: a result may follow later.
            results_follow_calls: false,
            ..rules(openai_responses::DIALECT)
        },
    ]
}

/// The rules of the dialect of this name.
pub fn dialect(name: &str) -> Option<DialectRules> {
    dialects().into_iter().find(|rules| rules.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_has_its_rules() {
        for name in [
            anthropic::DIALECT,
            openai_chat::DIALECT,
            openai_responses::DIALECT,
        ] {
            let rules = dialect(name).unwrap();
            assert!(rules.image_side_many <= rules.image_side, "{name}");
        }
        assert_eq!(dialect("anthropic").unwrap().images_many, 20);
        assert_eq!(dialect("morse"), None);
    }
}
