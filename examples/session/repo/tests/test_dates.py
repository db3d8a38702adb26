import datetime
import unittest

from tally.dates import DateError, add_months, days_in_month, months, parse_date


class DatesTest(unittest.TestCase):
    def test_not_a_date(self):
        with self.assertRaises(DateError):
            parse_date("2025-02-30")

    def test_days_in_month(self):
        self.assertEqual(days_in_month(2024, 2), 29)
        self.assertEqual(days_in_month(2025, 12), 31)

    def test_months_end(self):
        self.assertEqual(add_months(datetime.date(2025, 1, 31), 1), datetime.date(2025, 2, 28))
        self.assertEqual(add_months(datetime.date(2025, 3, 31), 1), datetime.date(2025, 4, 30))

    def test_over_the_year(self):
        self.assertEqual(add_months(datetime.date(2025, 12, 15), 1), datetime.date(2026, 1, 15))

    def test_months_of_a_range(self):
        days = list(months(datetime.date(2024, 11, 20), datetime.date(2025, 2, 1)))
        self.assertEqual([f"{day:%Y-%m}" for day in days], ["2024-11", "2024-12", "2025-01", "2025-02"])
