"""Writes what Jinja2 makes of the templates in fixtures/templates/cases.json to fixtures/templates/jinja2.json.

Run it again after a change of the templates:

    apt-get install python3-jinja2
    python3 scripts/template-goldens.py            # writes the file
    python3 scripts/template-goldens.py --print    # prints it instead

A template that Jinja2 refuses is recorded as null.
"""

import json
import sys
from pathlib import Path

from jinja2 import StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "templates"


def answer(environment, source, scope):
    try:
        return environment.from_string(source).render(scope)
    except Exception:  # Jinja2 raises errors of its own and of Python; that it refuses is all we compare.
        return None


def main():
    given = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))
    environment = SandboxedEnvironment(undefined=StrictUndefined, keep_trailing_newline=True)
    answers = {source: answer(environment, source, given["scope"]) for source in given["templates"]}
    text = json.dumps(answers, ensure_ascii=False, indent=2) + "\n"
    if "--print" in sys.argv:
        sys.stdout.buffer.write(text.encode("utf-8"))
    else:
        (FOLDER / "jinja2.json").write_text(text, encoding="utf-8")


main()
