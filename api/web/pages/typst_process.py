"""Typesets one document with Typst in a separate process, because the compiler caches what it has
set and a service's memory would grow.

Standard input is a line of JSON with the template's path and the document's time (seconds since
1970), then the data as JSON; standard output is the PDF. If Typst refuses, its diagnosis is on
standard error and the exit code is 3. It is run by path and imports nothing of Greffe.
"""

import json
import sys
from pathlib import Path


def main() -> int:
    import typst

    head, _, data = sys.stdin.buffer.read().decode().partition("\n")
    value = json.loads(head)
    template = Path(value["template"])
    try:
        document = typst.compile(
            template,
            root=template.parent,
            ignore_system_fonts=True,
            format="pdf",
            pdf_standards=["ua-1"],
            timestamp=value["at"],
            sys_inputs={"data": data},
        )
    except typst.TypstError as error:
        sys.stderr.buffer.write(error.diagnostic.encode())
        return 3
    assert isinstance(document, bytes), "a PDF is one file"
    sys.stdout.buffer.write(document)
    return 0


if __name__ == "__main__":
    sys.exit(main())
