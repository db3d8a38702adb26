"""A command for budgets is added."""

from . import QUIET, TESTS, bash, edit, read, say, user, write

MODULE = '''"""Budgets: what may be spent a month, and what was."""

import configparser
from dataclasses import dataclass

from tally.accounts import check_account, matches
from tally.dates import month_of, months
from tally.money import Amount, Purse, parse_amount
from tally.reports import columns


class BudgetError(ValueError):
    """A budget that cannot be read."""


@dataclass
class Budget:
    """What may be spent on an account, and those below it, in a month."""

    account: str
    limit: Amount


def read_budgets(text):
    """Reads budgets: a section `budget` with an account and an amount a line."""
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str
    parser.read_string(text)
    if not parser.has_section("budget"):
        raise BudgetError("there is no section [budget]")
    budgets = []
    for name, value in parser["budget"].items():
        limit = parse_amount(value)
        if limit.cents <= 0:
            raise BudgetError(f"the budget of {name} must be positive")
        budgets.append(Budget(check_account(name), limit))
    return budgets


def spent(transactions, budget):
    """What was spent on a budget, by month."""
    purses = {}
    for transaction in transactions:
        for posting in transaction.postings:
            if matches(budget.account, posting.account):
                purses.setdefault(month_of(transaction.date), Purse()).add(posting.amount)
    return {month: of_currency(purse, budget.limit.currency) for month, purse in purses.items()}


def of_currency(purse, currency):
    """The sum of one currency, zero if there is none."""
    for amount in purse.amounts():
        if amount.currency == currency:
            return amount
    return Amount(0, currency)


def budget_report(transactions, budgets):
    """A line a month and budget: what may be spent, what was, and what is left."""
    if not transactions:
        return []
    first = min(transaction.date for transaction in transactions)
    last = max(transaction.date for transaction in transactions)
    rows = []
    for budget in budgets:
        sums = spent(transactions, budget)
        for month in months(first, last):
            amount = sums.get(month, Amount(0, budget.limit.currency))
            left = budget.limit - amount
            flag = "over" if left.cents < 0 else ""
            rows.append((f"{month:%Y-%m}", budget.account, str(budget.limit), str(amount), str(left), flag))
    return columns(rows, right=(2, 3, 4))
'''

TEST = '''import unittest

from tally.budget import BudgetError, budget_report, read_budgets
from tally.journal import read_text
from tally.money import MoneyError

JOURNAL = """\\
2025-01-03 * Corner Grocer
    expenses:food:groceries   42.10 EUR
    assets:bank

2025-01-20 * Bakery
    expenses:food:bakery      17.95 EUR
    assets:cash

2025-03-02 * Corner Grocer
    expenses:food:groceries   12.00 EUR
    assets:bank
"""


class BudgetTest(unittest.TestCase):
    def setUp(self):
        self.transactions = read_text(JOURNAL)

    def test_months_and_what_is_left(self):
        budgets = read_budgets("[budget]\\nexpenses:food = 60.00 EUR\\n")
        self.assertEqual(
            budget_report(self.transactions, budgets),
            [
                "2025-01  expenses:food  60.00 EUR  60.05 EUR  -0.05 EUR  over",
                "2025-02  expenses:food  60.00 EUR   0.00 EUR  60.00 EUR",
                "2025-03  expenses:food  60.00 EUR  12.00 EUR  48.00 EUR",
            ],
        )

    def test_no_section(self):
        with self.assertRaises(BudgetError):
            read_budgets("[bugdet]\\nexpenses:food = 60.00 EUR\\n")

    def test_not_an_amount(self):
        with self.assertRaises(MoneyError):
            read_budgets("[budget]\\nexpenses:food = lots\\n")

    def test_must_be_positive(self):
        with self.assertRaisesRegex(BudgetError, "expenses:food"):
            read_budgets("[budget]\\nexpenses:food = -5.00 EUR\\n")
'''

