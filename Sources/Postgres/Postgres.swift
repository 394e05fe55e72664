// Postgres: see README.md's map.
