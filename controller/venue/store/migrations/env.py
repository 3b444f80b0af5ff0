"""Runs the migrations on the connection that the database has opened."""

from alembic import context
from sqlalchemy import Connection

from controller.venue.store.schema import metadata


def migrate() -> None:
    """Bring the database behind the connection up to date."""
    connection: Connection = context.config.attributes["connection"]
    context.configure(
        connection=connection, target_metadata=metadata, transaction_per_migration=False
    )
    with context.begin_transaction():
        context.run_migrations()


# Alembic runs this file; whoever only imports it has nothing to migrate.
if hasattr(context, "config"):
    migrate()
