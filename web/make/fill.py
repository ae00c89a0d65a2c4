"""Regions written into a page as a text, as js/show.js writes them into a document. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kt_core.drawing.shapes import escape
from web.draw.patch import selector

Looks = Mapping[str, Mapping[str, "str | bool | None"]]

#: What a step of a selector looks for in a start tag: #id, [name=x], or the element's name.
_STEP = re.compile(r"#(?P<id>[\w-]+)|\[(?P<key>[\w-]+)='?(?P<value>[^'\]]+)'?\]|(?P<tag>[\w]+)")


def fill(page: str, looks: Looks) -> str:
    """Return a page with its regions as they look; `ValueError` where it has no such region.

    >>> filled('<p id="at" hidden></p>', {"#at": {"html": "step 1", "hidden": False}})
    '<p id="at">step 1</p>'
    """
    for region, look in looks.items():
        page = _fill_region(page, region, look)
    return page


def _fill_region(page: str, region: str, look: Mapping[str, str | bool | None]) -> str:
    begin, end = _tag(page, region)
    tag, inner = page[begin:end], look.get("html")
    name = re.match(r"<(\w+)", tag)
    assert name
    attributes = {key: value for key, value in look.items() if key not in ("html", "open", "cells")}
    if name[1] == "select":
        chosen = attributes.pop("value")
        close = page.index("</select>", end)
        choices = page[end:close].replace(" selected", "")
        choices = choices.replace(f'value="{chosen}"', f'value="{chosen}" selected', 1)
        page = page[:end] + choices + page[close:]
    if inner is not None:
        page = page[:end] + str(inner) + page[_close(page, end, name[1]) :]
    if "cells" in look:
        close = _close(page, end, name[1])
        page = page[:end] + _with_cell_names(page[end:close], str(look["cells"])) + page[close:]
    return page[:begin] + _with_attributes(tag, attributes) + page[end:]


def _with_cell_names(board: str, names: str) -> str:
    """Return a board whose cells have these names, with | between."""
    told = iter(names.split("|"))
    cell = re.compile(r'(role="gridcell"[^>]*? aria-label=")[^"]*')
    return cell.sub(lambda found: found[1] + escape(next(told)), board)


def _tag(page: str, region: str) -> tuple[int, int]:
    """Return where the start tag of a region begins and ends."""
    begin = end = 0
    for pattern in _patterns(selector(region)):
        found = re.compile(pattern).search(page, end)
        if not found:
            raise ValueError(f"web/index.html has no place for the region {region}")
        begin, end = found.span()
    return begin, end


def _patterns(selectors: str) -> Iterator[str]:
    for step in selectors.replace(":root", "html").replace(">", " ").split():
        found = _STEP.fullmatch(step)
        assert found, f"{step} is a selector that the build does not know"
        if found["tag"]:
            yield rf"<{found['tag']}\b[^>]*>"
        else:
            key, value = ("id", found["id"]) if found["id"] else (found["key"], found["value"])
            yield rf'<\w+\b[^>]*\b{key}="{re.escape(value)}"[^>]*>'


def _close(page: str, begin: int, name: str) -> int:
    """Return where the end tag stands of an element whose content begins here."""
    depth = 1
    for tag in re.compile(rf"<(/?){name}\b[^>]*?(/?)>").finditer(page, begin):
        if not tag[2]:
            depth += -1 if tag[1] else 1
        if not depth:
            return tag.start()
    raise ValueError(f"web/index.html has a {name} element without an end")


def _with_attributes(tag: str, attributes: Mapping[str, str | bool | None]) -> str:
    for key, value in attributes.items():
        tag = re.sub(rf'\s{key}(="[^"]*")?(?=[\s/>])', "", tag, count=1)
        if value is not None and value is not False:
            said = f" {key}" if value is True else f' {key}="{escape(value)}"'
            tag = re.sub(r"(/?>)$", lambda end, said=said: said + end[1], tag)  # type: ignore[misc]
    return tag
