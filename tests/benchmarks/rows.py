"""The common form of what is measured: a name, a figure, and the bound that is promised."""

from typing import NamedTuple


class Row(NamedTuple):
    """A figure beside its bound: at most that, or with `least` at least."""

    name: str
    value: float
    bound: float
    least: bool = False

    @property
    def met(self) -> bool:
        """Whether the bound holds."""
        return self.value >= self.bound if self.least else self.value <= self.bound

    def __str__(self) -> str:
        sign, verdict = ">=" if self.least else "<=", "met" if self.met else "NOT MET"
        return f"{self.name:48} {self.value:10.2f} {sign} {self.bound:<8g} {verdict}"
