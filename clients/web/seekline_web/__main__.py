"""`python3 -m seekline_web` is `seekline-web`."""

import sys

from . import main

sys.exit(main())