STEPS = [
    user("Next: budgets. I want `tally budget JOURNAL --budgets FILE` with a line a month and account: what may be spent, what was, what is left, and \"over\" where it is too much. The file is an ini file with a section [budget], like data/rules.ini. Only months that the journal covers.", after=210),
    say("I'll look at how the other commands and the rules file are made.", read("tally/cli.py"), read("tally/bank.py"), bash("cat data/rules.ini")),
    say("", read("tests/test_cli.py"), read("tests/test_bank.py")),
    say("A module of its own, in the manner of `tally/bank.py`. ConfigParser splits at `:` too by default, and account names have colons, so the delimiter has to be `=` alone.", write("tally/budget.py", MODULE)),
    say("The tests:", write("tests/test_budget.py", TEST)),
    say("", bash("python3 -m unittest -v tests.test_budget")),
    say("They pass at once, which makes me look twice: is the case of an empty month really tested? Yes, 2025-02. Now the command.", edit("tally/cli.py", '''from tally.bank import BankError, journal_text, read_csv, read_rules
''', '''from tally.bank import BankError, journal_text, read_csv, read_rules
from tally.budget import BudgetError, budget_report, read_budgets
'''), edit("tally/cli.py", '''    bank = commands.add_parser("import", help="a bank's CSV file as a journal")
''', '''    budget = commands.add_parser("budget", help="what may be spent a month, and what was")
    budget.add_argument("journal")
    budget.add_argument("--budgets", required=True)

    bank = commands.add_parser("import", help="a bank's CSV file as a journal")
'''), edit("tally/cli.py", '''def run_import(args):''', '''def run_budget(args):
    with open(args.budgets, encoding="utf-8") as file:
        budgets = read_budgets(file.read())
    return budget_report(read_file(args.journal), budgets)


def run_import(args):'''), edit("tally/cli.py", '''    "monthly": run_monthly,
    "import"''', '''    "monthly": run_monthly,
    "budget": run_budget,
    "import"''')),
    say("", write("data/budgets.ini", "[budget]\nexpenses:food = 180.00 EUR\nexpenses:leisure = 30.00 EUR\nexpenses:transport = 25.00 EUR\nexpenses:home = 60.00 EUR\n"), bash("python3 -m tally budget data/2025.journal --budgets data/budgets.ini")),
    say("It works on the real books. An error in the budgets file must not be a traceback: `BudgetError` has to be in `ERRORS`.", bash("printf '[bugdet]\\n' > ../wrong.ini; python3 -m tally budget data/2025.journal --budgets ../wrong.ini; rm ../wrong.ini")),
    say("As I thought.", edit("tally/cli.py", "ERRORS = (BankError, DateError, JournalError, MoneyError, QueryError, OSError)", "ERRORS = (BankError, BudgetError, DateError, JournalError, MoneyError, QueryError, OSError)")),
    say("And what of a file that is no ini file at all, and of a wrong account?", bash("printf 'expenses:food = 1\\n' > ../a.ini; printf '[budget]\\nfood = 1.00 EUR\\n' > ../b.ini; for f in a b; do python3 -m tally budget data/2025.journal --budgets ../$f.ini 2>&1 | tail -n 4; done; rm ../a.ini ../b.ini")),
    say("Two more tracebacks: `configparser.Error` and `AccountError`. The first should become a `BudgetError` where the file is read; the second belongs in `ERRORS`. The bank's rules have the same fault, since they use the same parser: I'll give both one function.", read("tally/bank.py", 1, 60)),
    say("", write("tally/settings.py", '''"""Settings files: sections with a name and a value a line."""

import configparser


class SettingsError(ValueError):
    """A settings file that cannot be read."""


def read_sections(text, needed):
    """The sections of a text, as dicts. The needed one must be there."""
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise SettingsError(" ".join(str(error).split())) from error
    if not parser.has_section(needed):
        raise SettingsError(f"there is no section [{needed}]")
    return {name: dict(parser[name]) for name in parser.sections()}
''')),
    say("", edit("tally/budget.py", '''    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str
    parser.read_string(text)
    if not parser.has_section("budget"):
        raise BudgetError("there is no section [budget]")
    budgets = []
    for name, value in parser["budget"].items():
''', '''    budgets = []
    for name, value in read_sections(text, "budget")["budget"].items():
'''), edit("tally/budget.py", '''import configparser
from dataclasses import dataclass
''', '''from dataclasses import dataclass
'''), edit("tally/budget.py", '''from tally.reports import columns
''', '''from tally.reports import columns
from tally.settings import read_sections
''')),
    say("", edit("tally/bank.py", '''    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read_string(text)
    if not parser.has_section("bank"):
        raise BankError("the rules have no section [bank]")
    settings = dict(parser["bank"])
''', '''    sections = read_sections(text, "bank")
    settings = sections["bank"]
'''), edit("tally/bank.py", '''    texts = parser["accounts"].items() if parser.has_section("accounts") else ()
''', '''    texts = sections.get("accounts", {}).items()
'''), edit("tally/bank.py", '''import configparser
import csv
''', '''import csv
'''), edit("tally/bank.py", '''from tally.money import Amount

''', '''from tally.money import Amount
from tally.settings import read_sections

''')),
    say("", TESTS),
    say("One test expects `BudgetError` for a section that is not there; that is a `SettingsError` now, and the test should say so. The others hold.", edit("tests/test_budget.py", '''        with self.assertRaises(BudgetError):
            read_budgets("[bugdet]''', '''        with self.assertRaises(SettingsError):
            read_budgets("[bugdet]'''), edit("tests/test_budget.py", '''from tally.money import MoneyError
''', '''from tally.money import MoneyError
from tally.settings import SettingsError
''')),
    say("", edit("tally/cli.py", "ERRORS = (BankError, BudgetError, DateError, JournalError, MoneyError, QueryError, OSError)", '''ERRORS = (
    AccountError,
    BankError,
    BudgetError,
    DateError,
    JournalError,
    MoneyError,
    QueryError,
    SettingsError,
    OSError,
)'''), edit("tally/cli.py", '''from tally import __version__
''', '''from tally import __version__
from tally.accounts import AccountError
'''), edit("tally/cli.py", '''from tally.reports import balance_report, monthly_report, register_report
''', '''from tally.reports import balance_report, monthly_report, register_report
from tally.settings import SettingsError
''')),
    say("", QUIET, bash("printf 'expenses:food = 1\\n' > ../a.ini; printf '[budget]\\nfood = 1.00 EUR\\n' > ../b.ini; for f in a b; do python3 -m tally budget data/2025.journal --budgets ../$f.ini 2>&1 | tail -n 4; done; rm ../a.ini ../b.ini")),
    say("Both are one line now. A test of the command line for them, beside the others:", edit("tests/test_cli.py", '''    def test_no_such_file(self):''', '''    def test_a_budget_that_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "budgets.ini")
            for text in ("expenses:food = 1\\n", "[bugdet]\\n", "[budget]\\nfood = 1.00 EUR\\n"):
                with self.subTest(text=text):
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(text)
                    status, out, err = self.run_on(JOURNAL, "budget", "--budgets", path)
                    self.assertEqual((status, out), (1, ""))
                    self.assertTrue(err.startswith("tally: "))

    def test_no_such_file(self):''')),
    say("", TESTS),
    say("", bash("git add -A && git commit -qm 'Budgets, and one reader for settings files' && git log --oneline")),
    say("`tally budget JOURNAL --budgets FILE` is there, with data/budgets.ini as an example. On the way I found that a broken settings file gave a traceback, for the bank's rules too; both are read by `tally/settings.py` now and end in one line. 43 tests pass."),
    user("Nice. The months a budget is over: can the exit status be 2 then, with a flag --strict? For a cron job.", after=130),
    say("The report returns lines only, so the command cannot know. I'd rather have the rows as data and the lines made of them; let me see the report again.", read("tally/budget.py", 45, 40)),
    say("", edit("tally/budget.py", '''def budget_report(transactions, budgets):
    """A line a month and budget: what may be spent, what was, and what is left."""
    if not transactions:
        return []
    first = min(transaction.date for transaction in transactions)
    last = max(transaction.date for transaction in transactions)
    rows = []
    for budget in budgets:
        sums = spent(transactions, budget)
        for month in months(first, last):
            amount = sums.get(month, Amount(0, budget.limit.currency))
            left = budget.limit - amount
            flag = "over" if left.cents < 0 else ""
            rows.append((f"{month:%Y-%m}", budget.account, str(budget.limit), str(amount), str(left), flag))
    return columns(rows, right=(2, 3, 4))
''', '''@dataclass
class Use:
    """What was spent of a budget in a month."""

    month: datetime.date
    budget: Budget
    spent: Amount

    @property
    def left(self):
        return self.budget.limit - self.spent

    @property
    def over(self):
        return self.left.cents < 0


def uses(transactions, budgets):
    """A use a budget and month, from the journal's first month to its last."""
    if not transactions:
        return []
    first = min(transaction.date for transaction in transactions)
    last = max(transaction.date for transaction in transactions)
    found = []
    for budget in budgets:
        sums = spent(transactions, budget)
        for month in months(first, last):
            found.append(Use(month, budget, sums.get(month, Amount(0, budget.limit.currency))))
    return found


def budget_report(found):
    """A line a use: what may be spent, what was, and what is left."""
    rows = [
        (
            f"{use.month:%Y-%m}",
            use.budget.account,
            str(use.budget.limit),
            str(use.spent),
            str(use.left),
            "over" if use.over else "",
        )
        for use in found
    ]
    return columns(rows, right=(2, 3, 4))
'''), edit("tally/budget.py", '''from dataclasses import dataclass

from''', '''import datetime
from dataclasses import dataclass

from''')),
    say("Now the command: commands return lines, and this one also a status. The simplest is that a command may return a pair; but then every caller has to look. I'll let a command print through a small object instead? No: one exception to the rule, `Failed`, that carries the lines and the status.", edit("tally/cli.py", '''def run_budget(args):
    with open(args.budgets, encoding="utf-8") as file:
        budgets = read_budgets(file.read())
    return budget_report(read_file(args.journal), budgets)
''', '''def run_budget(args):
    with open(args.budgets, encoding="utf-8") as file:
        budgets = read_budgets(file.read())
    found = uses(read_file(args.journal), budgets)
    lines = budget_report(found)
    if args.strict and any(use.over for use in found):
        raise Failed(lines, 2)
    return lines
'''), edit("tally/cli.py", '''def parser():
''', '''class Failed(Exception):
    """A command that has its lines to print, and a status other than 0."""

    def __init__(self, lines, status):
        super().__init__(status)
        self.lines = lines
        self.status = status


def parser():
'''), edit("tally/cli.py", '''    budget.add_argument("--budgets", required=True)
''', '''    budget.add_argument("--budgets", required=True)
    budget.add_argument("--strict", action="store_true", help="exit with 2 when one is over")
'''), edit("tally/cli.py", "import BudgetError, budget_report, read_budgets\n", "import BudgetError, budget_report, read_budgets, uses\n")),
    say("", edit("tally/cli.py", '''        for line in COMMANDS[args.command](args):
            print(line, file=out)
    except ERRORS as error:
        print(f"tally: {error}", file=err)
        return 1
    return 0
''', '''        lines, status = COMMANDS[args.command](args), 0
    except Failed as failed:
        lines, status = failed.lines, failed.status
    except ERRORS as error:
        print(f"tally: {error}", file=err)
        return 1
    for line in lines:
        print(line, file=out)
    return status
''')),
    say("", bash("python3 -m unittest -v 2>&1 | tail -n 40")),
    say("`test_months_and_what_is_left` calls the report in the old way. I changed its signature, so the test follows.", edit("tests/test_budget.py", '''            budget_report(self.transactions, budgets),''', '''            budget_report(uses(self.transactions, budgets)),'''), edit("tests/test_budget.py", "from tally.budget import BudgetError, budget_report, read_budgets\n", "from tally.budget import BudgetError, budget_report, read_budgets, uses\n")),
    say("", edit("tests/test_cli.py", '''    def test_no_such_file(self):''', '''    def test_strict_says_when_one_is_over(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "budgets.ini")
            for limit, status in (("4.19", 2), ("4.20", 0)):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(f"[budget]\\nexpenses:food = {limit} EUR\\n")
                got, out, _ = self.run_on(JOURNAL, "budget", "--budgets", path, "--strict")
                self.assertEqual(got, status)
                self.assertIn("2025-01  expenses:food", out)

    def test_no_such_file(self):''')),
    say("", TESTS),
    say("", bash("python3 -m tally budget data/2025.journal --budgets data/budgets.ini --strict | grep over; python3 -m tally budget data/2025.journal --budgets data/budgets.ini --strict > /dev/null; echo $?")),
    say("", bash("git add -A && git commit -qm 'budget --strict exits with 2' && git status --short")),
    say("Done: `--strict` prints the same lines and exits with 2 when a budget is over in any month. Without it nothing changes."),
]
