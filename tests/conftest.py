"""What all tests share: no screen, no pins, no deadline for an example on a busy machine.

Properties are tried on the same examples everywhere, so that a change is judged by what it
changes. `make test ARGS="-m hypothesis --hypothesis-profile=search"` looks for new ones.
"""

import os

from hypothesis import settings

# A test starts processes of its own; they inherit these.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["GPIOZERO_PIN_FACTORY"] = "mock"

settings.register_profile("tapis", deadline=None, print_blob=True, derandomize=True)
settings.register_profile("search", deadline=None, print_blob=True, max_examples=1000)
settings.load_profile("tapis")
