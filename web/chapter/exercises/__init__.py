"""Five ready-made exercises: `en/` and `zh/` have their texts, `book` reads them."""
