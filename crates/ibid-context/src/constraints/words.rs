//! The words of a text that tell what it is about: names, paths, numbers and rarer words.

use std::collections::BTreeSet;

use super::split::is_wide;

/// What a text is about.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// Stems of rarer words, and pairs of characters of scripts without spaces.
    pub(super) rare: BTreeSet<String>,
    /// Stems of words that many rules share.
    pub(super) common: BTreeSet<String>,
    /// Paths and file names.
    pub(super) paths: BTreeSet<String>,
    /// Names in code marks.
    code: BTreeSet<String>,
    /// All words, as they are written.
    plain: BTreeSet<String>,
    /// Numbers, as they are written.
    pub(super) numbers: BTreeSet<String>,
    /// How many words there are.
    pub(super) count: usize,
}

/// Words that say little of what a text is about. Cues among them decide elsewhere.
const STOP: &str = "whatever sure turns everyone the and for but not you your our this that these those with from into onto are was were be been is it its \
 they them their there here have has had does did doing done will would can could may might must should shall only just also too any all every each some \
 more most less than then when where while which who what how why now yet still after before until till again please pls ok okay yes yep fine good great thanks \
 never always don't dont doesn't isn't aren't can't cannot won't let lets make sure get got one two out off own via per other another same such very really well \
 want need like know think say said see look going come back new old first last next thing things something anything nothing everything way bit lot part of on in at to by as or if so no do up we us me my he she him her about because even right work works allowed acceptable free ahead \
 der die das den dem des ein eine einen einem einer und oder aber nicht kein keine keinen nur auch noch schon doch mal bitte ich du wir ihr sie er es mir mich dir dich uns ist sind war wird werden bleibt bleiben darf darfst dürfen kann kannst können muss müssen soll sollen sollst für mit von vom bei beim auf aus aus nach vor zum zur über unter wie was wer wenn dann jetzt immer nie hier dort alles etwas nichts mehr sehr ganz gut so zu an im in am um als dass \
 les des une aux avec pour par sur dans pas que qui quoi est sont être fait faire tout tous toute toutes plus moins mais donc sans sous cette ces son ses mon mes ton tes nous vous ils elle elles peux peut pouvez dois doit doivent faut uniquement seulement aussi toujours jamais rien autre avant après quand comme bien bon très merci stp déjà encore ici là \
 los las del una unos unas con por para que quien como está están esta este estos estas eso esa ese pero más menos muy también solo sólo todo todos toda todas nada nunca siempre puede puedes debe deben tiene tienen hay ser hacer antes después cuando donde sin sobre bien vale favor porfa ahora aquí ahí otro otra mis tus sus \
 dos das uma uns umas com por para pra que quem como está estão esse essa isso este esta isto mas mais menos muito também só apenas tudo todos todas nada nunca sempre pode podes deve devem tem têm que ser fazer antes depois quando onde sem sobre bem favor agora aqui outro outra meu minha seu sua não nao";
/// Words that many rules share: alone they do not tell which one is meant.
const COMMON: &str = "change changes use using file files code add adding run line lines test tests touch edit write new project app feature limit rule version \
 ändern ändere datei dateien zeile benutzen nutzen fichier fichiers modifier utiliser toucher ligne archivo archivos fichero ficheros cambiar usar tocar línea arquivo arquivos ficheiro mudar mexer linha";
const WIDE_STOP: &str = "可以 不要 这个 那个 一下 一个 我们 你们 他们 自己 什么 就是 还是 不是 没有 需要 必须 所有 任何 现在 其他 文件 代码 修改 使用 全部 不能 只改 ください お願い 変更 追加 使用 修正 対応 場合 今回 今後 以外 必要 統一";

impl Words {
    /// The words of `text`.
    pub(super) fn of(text: &str) -> Self {
        let mut words = Self::default();
        let coded = text.split('`').enumerate().filter(|(at, _)| at % 2 == 1);
        for (_, code) in coded.filter(|(_, code)| code.len() < 60) {
            words.code.insert(code.trim().to_lowercase());
        }
        let text = text.replace('`', " ").to_lowercase();
        for raw in text.split(|c: char| {
            c.is_whitespace() || "，。、；：！？（）()「」『』《》“”\"“„…;!?".contains(c)
        }) {
            words.token(raw);
        }
        words
    }

