import unittest

from tally.money import Amount, MoneyError, Purse, parse_amount


class ParseTest(unittest.TestCase):
    def test_whole_and_cents(self):
        self.assertEqual(parse_amount("42.10 EUR"), Amount(4210, "EUR"))
        self.assertEqual(parse_amount("42 EUR"), Amount(4200, "EUR"))
        self.assertEqual(parse_amount("42.1 EUR"), Amount(4210, "EUR"))

    def test_thousands(self):
        self.assertEqual(parse_amount("1,250.00 EUR"), Amount(125000, "EUR"))

    def test_negative(self):
        self.assertEqual(parse_amount("-3.25 EUR"), Amount(-325, "EUR"))

    def test_less_than_one_negative(self):
        self.assertEqual(parse_amount("-0.50 EUR"), Amount(-50, "EUR"))

    def test_not_an_amount(self):
        for text in ("", "12", "12.345 EUR", "EUR 12", "12 eur", "1.2.3 EUR"):
            with self.subTest(text=text), self.assertRaises(MoneyError):
                parse_amount(text)

    def test_text_comes_back(self):
        for text in ("0.01 EUR", "-1,250.00 USD", "999.99 CHF"):
            with self.subTest(text=text):
                self.assertEqual(str(parse_amount(text)), text)


class SplitTest(unittest.TestCase):
    def test_parts_add_up(self):
        parts = Amount(1000, "EUR").split([1, 1, 1])
        self.assertEqual([part.cents for part in parts], [334, 333, 333])

    def test_negative_parts_add_up(self):
        parts = Amount(-1000, "EUR").split([1, 1, 1])
        self.assertEqual(sum(part.cents for part in parts), -1000)

    def test_weights_must_be_positive(self):
        with self.assertRaises(MoneyError):
            Amount(1000, "EUR").split([1, -1])


class PurseTest(unittest.TestCase):
    def test_currencies_stay_apart(self):
        purse = Purse([Amount(100, "EUR"), Amount(250, "USD"), Amount(50, "EUR")])
        self.assertEqual(str(purse), "1.50 EUR, 2.50 USD")

    def test_zero_is_empty(self):
        self.assertTrue(Purse([Amount(5, "EUR"), Amount(-5, "EUR")]).is_empty())
