import unittest

from tally.bank import BankError, journal_text, parse_cents, read_csv, read_rules

RULES = """\
[bank]
account = assets:bank
currency = EUR
date_column = Buchungstag
date_format = %d.%m.%Y
payee_column = Empfänger
amount_column = Betrag
decimal = ,

[accounts]
GROCER = expenses:food:groceries
Landlord = expenses:rent
"""

ROWS = [
    "Buchungstag,Empfänger,Betrag",
    '31.01.2025,Landlord  Ltd,"-900,00"',
    '03.01.2025,CORNER GROCER 12,"-42,10"',
    '28.01.2025,Employer,"2.150,00"',
]


class BankTest(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual(parse_cents("-1.250,07", ","), -125007)
        self.assertEqual(parse_cents("1,250.07", "."), 125007)
        with self.assertRaises(BankError):
            parse_cents("12a", ".")

    def test_rows(self):
        transactions = read_csv(ROWS, read_rules(RULES))
        self.assertEqual([t.date.day for t in transactions], [3, 28, 31])
        self.assertEqual(transactions[0].postings[0].account, "expenses:food:groceries")
        self.assertEqual(transactions[1].postings[0].account, "expenses:unknown")
        self.assertEqual(transactions[2].payee, "Landlord Ltd")

    def test_text(self):
        text = journal_text(read_csv(ROWS[:2], read_rules(RULES)))
        self.assertEqual(
            text.splitlines(),
            [
                "2025-01-31 * Landlord Ltd",
                "    expenses:rent                 900.00 EUR",
                "    assets:bank                   -900.00 EUR",
            ],
        )

    def test_unknown_settings(self):
        with self.assertRaisesRegex(BankError, "colour"):
            read_rules("[bank]\naccount = assets:bank\ncurrency = EUR\ncolour = red\n")
