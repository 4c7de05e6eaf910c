"""Run the program with ``python -m roce_audit``."""

from roce_audit.cli.app import main

if __name__ == "__main__":
    main()
