"""What people read and hear: names, sentences, and the catalogues of each language."""
