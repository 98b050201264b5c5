"""The part of the library's check that is about one paper."""

from dataclasses import replace

import pytest

from proofs.checking.report import Report


def _of(report: Report, paper: str) -> Report:
    """The same without the statements of other papers."""
    items = tuple(r for r in report.items if r.paper == paper)
    errata = tuple(e for e in report.errata if e.paper == paper)
    constants = tuple(c for c in report.constants if c.id.partition(":")[0] == paper)
    return replace(report, items=items, errata=errata, constants=constants)


@pytest.fixture(scope="session")
def ks_report(library_report: Report) -> Report:
    """Kajitsuka & Sato."""
    return _of(library_report, "KS")


@pytest.fixture(scope="session")
def liu_report(library_report: Report) -> Report:
    """Liu et al."""
    return _of(library_report, "Liu")
