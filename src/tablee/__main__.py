"""`python -m tablee` is `tablee`; where the command line is not installed it says what to do."""

import sys


def main() -> None:
    """Run the command line, or say in one sentence which extra is missing."""
    from tablee import __version__
    from tablee.core.extras import MissingExtra, need

    if sys.argv[1:] == ["--version"]:  # which needs nothing else
        sys.stdout.write(f"tablee {__version__}\n")
        return
    try:
        need("typer", "cli")
        from tablee.cli import main as run

        run()
    except MissingExtra as error:
        sys.stderr.write(f"tablee: {error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
