# A Postgres cluster of our own in the data directory. It listens on a Unix socket and nowhere
# else, and nobody has a password: the kernel says who connects (peer), pg_ident.conf says as whom.

# find_postgres: fills in POSTGRES_BIN; an existing cluster needs the version that made it.
find_postgres() {
    local wanted='' found
    [[ ! -e $DATA/postgres/PG_VERSION ]] || read -r wanted <"$DATA/postgres/PG_VERSION"
    if [[ -n $wanted ]]; then
        found=/usr/lib/postgresql/$wanted/bin/postgres
    else
        found=$(printf '%s\n' /usr/lib/postgresql/*/bin/postgres | sort --version-sort | tail -n 1)
    fi
    [[ -x $found ]] ||
        give_up "The database in $DATA/postgres needs PostgreSQL${wanted:+ $wanted}, which is not installed." \
            "As root: apt-get install postgresql${wanted:+-$wanted}"
    POSTGRES_BIN=${found%/postgres}
}

# make_cluster: lays out an empty cluster unless there is one.
make_cluster() {
    [[ ! -e $DATA/postgres/PG_VERSION ]] || return 0
    say "laying out a Postgres cluster in $DATA/postgres"
    # Made beside its place and moved there when whole, so an interrupted try leaves no half of one.
    rm -rf -- "$DATA/run/cluster"
    as_account "$POSTGRES_BIN/initdb" --pgdata "$DATA/run/cluster" --username postgres \
        --encoding UTF8 --locale C.UTF-8 --auth-local peer --auth-host reject --data-checksums \
        --no-instructions >"$DATA/run/initdb.out" 2>&1 || {
        last_lines "$DATA/run/initdb.out"
        give_up "initdb could not lay out the cluster."
    }
    mv -T -- "$DATA/run/cluster" "$DATA/postgres"
}

# write_access_rules: who may connect as whom. Jadwal's account is `jadwal`, a role that reads and writes
# rows, or for migrations `jadwal_owner` (sql/roles.sql); here one account is both. The superuser is for
# the person who runs the scripts.
write_access_rules() {
    local person
    person=$(id --user --name)
    as_account tee "$DATA/postgres/pg_hba.conf" >/dev/null <<END
# Written by script/lib/postgres.sh at every start.
local all all peer map=accounts
END
    as_account tee "$DATA/postgres/pg_ident.conf" >/dev/null <<END
# Written by script/lib/postgres.sh at every start.
accounts $RUNS_AS jadwal
accounts $RUNS_AS jadwal_owner
accounts $person jadwal
accounts $person jadwal_owner
accounts $person postgres
END
}

# start_postgres [OPTION…]: starts the cluster with these options of Postgres, waits for it, and makes the roles and
# the database. One that was made when there was one role only is moved over.
#
# Errors of statements stay out of its log: a unique key's DETAIL quotes the address it is about.
# Jadwal logs them itself, by SQLSTATE.
start_postgres() {
    find_postgres
    make_cluster
    write_access_rules
    start postgres "$DATA/log/postgres.log" INT "$POSTGRES_BIN/postgres" -D "$DATA/postgres" \
        -c listen_addresses= -c "unix_socket_directories=$DATA/run" -c port=5432 \
        -c max_connections=300 -c shared_buffers=64MB -c timezone=UTC -c log_timezone=UTC \
        -c log_min_messages=log -c log_min_error_statement=panic -c log_error_verbosity=terse "$@"
    await postgres "$DATA/log/postgres.log" 30 "$POSTGRES_BIN/pg_isready" --quiet --host "$DATA/run"
    as_superuser >/dev/null <<'END'
SELECT 'CREATE ROLE jadwal_owner LOGIN'
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'jadwal_owner') \gexec
SELECT 'CREATE DATABASE jadwal OWNER jadwal_owner'
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'jadwal') \gexec
END
    as_superuser jadwal <"$ROOT/sql/roles.sql" >/dev/null
}

# as_superuser [DATABASE] < SQL: runs statements as the superuser.
as_superuser() {
    "$POSTGRES_BIN/psql" --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 \
        --host "$DATA/run" --username postgres --dbname "${1:-postgres}"
}

# The settings in our environment that would lead libpq elsewhere.
unset "${!PG@}"
