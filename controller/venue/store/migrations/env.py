"""Run the migrations on the connection that `database.py` has opened."""

from alembic import context
from sqlalchemy import Connection

from controller.venue.store.schema import metadata


def migrate() -> None:
    """Upgrade the connected database."""
    connection: Connection = context.config.attributes["connection"]
    context.configure(
        connection=connection, target_metadata=metadata, transaction_per_migration=False
    )
    with context.begin_transaction():
        context.run_migrations()


# Alembic runs this file; a mere import has nothing to migrate.
if hasattr(context, "config"):
    migrate()
