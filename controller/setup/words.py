"""Functions that mark the setup's text for translation, translate it, and choose its language."""

from display.words.command_line.chosen import LanguageOption, language_of, words_for
from display.words.names import C_, N_, Words

__all__ = ["C_", "N_", "LanguageOption", "Words", "language_of", "words_for"]
