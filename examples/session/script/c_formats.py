"""After a pause, reports get other formats."""

from . import QUIET, TESTS, bash, edit, read, say, user, write

STEPS = [
    user("Back from a call. Reports as CSV and JSON next: `--format text|csv|json` for register, monthly and budget. Amounts as two columns, number and currency. Not for balance, that is a tree.", after=1260),
    say("The reports make lines at once. I want rows as data first, then one place that turns rows into a format. Let me see reports and cli as they are now.", read("tally/reports.py"), read("tally/cli.py")),
    say("", read("tests/test_reports.py"), read("tally/budget.py")),
    say("A table type: heads, rows of values, and three writers. An amount in a row stays an `Amount` up to the writer.", write("tally/table.py", '''"""Tables: rows of values under heads, and the formats they are written in."""

import csv
import datetime
import io
import json
from dataclasses import dataclass, field
from typing import List, Tuple

from tally.money import Amount, Purse

FORMATS = ("text", "csv", "json")


@dataclass
class Table:
    """Heads, and rows with a value a head. A value is a text, a month, a day or money."""

    heads: Tuple[str, ...]
    rows: List[tuple] = field(default_factory=list)

    def add(self, *values):
        if len(values) != len(self.heads):
            raise ValueError(f"{len(values)} values under {len(self.heads)} heads")
        self.rows.append(values)

    def write(self, style):
        """The table's lines in one of the formats."""
        return {"text": self.text, "csv": self.csv, "json": self.json}[style]()

    def text(self):
        if not self.rows:
            return []
        cells = [[str(value) for value in row] for row in self.rows]
        widths = [max(len(row[index]) for row in cells) for index in range(len(self.heads))]
        right = [isinstance(value, (Amount, Purse)) for value in self.rows[0]]
        lines = []
        for row in cells:
            padded = [
                cell.rjust(width) if to_right else cell.ljust(width)
                for cell, width, to_right in zip(row, widths, right)
            ]
            lines.append("  ".join(padded).rstrip())
        return lines

    def csv(self):
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\\n")
        writer.writerow(self.flat_heads())
        for row in self.flat_rows():
            writer.writerow(row)
        return out.getvalue().splitlines()

    def json(self):
        heads = self.flat_heads()
        rows = [dict(zip(heads, row)) for row in self.flat_rows()]
        return json.dumps(rows, indent=2, ensure_ascii=False).splitlines()

    def flat_heads(self):
        """The heads, with one more behind each of money."""
        money = self.money()
        heads = []
        for index, head in enumerate(self.heads):
            heads.append(head)
            if index in money:
                heads.append(f"{head}_currency")
        return heads

    def flat_rows(self):
        """The rows with money as a number and a currency; a row a currency where there are several."""
        money = self.money()
        for row in self.rows:
            for part in parts(row):
                flat = []
                for index, value in enumerate(part):
                    if index in money:
                        flat += number(value)
                    else:
                        flat.append(plain(value))
                yield flat

    def money(self):
        """The columns that hold money."""
        return {
            index
            for row in self.rows
            for index, value in enumerate(row)
            if isinstance(value, (Amount, Purse))
        }


def parts(row):
    """A row a currency, for rows that hold a purse."""
    purses = [index for index, value in enumerate(row) if isinstance(value, Purse)]
    if not purses:
        return [row]
    [index] = purses
    amounts = row[index].amounts() or [None]
    return [row[:index] + (amount,) + row[index + 1 :] for amount in amounts]


def number(amount):
    """Money as two cells: a number with a point and two decimals, and the currency."""
    if amount is None:
        return ["0.00", ""]
    sign = "-" if amount.cents < 0 else ""
    whole, cents = divmod(abs(amount.cents), 100)
    return [f"{sign}{whole}.{cents:02d}", amount.currency]


def plain(value):
    """A value as a text; days as ISO has them."""
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value)
''')),
    say("Now the reports return tables. First the register and the months:", edit("tally/reports.py", '''    totals = {}
    rows = []
    for transaction, posting in select(transactions, words):
        amount = posting.amount
        total = totals.get(amount.currency)
        totals[amount.currency] = amount if total is None else total + amount
        rows.append(
            (
                transaction.date.isoformat(),
                transaction.payee,
                posting.account,
                str(amount),
                str(totals[amount.currency]),
            )
        )
    return columns(rows, right=(3, 4))
''', '''    totals = {}
    table = Table(("date", "payee", "account", "amount", "total"))
    for transaction, posting in select(transactions, words):
        amount = posting.amount
        total = totals.get(amount.currency)
        totals[amount.currency] = amount if total is None else total + amount
        table.add(transaction.date, transaction.payee, posting.account, amount, totals[amount.currency])
    return table
'''), edit("tally/reports.py", '''    if not purses:
        return []
    rows = []
    for month in months(min(purses), max(purses)):
        rows.append((f"{month:%Y-%m}", str(purses.get(month, Purse()))))
    return columns(rows, right=(1,))
''', '''    table = Table(("month", "sum"))
    if purses:
        for month in months(min(purses), max(purses)):
            table.add(f"{month:%Y-%m}", purses.get(month, Purse()))
    return table
'''), edit("tally/reports.py", '''from tally.query import select
''', '''from tally.query import select
from tally.table import Table
''')),
    say("`columns` is used by the budget only now; that changes too, and then it can go.", edit("tally/budget.py", '''    rows = [
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
''', '''    table = Table(("month", "account", "limit", "spent", "left", "over"))
    for use in found:
        flag = "over" if use.over else ""
        table.add(f"{use.month:%Y-%m}", use.budget.account, use.budget.limit, use.spent, use.left, flag)
    return table
'''), edit("tally/budget.py", '''from tally.reports import columns
from tally.settings import read_sections
''', '''from tally.settings import read_sections
from tally.table import Table
'''), edit("tally/reports.py", '''

def columns(rows, right=()):
    """Rows with columns as wide as their widest cell."""
    if not rows:
        return []
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if index in right else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
''', '''
''')),
    say("", TESTS),
    say("As expected: the tests and the commands still take the reports for lists of lines. The commands first.", edit("tally/cli.py", '''    return register_report(read_file(args.journal), args.query)
''', '''    return register_report(read_file(args.journal), args.query).write(args.format)
'''), edit("tally/cli.py", '''    return monthly_report(read_file(args.journal), args.query)
''', '''    return monthly_report(read_file(args.journal), args.query).write(args.format)
'''), edit("tally/cli.py", '''    lines = budget_report(found)
''', '''    lines = budget_report(found).write(args.format)
'''), edit("tally/cli.py", '''    bank = commands.add_parser("import", help="a bank's CSV file as a journal")
''', '''    for command in (register, monthly, budget):
        command.add_argument("--format", choices=FORMATS, default="text")

    bank = commands.add_parser("import", help="a bank's CSV file as a journal")
'''), edit("tally/cli.py", '''from tally.settings import SettingsError
''', '''from tally.settings import SettingsError
from tally.table import FORMATS
''')),
    say("Then the tests of the reports.", edit("tests/test_reports.py", '''        lines = register_report(self.transactions, ["expenses", "before:2025-01-31"])
''', '''        lines = register_report(self.transactions, ["expenses", "before:2025-01-31"]).text()
'''), edit("tests/test_reports.py", '''        lines = register_report(self.transactions, ["expenses", "after:2025-02-01"])
''', '''        lines = register_report(self.transactions, ["expenses", "after:2025-02-01"]).text()
'''), edit("tests/test_reports.py", '''            monthly_report(self.transactions, ["expenses"]),
''', '''            monthly_report(self.transactions, ["expenses"]).text(),
'''), edit("tests/test_budget.py", '''            budget_report(uses(self.transactions, budgets)),
''', '''            budget_report(uses(self.transactions, budgets)).text(),
''')),
    say("", TESTS),
    say("Text is as before, to the byte. Now what the other formats give:", bash("python3 -m tally register data/2025.journal expenses:health --format csv; python3 -m tally monthly data/2025.journal expenses --format json | sed -n '1,20p'; python3 -m tally budget data/2025.journal --budgets data/budgets.ini --format csv | sed -n '1,16p'")),
    say("One thing is wrong in `money`: it looks at all rows on every call, and `flat_rows` calls it once, that is fine; but a table without rows has no money columns, so its heads differ from those of a table with rows. A reader of the CSV would trip over that. The heads should say what they hold. I'll mark them when the table is made.", edit("tally/table.py", '''    heads: Tuple[str, ...]
    rows: List[tuple] = field(default_factory=list)
''', '''    heads: Tuple[str, ...]
    money: Tuple[str, ...] = ()
    rows: List[tuple] = field(default_factory=list)
'''), edit("tally/table.py", '''        right = [isinstance(value, (Amount, Purse)) for value in self.rows[0]]
''', '''        right = [head in self.money for head in self.heads]
'''), edit("tally/table.py", '''        money = self.money()
        heads = []
        for index, head in enumerate(self.heads):
            heads.append(head)
            if index in money:
                heads.append(f"{head}_currency")
        return heads
''', '''        heads = []
        for head in self.heads:
            heads.append(head)
            if head in self.money:
                heads.append(f"{head}_currency")
        return heads
'''), edit("tally/table.py", '''        money = self.money()
        for row in self.rows:
            for part in parts(row):
                flat = []
                for index, value in enumerate(part):
                    if index in money:
''', '''        for row in self.rows:
            for part in parts(row):
                flat = []
                for head, value in zip(self.heads, part):
                    if head in self.money:
'''), edit("tally/table.py", '''
    def money(self):
        """The columns that hold money."""
        return {
            index
            for row in self.rows
            for index, value in enumerate(row)
            if isinstance(value, (Amount, Purse))
        }

''', '''
''')),
    say("", edit("tally/reports.py", '''Table(("date", "payee", "account", "amount", "total"))''', '''Table(("date", "payee", "account", "amount", "total"), money=("amount", "total"))'''), edit("tally/reports.py", '''Table(("month", "sum"))''', '''Table(("month", "sum"), money=("sum",))'''), edit("tally/budget.py", '''    table = Table(("month", "account", "limit", "spent", "left", "over"))
''', '''    heads = ("month", "account", "limit", "spent", "left", "over")
    table = Table(heads, money=("limit", "spent", "left"))
''')),
    say("", QUIET),
    say("Tests of the formats, with several currencies in a month, none at all, and an empty table.", write("tests/test_table.py", '''import csv
import datetime
import json
import unittest

from tally.money import Amount, Purse
from tally.table import Table


def example():
    table = Table(("day", "payee", "sum"), money=("sum",))
    table.add(datetime.date(2025, 1, 3), 'Corner, "Grocer"', Amount(-125000, "EUR"))
    table.add(datetime.date(2025, 1, 4), "Bakery", Amount(5, "EUR"))
    return table


class TableTest(unittest.TestCase):
    def test_text(self):
        self.assertEqual(
            example().write("text"),
            [
                '2025-01-03  Corner, "Grocer"  -1,250.00 EUR',
                "2025-01-04  Bakery                 0.05 EUR",
            ],
        )

    def test_csv_comes_back(self):
        rows = list(csv.reader(example().write("csv")))
        self.assertEqual(rows[0], ["day", "payee", "sum", "sum_currency"])
        self.assertEqual(rows[1], ["2025-01-03", 'Corner, "Grocer"', "-1250.00", "EUR"])
        self.assertEqual(rows[2], ["2025-01-04", "Bakery", "0.05", "EUR"])

    def test_json_has_the_same_values(self):
        rows = json.loads("\\n".join(example().write("json")))
        self.assertEqual(rows[1], {"day": "2025-01-04", "payee": "Bakery", "sum": "0.05", "sum_currency": "EUR"})

    def test_a_row_a_currency(self):
        table = Table(("month", "sum"), money=("sum",))
        table.add("2025-01", Purse([Amount(100, "EUR"), Amount(250, "USD")]))
        table.add("2025-02", Purse())
        self.assertEqual(
            table.write("csv"),
            ["month,sum,sum_currency", "2025-01,1.00,EUR", "2025-01,2.50,USD", "2025-02,0.00,"],
        )

    def test_an_empty_table_has_the_same_heads(self):
        table = Table(("month", "sum"), money=("sum",))
        self.assertEqual(table.write("csv"), ["month,sum,sum_currency"])
        self.assertEqual(table.write("json"), ["[]"])
        self.assertEqual(table.write("text"), [])

    def test_too_few_values(self):
        with self.assertRaises(ValueError):
            example().add("2025-01-05")
''')),
    say("", TESTS),
    say("", bash("git add -A && git diff --cached --stat && git commit -qm 'Reports as tables: text, CSV and JSON' && git log --oneline")),
    say("`--format text|csv|json` works for register, monthly and budget. Reports are tables now (`tally/table.py`), and text is byte for byte what it was. In CSV and JSON money is two columns; a month with several currencies gets a row each, one without any has 0.00 and no currency."),
    user("Why strings and not numbers in the JSON?", after=75),
    say("Because JSON numbers become floating-point numbers in most readers, and amounts here are exact to the cent: 0.1 + 0.2 would not be 0.3 for whoever sums them up. A string keeps the digits, and a reader decides. If you want numbers, whole cents (`\"sum_cents\": -125000`) would be exact as well."),
    user("Fine, keep the strings. Put that into the docs though, with the formats.", after=45),
    say("", bash("git grep -n 'Queries' -- docs README.md"), edit("docs/format.md", '''## Queries
''', '''## Formats of reports

`register`, `monthly` and `budget` take `--format text`, `csv` or `json`. In CSV and JSON an amount
is two columns: the number, with a point and two decimals and nothing else, and the currency, whose
column has `_currency` behind its name. A month with several currencies has a row for each.

Numbers are strings in JSON too. JSON's own numbers are read as floating-point numbers by most
programs, which cannot hold most cents exactly.

## Queries
''')),
    say("", edit("README.md", '''    python3 -m tally import bank.csv --rules data/rules.ini
''', '''    python3 -m tally monthly data/2025.journal expenses --format csv
    python3 -m tally budget data/2025.journal --budgets data/budgets.ini
    python3 -m tally import bank.csv --rules data/rules.ini
'''), bash("git commit -qam 'Describe the formats of reports' && git show --stat HEAD")),
    say("It stands in docs/format.md, before the queries, and the README has an example."),
]
