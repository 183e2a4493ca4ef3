"""`python3 -m seekline_web` is `seekline-web`."""

import sys

from .cli import main

sys.exit(main())
