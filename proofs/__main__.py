"""`python -m proofs` is `lemmata`."""

from proofs.cli.main import main

if __name__ == "__main__":
    main()
