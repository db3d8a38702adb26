"""After lunch, the import from the bank is made exact and repeatable."""

from . import QUIET, TESTS, bash, edit, read, say, user, write

STEPS = [
    user("Lunch is over. The import: I ran it twice yesterday and had everything twice. It should leave out what the journal already has, with `--journal FILE`. And the rules should not care about case, my bank changes it at random.", after=3780),
    say("Let me read the import and its tests again, as they are now.", read("tally/bank.py"), read("tests/test_bank.py")),
    say("", read("tally/journal.py"), read("tally/cli.py", 60, 70)),
    say("While I'm there: `parse_cents` goes through `float`. Let me see what it does with odd numbers.", bash("python3 - <<'X'\nfrom tally.bank import parse_cents\nfor text in ('1.005', '90071992547409.93', 'nan', 'inf', '1e3', '', '-0,5', '1_000'):\n    try:\n        print(repr(text), parse_cents(text, '.'))\n    except Exception as error:\n        print(repr(text), type(error).__name__, error)\nX")),
    say("Three faults: a third decimal is rounded away in silence, `nan` and `inf` end in a traceback, and `1e3` and `1_000` are taken for numbers. A pattern reads exactly what a bank writes.", edit("tally/bank.py", '''    group = "," if decimal == "." else "."
    plain = text.strip().replace(group, "").replace(decimal, ".")
    try:
        return round(float(plain) * 100)
    except ValueError as error:
        raise BankError(f"not a number: {text!r}") from error
''', '''    group = "," if decimal == "." else "."
    plain = text.strip().replace(group, "").replace(decimal, ".")
    match = NUMBER_RE.match(plain)
    if match is None:
        raise BankError(f"not a number: {text!r}")
    cents = int(match["whole"]) * 100 + int((match["cents"] or "0").ljust(2, "0"))
    return -cents if match["sign"] == "-" else cents
''')),
    say("", edit("tally/bank.py", '''class BankError(ValueError):
''', '''NUMBER_RE = re.compile(r"^(?P<sign>[-+]?)(?P<whole>[0-9]+)(?:\\.(?P<cents>[0-9]{1,2}))?$")


class BankError(ValueError):
''')),
    say("", edit("tally/bank.py", '''import datetime
from dataclasses''', '''import datetime
import re
from dataclasses''')),
    say("", edit("tests/test_bank.py", '''        with self.assertRaises(BankError):
            parse_cents("12a", ".")
''', '''        for text in ("12a", "", "nan", "inf", "1e3", "1_000", "1.005", "1.2.3"):
            with self.subTest(text=text), self.assertRaises(BankError):
                parse_cents(text, ".")
''')),
    say("", bash("python3 -m unittest -v tests.test_bank")),
    say("`1.2.3` with a point as decimal and commas as groups is refused. Good. Next the rules without case: `casefold`, since payees may hold letters such as ß.", edit("tally/bank.py", '''        for text, account in self.matches:
            if text in payee:
                return account
''', '''        payee = payee.casefold()
        for text, account in self.matches:
            if text.casefold() in payee:
                return account
''')),
    say("", edit("tests/test_bank.py", '''    def test_text(self):''', '''    def test_rules_do_not_care_about_case(self):
        rules = read_rules(RULES)
        for payee in ("Corner Grocer", "CORNER GROCER 12", "corner grocer"):
            self.assertEqual(rules.account_for(payee), "expenses:food:groceries")
        self.assertEqual(rules.account_for("Corner Shop"), "expenses:unknown")

    def test_text(self):''')),
    say("", bash("python3 -m unittest tests.test_bank")),
    say("Now what is already there. Two payments of the same sum to the same shop on one day are two payments, so it has to be counted: as many as the journal has of (day, account, amount) are left out, and not more. The payee may have been edited by hand, so it cannot be part of the key.", bash("git grep -n 'read_csv' -- tally tests"), bash("grep -n -A2 'Tram' data/2025.journal | sed -n '1,24p'")),
    say("", edit("tally/bank.py", '''def journal_text(transactions):
''', '''def new_ones(transactions, known, account):
    """The transactions that the known ones do not have on an account: each known one counts once."""
    counts = Counter(
        (transaction.date, posting.amount)
        for transaction in known
        for posting in transaction.postings
        if posting.account == account
    )
    fresh = []
    for transaction in transactions:
        key = (transaction.date, transaction.postings[1].amount)
        if counts[key] > 0:
            counts[key] -= 1
        else:
            fresh.append(transaction)
    return fresh


def journal_text(transactions):
''')),
    say("", edit("tally/bank.py", '''import re
from dataclasses import dataclass
''', '''import re
from collections import Counter
from dataclasses import dataclass
''')),
    say("", edit("tests/test_bank.py", '''    def test_unknown_settings(self):''', '''    def test_what_is_known_is_left_out(self):
        rules = read_rules(RULES)
        imported = read_csv(ROWS, rules)
        self.assertEqual(new_ones(imported, imported, rules.account), [])
        self.assertEqual(new_ones(imported, [], rules.account), imported)

    def test_two_of_a_kind_are_two(self):
        rules = read_rules(RULES)
        twice = read_csv(ROWS[:2] + ROWS[1:2], rules)
        self.assertEqual(len(new_ones(twice, twice[:1], rules.account)), 1)

    def test_the_payee_may_have_been_edited(self):
        rules = read_rules(RULES)
        imported = read_csv(ROWS[:2], rules)
        known = read_text("2025-01-31 My landlord\\n    expenses:rent  900.00 EUR\\n    assets:bank\\n")
        self.assertEqual(new_ones(imported, known, rules.account), [])

    def test_unknown_settings(self):''')),
    say("", edit("tests/test_bank.py", '''from tally.bank import BankError, journal_text, parse_cents, read_csv, read_rules
''', '''from tally.bank import BankError, journal_text, new_ones, parse_cents, read_csv, read_rules
from tally.journal import read_text
''')),
    say("", bash("python3 -m unittest -v tests.test_bank")),
    say("The command:", edit("tally/cli.py", '''    bank.add_argument("--rules", required=True)
''', '''    bank.add_argument("--rules", required=True)
    bank.add_argument("--journal", help="leave out what this journal has")
'''), edit("tally/cli.py", '''    with open(args.csv, encoding="utf-8", newline="") as file:
        return journal_text(read_csv(file, rules)).splitlines()
''', '''    with open(args.csv, encoding="utf-8", newline="") as file:
        transactions = read_csv(file, rules)
    if args.journal:
        transactions = new_ones(transactions, read_file(args.journal), rules.account)
    return journal_text(transactions).splitlines()
''')),
    say("", edit("tally/cli.py", "from tally.bank import BankError, journal_text, read_csv, read_rules\n", "from tally.bank import BankError, journal_text, new_ones, read_csv, read_rules\n")),
    say("A file to try it with, and the whole way: import, append, import again.", write("data/bank.csv", '''date,payee,amount
2025-12-02,CORNER GROCER 12,-31.40
2025-12-02,TRAM  CITY,-3.20
2025-12-02,TRAM  CITY,-3.20
2025-12-03,Employer,"2,150.00"
2025-12-05,Bakery,-4.75
2025-12-09,Landlord,-905.00
'''), bash("python3 -m tally import data/bank.csv --rules data/rules.ini > ../new.journal; cat ../new.journal; python3 -m tally import data/bank.csv --rules data/rules.ini --journal ../new.journal; head -n 8 ../new.journal > ../some.journal; python3 -m tally import data/bank.csv --rules data/rules.ini --journal ../some.journal | grep -c '^2025'; rm ../new.journal ../some.journal")),
    say("The second import is empty, and with part of the file known the rest comes. All tests once more.", TESTS),
    say("", bash("git add -A && git commit -qm 'Import: exact numbers, rules without case, known transactions left out' && git log --oneline")),
    say("Three changes in the import:\n\n- `--journal FILE` leaves out what the journal already has on the bank's account, counted by day and amount, so that two equal payments on one day stay two.\n- Rules do not care about case.\n- Numbers are read exactly. Before, a third decimal was rounded away, and `nan` ended in a traceback."),
    user("The error in a CSV says \"row 3\", but my editor shows another line when a field has a line break in it. Can it be the line?", after=160),
    say("`enumerate` counts rows. `csv.DictReader` has `line_num`, the line it has read up to, which is the row's last line.", read("tally/bank.py", 70, 40)),
    say("", edit("tally/bank.py", '''    for number, row in enumerate(csv.DictReader(lines), start=2):
''', '''    reader = csv.DictReader(lines)
    for row in reader:
''')),
    say("", edit("tally/bank.py", '''            raise BankError(f"row {number}: there is no column {error}") from error
        except ValueError as error:
            raise BankError(f"row {number}: {error}") from error
''', '''            raise BankError(f"line {reader.line_num}: there is no column {error}") from error
        except ValueError as error:
            raise BankError(f"line {reader.line_num}: {error}") from error
''')),
    say("", edit("tests/test_bank.py", '''    def test_unknown_settings(self):''', '''    def test_errors_name_the_line(self):
        rows = [ROWS[0] + "\\n", '31.01.2025,"Landlord\\n', 'Ltd","-900,00"\\n', "32.01.2025,X,1\\n"]
        with self.assertRaisesRegex(BankError, "^line 4: "):
            read_csv(rows, read_rules(RULES))

    def test_a_short_row(self):
        with self.assertRaisesRegex(BankError, "^line 2: "):
            read_csv([ROWS[0], "31.01.2025,Landlord"], read_rules(RULES))

    def test_unknown_settings(self):''')),
    say("", bash("python3 -m unittest -v tests.test_bank")),
    say("The second test found something: a short row gives None for the missing cell, and `None.strip()` is an AttributeError. A missing cell should be an error of the row.", edit("tally/bank.py", '''            cents = parse_cents(row[rules.amount_column], rules.decimal)
''', '''            cents = parse_cents(row[rules.amount_column] or "", rules.decimal)
''')),
    say("", bash("python3 -m unittest tests.test_bank")),
    say("The payee and the date can be missing in the same way.", edit("tally/bank.py", '''row[rules.date_column], rules.date_format''', '''row[rules.date_column] or "", rules.date_format'''), edit("tally/bank.py", '''" ".join(row[rules.payee_column].split())''', '''" ".join((row[rules.payee_column] or "").split())''')),
    say("", QUIET),
    say("", bash("git commit -qam 'Import: errors name the line, short rows are errors' && git show HEAD")),
    say("Errors name the line where the row ends, as an editor counts. A row that is too short is an error with its line now, too; it was a traceback."),
]
