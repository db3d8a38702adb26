"""The work is looked over once more, and released."""

from . import QUIET, TESTS, bash, edit, read, say, user, write

STEPS = [
    user("Before I release 0.5.0: read everything once more with fresh eyes, and write a CHANGELOG.", after=610),
    say("From the bottom up: money and dates first.", read("tally/money.py"), read("tally/dates.py")),
    say("", read("tally/journal.py"), read("tally/query.py")),
    say("In `read_file`, `_reading.pop()` is not reached when reading fails. With one reader a file that is fine no harm is done, since the error ends it, but a `Reader` that someone keeps would say \"includes itself\" the next time. `try … finally` costs nothing.", edit("tally/journal.py", '''        self._reading.append(path)
        with self._open(path) as file:
            self.read_lines(file, path)
        self._reading.pop()
        return self.transactions
''', '''        self._reading.append(path)
        try:
            with self._open(path) as file:
                self.read_lines(file, path)
        finally:
            self._reading.pop()
        return self.transactions
''')),
    say("", edit("tests/test_journal.py", '''    def test_a_circle(self):''', '''    def test_a_reader_can_go_on_after_an_error(self):
        files = {"a.journal": "nonsense\\n"}
        reader = Reader(open_file=lambda name: io.StringIO(files[name]))
        for _ in range(2):
            with self.assertRaisesRegex(JournalError, "not a transaction"):
                reader.read_file("a.journal")

    def test_a_circle(self):''')),
    say("", bash("python3 -m unittest -v tests.test_journal")),
    say("An amount of zero: `balance` skips falsy amounts, and `0.00 EUR` is falsy. With one posting left out and the others zero, `rest` is empty and the message says that the amount cannot be told, though it is plainly zero.", bash("printf '2025-01-03 X\\n    expenses:food  0.00 EUR\\n    assets:bank\\n' > ../t.journal; python3 -m tally balance ../t.journal; rm ../t.journal")),
    say("Of which currency, if several are zero? Where all amounts have one currency, it is that one. I'll do it so.", edit("tally/journal.py", '''    if missing:
        if len(rest) != 1:
            raise Unbalanced(missing[0].line, "cannot tell the amount that was left out")
        missing[0].amount = -rest[0]
''', '''    if missing:
        currencies = {posting.amount.currency for posting in transaction.postings if posting.amount is not None}
        if not rest and len(currencies) == 1:
            rest = [Amount(0, currencies.pop())]
        if len(rest) != 1:
            raise Unbalanced(missing[0].line, "cannot tell the amount that was left out")
        missing[0].amount = -rest[0]
''')),
    say("", edit("tests/test_journal.py", '''    def test_two_left_out(self):''', '''    def test_nothing_is_an_amount_too(self):
        [transaction] = read_text("2025-01-03 X\\n    expenses:food  0.00 EUR\\n    assets:bank\\n")
        self.assertEqual(transaction.postings[1].amount, Amount(0, "EUR"))

    def test_two_left_out(self):''')),
    say("", QUIET),
    say("On to the reports, the tables and the budget.", read("tally/reports.py"), read("tally/table.py"), read("tally/budget.py")),
    say("", bash("python3 - <<'X'\nimport ast, pathlib\nfor path in sorted(pathlib.Path('tally').glob('*.py')):\n    tree = ast.parse(path.read_text())\n    names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} | {n.value.id for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)}\n    for node in tree.body:\n        if isinstance(node, (ast.Import, ast.ImportFrom)):\n            for alias in node.names:\n                name = (alias.asname or alias.name).split('.')[0]\n                if name not in names:\n                    print(f'{path}:{node.lineno}: {name} is imported and not used')\nX")),
    say("Nothing is imported in vain. How the modules import each other:", bash("git grep -n '^from\\|^import' -- tally/reports.py tally/budget.py tally/table.py tally/bank.py tally/cli.py")),
    say("The command line and the bank's import are left.", read("tally/cli.py"), read("tally/bank.py")),
    say("The `Amount` dataclass says `order=False`, which is the default; `__lt__` alone gives `min` and `sorted`, but `max` and `<=` behave by chance. `functools.total_ordering` makes them whole.", edit("tally/money.py", '''@dataclass(frozen=True, order=False)
class Amount:
''', '''@functools.total_ordering
@dataclass(frozen=True)
class Amount:
'''), edit("tally/money.py", '''import re
from dataclasses import dataclass
''', '''import functools
import re
from dataclasses import dataclass
''')),
    say("", edit("tests/test_money.py", '''class SplitTest(unittest.TestCase):
''', '''class OrderTest(unittest.TestCase):
    def test_all_comparisons(self):
        small, large = Amount(-1, "EUR"), Amount(2, "EUR")
        self.assertTrue(small < large and small <= large and large > small and large >= large)
        self.assertEqual(max([small, large]), large)

    def test_currencies_have_no_order(self):
        with self.assertRaises(MoneyError):
            Amount(1, "EUR") <= Amount(1, "USD")


class SplitTest(unittest.TestCase):
''')),
    say("", TESTS),
    say("Now the query's documentation against its code: `over:` compares without the sign, `cleared:` takes no value. What of `after:` without one?", bash("for q in after: over: account: payee: cleared: cleared:no food; do echo \"== $q\"; python3 -m tally register data/2025.journal $q | sed -n '1,2p'; done")),
    say("`account:` and `payee:` with nothing behind them: the first matches nothing, the second everything. Both are more likely typing errors; a word that needs a value should say so.", edit("tally/query.py", '''        name, colon, value = word.partition(":")
        if name in WORDS and colon:
''', '''        name, colon, value = word.partition(":")
        if name in WORDS and name != "cleared" and not value:
            raise QueryError(f"{word!r} needs a value")
        if name in WORDS and colon:
''')),
    say("", edit("tests/test_reports.py", '''    def test_not_a_query(self):
''', '''    def test_words_need_a_value(self):
        for word in ("after:", "over:", "account:", "payee:", "payee"):
            with self.subTest(word=word), self.assertRaisesRegex(QueryError, "needs a value"):
                balance_report(self.transactions, [word])

    def test_cleared_needs_none(self):
        self.assertEqual(len(register_report(self.transactions, ["expenses", "cleared:"]).rows), 3)

    def test_not_a_query(self):
''')),
    say("", bash("python3 -m unittest -v tests.test_reports")),
    say("", bash("git commit -qam 'A zero that was left out, whole order of amounts, words that need a value' && git log --oneline")),
    say("The changelog, from the log:", write("CHANGELOG.md", '''# Changelog

## 0.5.0

### Added
- `tally budget` tells what may be spent a month and what was; `--strict` exits with 2 when a budget
  is over.
- `--format text|csv|json` for `register`, `monthly` and `budget`.
- `tally import --journal FILE` leaves out what the journal already has.

### Changed
- Rules of the import do not care about case.
- A query's word without the value that it needs is an error.
- In Python, `Purse` is now `Sums`.

### Fixed
- Amounts between -1 and 0 lost their sign.
- A month later than the 31st could fail, or give a wrong day.
- Indented comments were read as postings.
- `before:` counted the day itself.
- The import rounded a third decimal away, and failed with a traceback on `nan`, on short rows and
  on broken settings files.
- An amount that was left out may be zero.
''')),
    say("", edit("tally/__init__.py", '__version__ = "0.4.0"', '__version__ = "0.5.0"')),
    say("", bash("python3 -m tally --version && python3 -m tally --help")),
    say("The table of queries in docs/format.md should say what needs a value, and the import deserves a section.", read("docs/format.md")),
    say("", edit("docs/format.md", '''A pattern may have `*` for any part of a name: `expenses:*:bakery`.
''', '''All but `cleared:` need what stands behind the colon. A pattern may have `*` for any part of a name:
`expenses:*:bakery`.

## Import

`tally import FILE.csv --rules RULES` writes a bank's lines as a journal. The rules name the bank's
columns and, in the section `[accounts]`, which texts in a payee belong to which account; case does
not matter, and the first that fits counts. With `--journal FILE`, as many lines as that journal has
of the same day and amount on the bank's account are left out.
''')),
    say("", TESTS),
    say("", bash("git add -A && git commit -qm 'Release 0.5.0' && git log --oneline && git status --short && git ls-files && wc -l tally/*.py tests/*.py")),
    say("0.5.0 is committed. Reading everything again brought up four more things, each with a test:\n\n- A reader that failed once said \"includes itself\" when it was used again.\n- An amount that was left out could not be zero.\n- `<=` and `max` of amounts went by chance.\n- Query words without a value were taken in silence.\n\nThe changelog has what changed for users, and docs/format.md has a section on the import."),
    user("Thanks, that's all for today.", after=55),
    say("You're welcome. The release is one commit at the top of main; nothing is left uncommitted."),
]
