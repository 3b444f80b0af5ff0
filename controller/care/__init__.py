"""Looking after a table: backup, playing on by hand, its journal, its houses, its contract."""
