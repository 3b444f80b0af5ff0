"""What all tests share: no screen, no pins, and no deadline for an example on a busy machine."""

import os

from hypothesis import settings

# A test starts processes of its own; they inherit these.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["GPIOZERO_PIN_FACTORY"] = "mock"

settings.register_profile("tapis", deadline=None, print_blob=True)
settings.load_profile("tapis")
