# What script/test and script/try have in common: the build of the tests, their Postgres and their broker.

# build_tests: builds the tests and the program unless they are up to date; a warning is an error. A file that warned
# is touched, so that the next build warns again instead of passing.
build_tests() {
    local flags output=$BUILD_FOLDER/jadwal.tests.log warned
    ! are_tests_built || return 0
    mapfile -t flags < <(build_flags)
    say "building Jadwal and its tests (debug; the first time takes some minutes)"
    mkdir -p "$BUILD_FOLDER"
    touch "$BUILD_FOLDER/jadwal.building" # what changes from here on is not in this build
    if ! run_step swift build --package-path "$ROOT" --build-tests "${flags[@]}" >"$output" 2>&1; then
        grep -E '(error|warning):' "$output" | sort --unique | head -n 40 >&2 || true
        last_lines "$output"
        give_up "The tests do not build."
    fi
    warned=$(grep -E "^$ROOT/(Sources|Tests)/.*warning:" "$output" | sort --unique || true)
    if [[ -n $warned ]]; then
        cut -d: -f1 <<<"$warned" | sort --unique | xargs --delimiter '\n' touch
        printf '%s\n' "$warned" >&2
        give_up "The build has warnings, and none is allowed."
    fi
    touch --reference "$BUILD_FOLDER/jadwal.building" "$BUILD_FOLDER/jadwal.built"
    mv "$BUILD_FOLDER/jadwal.building" "$BUILD_FOLDER/tests.built"
}

# are_tests_built: true if the tests are newer than everything they are made of.
are_tests_built() {
    local stamp=$BUILD_FOLDER/tests.built
    is_built && [[ -e $stamp ]] || return 1
    [[ -z $(find "$ROOT/Package.swift" "$ROOT/Sources" "$ROOT/Tests" \( -name '*.swift' -o -type d \) \
        -not -path "$ROOT/Tests/System*" -newer "$stamp" -print -quit) ]]
}

# make_data: the folder of what the tests start, which is gone afterwards.
make_data() {
    DATA=$(mktemp --directory --tmpdir=/tmp jadwal-test.XXXXXX)
    own_directory "$DATA"
    own_directory "$DATA/run"
    own_directory "$DATA/log"
}

# start_database: the tests' own Postgres.
start_database() {
    say "starting the tests' Postgres"
    # Nothing of it must outlive a crash. The servers of the system tests keep the usual settings.
    start_postgres -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off
    # Emptying a schema in one go, whatever the order of its tables.
    as_superuser <<<'GRANT SET ON PARAMETER session_replication_role TO jadwal_owner'
    # Every test has a schema of its own, which the role of the product could not make.
    export JADWAL_TEST_DATABASE="host=$DATA/run port=5432 dbname=jadwal user=jadwal_owner"
}

# start_broker: the tests' own RabbitMQ.
start_broker() {
    say "starting the tests' RabbitMQ"
    choose_rabbitmq_ports
    start_epmd
    start_rabbitmq
    JADWAL_TEST_RABBITMQ=$(rabbitmq_url jadwal)
    export JADWAL_TEST_RABBITMQ
}

# make_bridge_python_for_tests: the bridge's Python with what runs its tests.
make_bridge_python_for_tests() {
    make_bridge_python "$ROOT/.build-bridge" "$(grep '^pytest==' "$ROOT/Tests/System/requirements.txt")" \
        "$(grep '^pytest-timeout==' "$ROOT/Tests/System/requirements.txt")"
}
