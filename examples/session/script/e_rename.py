"""A name is changed throughout, and a report becomes faster."""

from . import QUIET, TESTS, bash, edit, read, say, user, write

STEPS = [
    user("`Purse` is a poor name, nobody guesses that it holds sums. Call it `Sums`, everywhere, and `amounts()` can stay.", after=240),
    say("", bash("git grep -n 'Purse\\|purse'")),
    say("The class and its uses in five modules and two tests. I'll go module by module, by hand: `purse` is a local name in some places where `sums` is taken already.", edit("tally/money.py", '''class Purse:
    """Sums in several currencies."""
''', '''class Sums:
    """Sums of money in several currencies."""
''')),
    say("", read("tally/journal.py", 140, 32)),
    say("", edit("tally/journal.py", '''    purse = Purse(posting.amount for posting in transaction.postings if posting.amount)
    rest = purse.amounts()
''', '''    sums = Sums(posting.amount for posting in transaction.postings if posting.amount)
    rest = sums.amounts()
''')),
    say("", edit("tally/journal.py", '''        raise Unbalanced(transaction.line, f"the transaction does not balance: {purse}")
''', '''        raise Unbalanced(transaction.line, f"the transaction does not balance: {sums}")
''')),
    say("", edit("tally/journal.py", "from tally.money import Amount, MoneyError, Purse, parse_amount\n", "from tally.money import Amount, MoneyError, Sums, parse_amount\n")),
    say("", read("tally/reports.py")),
    say("", edit("tally/reports.py", '''    """The purse of every account, those above it included."""
    purses = {}
    for _, posting in select(transactions, words):
        for account in [posting.account] + parents(posting.account):
            purses.setdefault(account, Purse()).add(posting.amount)
    return purses
''', '''    """The sums of every account, those above it included."""
    sums = {}
    for _, posting in select(transactions, words):
        for account in [posting.account] + parents(posting.account):
            sums.setdefault(account, Sums()).add(posting.amount)
    return sums
''')),
    say("", edit("tally/reports.py", '''    purses = balances(transactions, words)
    rows = []
    for account in sorted(purses):
''', '''    sums = balances(transactions, words)
    rows = []
    for account in sorted(sums):
'''), edit("tally/reports.py", '''        amounts = purses[account].amounts()
''', '''        amounts = sums[account].amounts()
''')),
    say("", edit("tally/reports.py", '''    purses = {}
    for transaction, posting in select(transactions, words):
        purses.setdefault(month_of(transaction.date), Purse()).add(posting.amount)
''', '''    sums = {}
    for transaction, posting in select(transactions, words):
        sums.setdefault(month_of(transaction.date), Sums()).add(posting.amount)
''')),
    say("", edit("tally/reports.py", '''    if purses:
        for month in months(min(purses), max(purses)):
            table.add(f"{month:%Y-%m}", purses.get(month, Purse()))
''', '''    if sums:
        for month in months(min(sums), max(sums)):
            table.add(f"{month:%Y-%m}", sums.get(month, Sums()))
'''), edit("tally/reports.py", "from tally.money import Purse\n", "from tally.money import Sums\n")),
    say("The budget: `spent` and `of_currency`.", edit("tally/budget.py", '''    purses = {}
    for transaction in transactions:
        for posting in transaction.postings:
            if matches(budget.account, posting.account):
                purses.setdefault(month_of(transaction.date), Purse()).add(posting.amount)
    return {month: of_currency(purse, budget.limit.currency) for month, purse in purses.items()}
''', '''    months_sums = {}
    for transaction in transactions:
        for posting in transaction.postings:
            if matches(budget.account, posting.account):
                months_sums.setdefault(month_of(transaction.date), Sums()).add(posting.amount)
    currency = budget.limit.currency
    return {month: of_currency(sums, currency) for month, sums in months_sums.items()}
''')),
    say("", edit("tally/budget.py", '''def of_currency(purse, currency):
    """The sum of one currency, zero if there is none."""
    for amount in purse.amounts():
''', '''def of_currency(sums, currency):
    """The sum of one currency, zero if there is none."""
    for amount in sums.amounts():
'''), edit("tally/budget.py", "from tally.money import Amount, Purse, parse_amount\n", "from tally.money import Amount, Sums, parse_amount\n")),
    say("", edit("tally/table.py", "from tally.money import Amount, Purse\n", "from tally.money import Sums\n"), edit("tally/table.py", '''    """A row a currency, for rows that hold a purse."""
    purses = [index for index, value in enumerate(row) if isinstance(value, Purse)]
    if not purses:
        return [row]
    [index] = purses
''', '''    """A row a currency, for rows that hold sums."""
    several = [index for index, value in enumerate(row) if isinstance(value, Sums)]
    if not several:
        return [row]
    [index] = several
''')),
    say("", edit("tests/test_money.py", "from tally.money import Amount, MoneyError, Purse, parse_amount\n", "from tally.money import Amount, MoneyError, Sums, parse_amount\n"), edit("tests/test_money.py", '''class PurseTest(unittest.TestCase):
    def test_currencies_stay_apart(self):
        purse = Purse([Amount(100, "EUR"), Amount(250, "USD"), Amount(50, "EUR")])
        self.assertEqual(str(purse), "1.50 EUR, 2.50 USD")

    def test_zero_is_empty(self):
        self.assertTrue(Purse([Amount(5, "EUR"), Amount(-5, "EUR")]).is_empty())
''', '''class SumsTest(unittest.TestCase):
    def test_currencies_stay_apart(self):
        sums = Sums([Amount(100, "EUR"), Amount(250, "USD"), Amount(50, "EUR")])
        self.assertEqual(str(sums), "1.50 EUR, 2.50 USD")

    def test_zero_is_empty(self):
        self.assertTrue(Sums([Amount(5, "EUR"), Amount(-5, "EUR")]).is_empty())
''')),
    say("", TESTS),
    say("The tests of tables still say `Purse`.", edit("tests/test_table.py", "from tally.money import Amount, Purse\n", "from tally.money import Amount, Sums\n"), edit("tests/test_table.py", '''        table.add("2025-01", Purse([Amount(100, "EUR"), Amount(250, "USD")]))
        table.add("2025-02", Purse())
''', '''        table.add("2025-01", Sums([Amount(100, "EUR"), Amount(250, "USD")]))
        table.add("2025-02", Sums())
''')),
    say("", QUIET, bash("git grep -n -i 'purse' || echo none")),
    say("", bash("git commit -qam 'Purse becomes Sums' && git show --stat HEAD")),
    say("`Purse` is `Sums` everywhere; nothing else changed."),
    user("The balance of my real books (ten years) takes long. See where the time goes.", after=420),
    say("I'll make books of that size: ten copies of 2025 with other years, and then some.", bash("for y in $(seq 1990 2025); do sed -n '5,$p' data/2025.journal | sed \"s/^2025-/$y-/; s/^    food  /    expenses:food:groceries  /; s/^    bank/    assets:bank/\"; echo; done > ../large.journal; grep -c '^[0-9]' ../large.journal; python3 -m tally balance ../large.journal --depth 1")),
    say("", bash("python3 - <<'X'\nimport cProfile, pstats\nfrom tally.journal import read_file\nfrom tally.reports import balance_report\nprofile = cProfile.Profile()\nprofile.runcall(lambda: balance_report(read_file('../large.journal')))\ncalls = {f'{path.split(chr(47))[-1]}:{line} {name}': row[1] for (path, line, name), row in pstats.Stats(profile).stats.items() if 'tally/' in path}\nfor name, count in sorted(calls.items(), key=lambda item: (-item[1], item[0]))[:24]:\n    print(f'{count:>8}  {name}')\nX")),
    say("By calls: `check_account` runs for every posting although there are few account names, `parents` builds the same lists again and again, and `re.split` compiles nothing but is called per posting. The names are few, so both can be remembered.", read("tally/accounts.py")),
    say("", edit("tally/accounts.py", '''def check_account(name):
    """Returns the name if it is an account's."""
''', '''@functools.lru_cache(maxsize=4096)
def check_account(name):
    """Returns the name if it is an account's."""
''')),
    say("", edit("tally/accounts.py", '''def parents(name):
    """The accounts above one, the nearest first."""
    parts = name.split(":")
    return [":".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)]
''', '''@functools.lru_cache(maxsize=4096)
def parents(name):
    """The accounts above one, the nearest first."""
    parts = name.split(":")
    return tuple(":".join(parts[:count]) for count in range(len(parts) - 1, 0, -1))
''')),
    say("", edit("tally/accounts.py", '''import re

ROOTS''', '''import functools
import re

ROOTS''')),
    say("", edit("tally/reports.py", '''        for account in [posting.account] + parents(posting.account):
''', '''        for account in (posting.account, *parents(posting.account)):
''')),
    say("An error is raised again on every call, since `lru_cache` keeps no exceptions; that is what I want. In the reader, the split of a posting is a plain find of two spaces.", edit("tally/journal.py", '''        parts = re.split(r"\\s{2,}", text, maxsplit=1)
        account = self.aliases.resolve(parts[0])
        amount = parse_amount(parts[1]) if len(parts) > 1 else None
        return Posting(account, amount, number)
''', '''        name, _, rest = text.partition("  ")
        account = self.aliases.resolve(name)
        amount = parse_amount(rest) if rest else None
        return Posting(account, amount, number)
''')),
    say("", TESTS),
    say("", bash("python3 -m tally balance ../large.journal --depth 1; rm ../large.journal; printf '2025-01-03 X\\n    expenses:food\\t\\t1.00 EUR\\n    assets:bank\\n' > ../t.journal; python3 -m tally balance ../t.journal; git stash -q; python3 -m tally balance ../t.journal; git stash pop -q; rm ../t.journal")),
    say("Careful: with two tabs between account and amount, `\\s{2,}` matched and `partition` does not. That would break journals that worked. I take that change back and compile the pattern instead.", edit("tally/journal.py", '''        name, _, rest = text.partition("  ")
        account = self.aliases.resolve(name)
        amount = parse_amount(rest) if rest else None
        return Posting(account, amount, number)
''', '''        parts = GAP_RE.split(text, maxsplit=1)
        account = self.aliases.resolve(parts[0])
        amount = parse_amount(parts[1]) if len(parts) > 1 else None
        return Posting(account, amount, number)
''')),
    say("", edit("tally/journal.py", '''COMMENT_STARTS = (";", "#")
''', '''GAP_RE = re.compile(r"\\s{2,}")
COMMENT_STARTS = (";", "#")
''')),
    say("And a test, so that nobody walks into this again.", edit("tests/test_journal.py", '''    def test_unbalanced(self):''', '''    def test_two_tabs_separate_too(self):
        [transaction] = read_text("2025-01-03 X\\n\\texpenses:food\\t\\t1.00 EUR\\n\\tassets:bank\\n")
        self.assertEqual(transaction.postings[0].amount, Amount(100, "EUR"))

    def test_unbalanced(self):''')),
    say("", TESTS),
    say("", bash("git commit -qam 'Check and split each account name once' && git diff HEAD~1 --stat")),
    say("Most calls went into checking and splitting the same few account names for every posting; both are remembered now. I first replaced the split of a posting as well, but that would have refused two tabs as a separator, which worked before; there is a test for that now."),
]
