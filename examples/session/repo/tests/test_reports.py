import unittest

from tally.journal import read_text
from tally.query import QueryError
from tally.reports import balance_report, monthly_report, register_report

JOURNAL = """\
2025-01-03 * Corner Grocer
    expenses:food:groceries   42.10 EUR
    assets:bank

2025-01-31 * Landlord
    expenses:rent            900.00 EUR
    assets:bank

2025-02-01 ! Bakery
    expenses:food:bakery       3.20 EUR
    assets:cash

2025-04-02 * Bookshop
    expenses:books            18.00 USD
    liabilities:card
"""


class ReportsTest(unittest.TestCase):
    def setUp(self):
        self.transactions = read_text(JOURNAL)

    def test_balance(self):
        self.assertEqual(
            balance_report(self.transactions, ["account:expenses"]),
            [
                "945.30 EUR  expenses",
                " 18.00 USD",
                " 18.00 USD    books",
                " 45.30 EUR    food",
                "  3.20 EUR      bakery",
                " 42.10 EUR      groceries",
                "900.00 EUR    rent",
            ],
        )

    def test_depth(self):
        self.assertEqual(len(balance_report(self.transactions, ["expenses"], max_depth=1)), 2)

    def test_before_leaves_the_day_out(self):
        lines = register_report(self.transactions, ["expenses", "before:2025-01-31"])
        self.assertEqual(lines, ["2025-01-03  Corner Grocer  expenses:food:groceries  42.10 EUR  42.10 EUR"])

    def test_register_sums_by_currency(self):
        lines = register_report(self.transactions, ["expenses", "after:2025-02-01"])
        self.assertEqual(len(lines), 2)
        self.assertTrue(lines[1].endswith("18.00 USD"))

    def test_monthly_has_empty_months(self):
        self.assertEqual(
            monthly_report(self.transactions, ["expenses"]),
            ["2025-01  942.10 EUR", "2025-02    3.20 EUR", "2025-03           0", "2025-04   18.00 USD"],
        )

    def test_not_a_query(self):
        with self.assertRaises(QueryError):
            balance_report(self.transactions, ["colour:red"])
