"""`python -m counterplay` is the command `counterplay`."""

from .cli import main

if __name__ == "__main__":
    main()