    fn token(&mut self, raw: &str) {
        let word =
            raw.trim_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '*' && c != '_');
        let word = word.trim_end_matches('*');
        if word.is_empty() {
            return;
        }
        self.count += 1;
        self.plain.insert(word.to_owned());
        if super::judge::names_path(word) && !word.chars().any(is_wide) {
            self.paths.insert(
                word.trim_end_matches('/')
                    .trim_start_matches("./")
                    .to_owned(),
            );
            // "gateway/" is also called "gateway".
            let name = word
                .trim_end_matches('/')
                .rsplit('/')
                .next()
                .unwrap_or(word);
            self.rare.insert(stem(name));
            return;
        }
        let mut run = String::new();
        let mut wide = false;
        for c in word.chars() {
            if is_wide(c) != wide {
                self.run(&std::mem::take(&mut run), wide);
                wide = is_wide(c);
            }
            run.push(c);
        }
        self.run(&run, wide);
    }

    fn run(&mut self, run: &str, wide: bool) {
        if wide {
            self.wide(run);
            return;
        }
        let whole = run.trim_matches(|c: char| !c.is_alphanumeric());
        if whole.is_empty() {
            return;
        }
        if whole.starts_with(|c: char| c.is_ascii_digit()) {
            let digits: String = whole
                .chars()
                .take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
                .collect();
            self.numbers
                .insert(digits.trim_end_matches(['.', ',']).to_owned());
            return;
        }
        for part in whole.split(['-', '\'', '/', '.', '+', '=', ',', ':']) {
            if part.chars().count() < 2
                || in_list(STOP, part)
                || part.len() < 3
                    && part.is_ascii()
                    && !matches!(part, "ui" | "ci" | "pr" | "db" | "js" | "ts" | "go" | "ip")
            {
                continue;
            }
            if in_list(COMMON, part) {
                self.common.insert(stem(part));
            } else {
                self.rare.insert(stem(part));
            }
        }
    }

    /// Pairs of neighbouring characters, hiragana apart: that is grammar.
    fn wide(&mut self, run: &str) {
        let chars: Vec<char> = run.chars().collect();
        self.count += chars.len() / 2;
        for pair in chars.windows(2) {
            let grammar = pair.iter().any(|c| matches!(c, '\u{3040}'..='\u{309f}'));
            let pair: String = pair.iter().collect();
            if !grammar && !in_list(WIDE_STOP, &pair) {
                self.rare.insert(pair);
            }
        }
        if let [c] = chars[..]
            && !matches!(c, '\u{3040}'..='\u{309f}')
        {
            self.common.insert(c.to_string());
        }
    }

    /// Takes out the words for which `frequent` holds: they do not tell what a text is about.
    pub(super) fn drop_frequent(&mut self, frequent: impl Fn(&str) -> bool) {
        self.rare.retain(|word| !frequent(word));
    }

    /// How much two texts share: 2 for a rarer word or a path, 1 for a common one.
    pub(super) fn shared(&self, other: &Self) -> usize {
        let rare = self.rare.intersection(&other.rare).count();
        let common = self.common.intersection(&other.common).count();
        let named = self.code.intersection(&other.plain).count()
            + other.code.intersection(&self.plain).count();
        2 * (rare + named + usize::from(self.shares_path(other))) + common
    }

    /// Whether a path of one is a path of the other or within it.
    pub(super) fn shares_path(&self, other: &Self) -> bool {
        self.paths.iter().any(|mine| {
            other
                .paths
                .iter()
                .any(|theirs| within(mine, theirs) || within(theirs, mine))
        })
    }

    /// Whether both name paths, and none in common.
    pub(super) fn other_path(&self, other: &Self) -> bool {
        !self.paths.is_empty() && !other.paths.is_empty() && !self.shares_path(other)
    }
}

fn within(path: &str, other: &str) -> bool {
    path.strip_prefix(other)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn in_list(list: &str, word: &str) -> bool {
    use std::collections::HashSet;
    use std::sync::OnceLock;
    static SETS: OnceLock<[HashSet<&'static str>; 3]> = OnceLock::new();
    let sets = SETS
        .get_or_init(|| [STOP, COMMON, WIDE_STOP].map(|list| list.split_whitespace().collect()));
    let at = [STOP, COMMON, WIDE_STOP]
        .iter()
        .position(|known| *known == list);
    at.is_some_and(|at| sets[at].contains(word))
}

/// A word without its ending, so that its forms are one.
fn stem(word: &str) -> String {
    const ENDINGS: [&str; 22] = [
        "ungen", "ments", "ment", "ing", "ung", "ies", "ed", "es", "en", "er", "em", "as", "os",
        "ar", "ir", "ez", "s", "e", "n", "r", "a", "o",
    ];
    let mut stem = word;
    for ending in ENDINGS {
        if let Some(rest) = stem.strip_suffix(ending)
            && rest.chars().count() >= 4
        {
            stem = rest;
            break;
        }
    }
    // "merge" and "merging" meet at "merg".
    let stem = stem
        .strip_suffix(['e', 'i', 'o', 'a'])
        .filter(|rest| rest.chars().count() >= 4)
        .unwrap_or(stem);
    stem.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_one() {
        for (one, two, shared) in [
            ("nobody merges", "merging it", true),
            ("flash script", "flashing is on", true),
            ("commit nothing", "a comment on it", false),
            ("everything in gateway/", "gateway/conf.d/orders.conf", true),
            ("安卓那边", "安卓的同学", true),
            ("use `any`", "a single any there", true),
        ] {
            let (one_words, two_words) = (Words::of(one), Words::of(two));
            assert_eq!(
                one_words.shared(&two_words) >= 2,
                shared,
                "{one} / {two}: {one_words:?} {two_words:?}"
            );
        }
    }
}
