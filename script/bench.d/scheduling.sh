# script/bench scheduling: clashes and better times: the engine beside Python's, and from a PUT to the record.
#
# All programs find the same pairs in the same table, ../shared/reference (or JADWAL_REFERENCE) scheduling/conflict.

bench_scheduling() {
    local table=${JADWAL_REFERENCE:-$ROOT/../shared/reference}/scheduling/conflict/events-10000.csv peer
    [[ -f $table ]] || give_up "There is no table of events to measure with at $table." \
        "Set JADWAL_REFERENCE to a folder that holds scheduling/conflict/events-10000.csv."
    need_packages python3-venv
    python3 -m venv "$BENCH/python"
    "$BENCH/python/bin/pip" install --quiet --disable-pip-version-check portion==2.6.1 intervaltree==3.1.0
    build_scheduling_bench
    for peer in list portion intervaltree; do
        say "all pairs in Python: $peer"
        "$BENCH/python/bin/python" "$ROOT/script/bench.d/schedulingpeers.py" "$peer" "$table" >>"$BENCH/results"
    done
    say "the engine"
    "$SCHEDULING_BENCH" "$table" >>"$BENCH/results"
    check_pairs
    measure_records
    print_table
}

build_scheduling_bench() {
    local flags
    mapfile -t flags < <(build_flags)
    run_step swift build --package-path "$ROOT" --product jadwal-scheduling-bench "${flags[@]}" >"$BENCH/build.log" 2>&1 ||
        { last_lines "$BENCH/build.log" && give_up "The measuring program does not build."; }
    SCHEDULING_BENCH=${PROGRAM%/jadwal}/jadwal-scheduling-bench
}

figure() { # NAME [COLUMN]
    awk -v name="$1" -v column="${2:-2}" '$1 == name { print $column }' "$BENCH/results"
}

# check_pairs: a program that finds less has measured less.
check_pairs() {
    local peer
    for peer in list portion intervaltree; do
        [[ $(figure "$peer" 3) == "$(figure pairs 3)" ]] ||
            give_up "$peer finds $(figure "$peer" 3) pairs, Jadwal $(figure pairs 3)."
    done
}

# measure_records: a Jadwal whose worker looks for clashes, and one customer.
measure_records() {
    local id password=bench-password-of-nobody DATA
    bench_jadwal_starts
    id=$("$ROOT/script/jadwal" --data "$JADWAL_DATA_DIR" customers add bench@example.org \
        --device-password "bench=$password" | sed -nE 's/^id: *//p')
    [[ -n $id ]] || give_up "The customer could not be added."
    say "from a PUT to the record"
    DATA=$JADWAL_DATA_DIR
    find_postgres
    RECORDS=$(python3 "$ROOT/script/bench.d/conflicts.py" "$ORIGIN" "/dav/calendars/$id" "bench@example.org:$password" \
        "${AS_ACCOUNT[@]}" "$POSTGRES_BIN/psql" --host "$DATA/run" --username jadwal --dbname jadwal)
}

print_table() {
    local put record late
    read -r put record late <<<"$RECORDS"
    printf '\n%s\n' "Clashes of $(figure pairs 3) pairs in a year of 10,000 events, and better times; ms, median"
    printf '%-44s %9s %9s %9s %13s\n' '' Jadwal 'a list' portion intervaltree
    printf '%-44s %9.2f %9.1f %9.1f %13.1f   < 2 %s, < 1 %s\n' 'all pairs, sorting included' "$(figure pairs)" \
        "$(figure list)" "$(figure portion)" "$(figure intervaltree)" "$(verdict "$(figure pairs) < 2")" \
        "$(verdict "$(figure pairs) < 1")"
    printf '%-44s %9.2f\n' "$(figure series 3) pairs of 120 series" "$(figure series)"
    printf '%-44s %9.4f %43s\n' 'one event put in, with its clashes' "$(figure insert)" "< 0.1 $(verdict "$(figure insert) < 0.1")"
    printf '%-44s %9.4f %43s\n' 'three better times' "$(figure suggest)" "< 1 $(verdict "$(figure suggest) < 1")"
    printf '%-44s %9.1f\n' 'a PUT over CalDAV' "$put"
    printf '%-44s %9.1f\n' 'from the PUT to the record' "$record"
    printf '%-44s %9.1f %43s\n' 'the same, p99' "$late" "< 1000 $(verdict "$late < 1000")"
}
