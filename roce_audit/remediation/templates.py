"""Fills templates, in a sandbox and with undefined names as errors."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import FileSystemLoader, StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from roce_audit.errors import RenderError

if TYPE_CHECKING:
    from collections.abc import Mapping

_PACKAGE = Path(__file__).parent.parent


def template_folder() -> Path:
    """Return where the templates lie: inside the installed package, else in the checkout.

    Raises:
        RenderError: Neither exists: the installation is broken.
    """
    for folder in (_PACKAGE / "_templates", _PACKAGE.parent / "templates"):
        if folder.is_dir():
            return folder
    raise RenderError("the templates are missing from this installation")


@lru_cache(maxsize=1)
def _environment() -> ImmutableSandboxedEnvironment:
    return ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(template_folder()),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )


def fill(platform: str, template: str, values: Mapping[str, object]) -> str:
    """Return the text of ``templates/<platform>/<template>.j2``.

    Raises:
        RenderError: The template is missing, or asks for a value that is not given.
    """
    name = f"{platform}/{template}.j2"
    try:
        text = _environment().get_template(name).render(values)
    except TemplateError as problem:
        raise RenderError(f"template {name}: {problem}") from problem
    return text if text.endswith("\n") else f"{text}\n"
