//! What policies are told of the settings.

use ibid_context::policy::{POLICIES, Policy};
use ibid_context::{Planned, Settings};

use super::effective::WORKING_SET_TOKENS;
use super::{Config, Setting, Value};

impl Config {
    /// The policy in force where none is named.
    pub fn default_policy(&self) -> &'static Policy {
        Policy::named(self.text(Setting::PolicyDefault)).unwrap_or(&POLICIES[0])
    }

    /// What policies are told, for a session whose model is `local` or not. Window, prices and
    /// cache are the model's own, and stand at the defaults here.
    pub fn projection(&self, local: bool) -> Settings {
        let tokens = |setting| self.number(setting);
        let count = |setting| usize::try_from(self.number(setting)).unwrap_or(usize::MAX);
        let (of_local, of_cloud) = WORKING_SET_TOKENS;
        let horizon_min = tokens(Setting::PolicyPlannedHorizonMin) as f64;
        let horizon_max = tokens(Setting::PolicyPlannedHorizonMax) as f64;
        Settings {
            working_set: match self.number(Setting::DirectWorkingSetTokens) {
                0 if local => of_local,
                0 => of_cloud,
                set => set,
            },
            floor: self.fraction(Setting::PolicyFloor),
            protected_tools: self.names(Setting::PolicyProtectedTools).to_vec(),
            spare_newest: count(Setting::PolicySpareNewest),
            spare_recalled_steps: count(Setting::PolicySpareRecalledSteps),
            large_chars: count(Setting::PolicyLargeChars),
            window_terminal: count(Setting::PolicyWindowTerminal),
            window_reads: count(Setting::PolicyWindowReads),
            window_floor_chars: count(Setting::PolicyWindowFloorChars),
            ttl_trim_over_chars: count(Setting::PolicyTtlTrimOverChars),
            ttl_keep_chars: count(Setting::PolicyTtlKeepChars),
            ttl_safe_turns: count(Setting::PolicyTtlSafeTurns),
            ttl_clear_share: self.fraction(Setting::PolicyTtlClearShare),
            protect_tokens: tokens(Setting::PolicyProtectTokens),
            protect_at_least: tokens(Setting::PolicyProtectAtLeast),
            protect_turns: count(Setting::PolicyProtectTurns),
            clear_at: tokens(Setting::PolicyClearAt),
            clear_keep: count(Setting::PolicyClearKeep),
            clear_at_least: tokens(Setting::PolicyClearAtLeast),
            planned: Planned {
                min_tokens: tokens(Setting::PolicyPlannedMinTokens),
                read_steps: count(Setting::PolicyPlannedReadSteps),
                edit_steps: count(Setting::PolicyPlannedEditSteps),
                recalled_steps: count(Setting::PolicyPlannedRecalledSteps),
                patience: self.fraction(Setting::PolicyPlannedPatience),
                min_freed: tokens(Setting::PolicyPlannedMinFreed),
                // A most below the fewest means the fewest.
                horizon: (horizon_min, horizon_max.max(horizon_min)),
                down_to: self.fraction(Setting::PolicyPlannedDownTo),
            },
            ..Settings::default()
        }
    }

    fn fraction(&self, setting: Setting) -> f64 {
        match self.get(setting).0 {
            Value::Share(value) | Value::Number(value) => *value,
            _ => 0.0,
        }
    }

    fn names(&self, setting: Setting) -> &[String] {
        match self.get(setting).0 {
            Value::Names(names) => names,
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Origin, POLICY_NAMES};

    #[test]
    fn the_defaults_are_those_of_the_policies() {
        let config = Config::default();
        assert_eq!(config.projection(false), Settings::default());
        let local = Settings {
            working_set: 32_000,
            ..Settings::default()
        };
        assert_eq!(config.projection(true), local);
        assert_eq!(config.default_policy().name, ibid_context::policy::DEFAULT);
        assert!(
            POLICY_NAMES
                .iter()
                .all(|name| Policy::named(name).is_some())
        );
    }

    #[test]
    fn every_setting_of_a_policy_reaches_it() {
        let usual = Config::default();
        let settings = [Setting::DirectWorkingSetTokens]
            .into_iter()
            .chain(crate::config::KEYS.iter().map(|key| key.setting))
            .filter(|setting| setting.key().section() == "policy");
        for setting in settings.filter(|setting| *setting != Setting::PolicyDefault) {
            let other = match usual.get(setting).0 {
                Value::Count(count) => Value::Count(count + 1),
                Value::Share(share) => Value::Share(share / 2.0),
                Value::Number(number) => Value::Number(number + 1.0),
                Value::Names(_) => Value::Names(vec!["read*".to_owned()]),
                value => value.clone(),
            };
            let mut config = usual.clone();
            config.set(setting, other, Origin::Default);
            let name = setting.key().name;
            assert_ne!(config.projection(false), usual.projection(false), "{name}");
        }
    }

    #[test]
    fn a_horizon_that_is_upside_down_is_no_panic() {
        let mut config = Config::default();
        config.set(
            Setting::PolicyPlannedHorizonMin,
            Value::Count(500),
            Origin::Default,
        );
        assert_eq!(config.projection(false).planned.horizon, (500.0, 500.0));
    }
}
