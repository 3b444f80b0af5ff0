"""One table alive: the daemon, its broker, its drivers and outputs, and who may command it."""
