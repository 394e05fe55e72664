# script/bench scheduling: clashes, better times and plans: the engine beside others, and from a PUT to the push.
#
# All programs find the same pairs in the same table, ../shared/reference (or JADWAL_REFERENCE) scheduling/conflict, and
# plan the same days, scheduling/day.

bench_scheduling() {
    local reference=${JADWAL_REFERENCE:-$ROOT/../shared/reference}/scheduling peer
    local table=$reference/conflict/events-10000.csv
    [[ -f $table ]] || give_up "There is no table of events to measure with at $table." \
        "Set JADWAL_REFERENCE to a folder that holds scheduling/conflict/events-10000.csv."
    need_packages python3-venv
    python3 -m venv "$BENCH/python"
    "$BENCH/python/bin/pip" install --quiet --disable-pip-version-check \
        h2==4.4.1 cryptography==46.0.7 portion==2.6.1 intervaltree==3.1.0 pyvroom==1.15.2 ortools==9.15.6755
    build_scheduling_bench
    for peer in list portion intervaltree; do
        say "all pairs in Python: $peer"
        "$BENCH/python/bin/python" "$ROOT/script/bench.d/schedulingpeers.py" "$peer" "$table" >>"$BENCH/results"
    done
    say "the engine"
    "$SCHEDULING_BENCH" "$table" >>"$BENCH/results"
    check_pairs
    plan_days "$reference"
    measure_records
    print_table
    print_plans
}

# plan_days FOLDER: the days of 12 tasks by all programs, and those of 4 and 6 with a plan in force by CP-SAT and Jadwal.
plan_days() {
    local peer tasks
    for peer in insertion vroom cpsat; do
        say "the days of 12 tasks: $peer"
        "$BENCH/python/bin/python" "$ROOT/script/bench.d/planpeers.py" "$peer" 12 "$1/day" >>"$BENCH/results"
    done
    say "the days of 4 and 6 tasks with a plan in force: cpsat, up to a minute each"
    for tasks in 4 6; do
        "$BENCH/python/bin/python" "$ROOT/script/bench.d/planpeers.py" ties "$tasks" "$1/day" >>"$BENCH/ties.cpsat"
        "$SCHEDULING_BENCH" ties "$tasks" "$1" >>"$BENCH/ties.jadwal"
    done
    say "plans by the engine"
    "$SCHEDULING_BENCH" plan "$1" >>"$BENCH/results"
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

# push_service_starts: a push service on this machine, to which the next Jadwal may speak.
push_service_starts() {
    PUSH=$BENCH/push
    mkdir -p "$PUSH"
    setpriv --pdeathsig TERM "$BENCH/python/bin/python" "$ROOT/script/bench.d/pushservice.py" "$PUSH" \
        >"$BENCH/push.out" 2>&1 </dev/null &
    PID[push]=$!
    await push "$BENCH/push.out" 30 test -s "$PUSH/push.host"
    JADWAL_WEB_PUSH_HOSTS=$(<"$PUSH/push.host")
    JADWAL_PUSH_CA_FILE=$PUSH/push.pem
    export JADWAL_WEB_PUSH_HOSTS JADWAL_PUSH_CA_FILE
}

# subscribe: notices to the push service for whoever is signed in, at every hour of the day.
subscribe() { # CUSTOMER
    local name value page fields=()
    while read -r name value; do fields+=(--data-urlencode "$name=$value"); done <"$PUSH/push.fields"
    page=$(browse "$ORIGIN/settings/notifications")
    # A browser sends the key of the server that it subscribed with.
    for name in csrf key; do fields+=(--data-urlencode "$name=$(hidden "$name" <<<"$page")"); done
    browse --output /dev/null "${fields[@]}" "$ORIGIN/settings/devices/web-push"
    ask_database "INSERT INTO day_habit (customer_id, quiet_from, quiet_until) VALUES ('$1', 0, 0)
        ON CONFLICT (customer_id) DO UPDATE SET quiet_from = 0, quiet_until = 0"
    [[ $(ask_database "SELECT count(*) FROM notification_device") == 1 ]] || give_up "No browser is subscribed."
}

ask_database() { # QUERY
    "${AS_ACCOUNT[@]}" "$POSTGRES_BIN/psql" --host "$DATA/run" --username jadwal --dbname jadwal -qAtX --command "$1"
}

# measure_records: a Jadwal whose worker looks for clashes, and one customer.
measure_records() {
    local id password=bench-password-of-nobody DATA PUSH
    push_service_starts
    bench_jadwal_starts
    id=$("$ROOT/script/jadwal" --data "$JADWAL_DATA_DIR" customers add bench@example.org \
        --device-password "bench=$password" | sed -nE 's/^id: *//p')
    [[ -n $id ]] || give_up "The customer could not be added."
    DATA=$JADWAL_DATA_DIR
    find_postgres
    sign_in
    subscribe "$id"
    say "from a PUT to the record and to the push"
    RECORDS=$(python3 "$ROOT/script/bench.d/conflicts.py" "$ORIGIN" "/dav/calendars/$id" "bench@example.org:$password" \
        "$PUSH/push.log" "${AS_ACCOUNT[@]}" "$POSTGRES_BIN/psql" --host "$DATA/run" --username jadwal --dbname jadwal)
}

print_table() {
    local put record late push latest
    read -r put record late push latest <<<"$RECORDS"
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
    printf '%-44s %9.1f\n' 'from the PUT to the push' "$push"
    printf '%-44s %9.1f %43s\n' 'the same, p99' "$latest" "< 2000 $(verdict "$latest < 2000")"
}

# line_of_plans NAME WORDS [GOAL LIMIT]: the median and the 95th percentile, and how many of all are right.
line_of_plans() {
    local median late right all
    read -r median late right all < <(awk -v name="$1" '$1 == name { print $2, $3, $4, $(NF) }' "$BENCH/results")
    printf '%-44s %9.2f %9.2f %6s of %-4s' "$2" "$median" "$late" "$right" "$all"
    [[ -z ${3:-} ]] || printf ' p95 < %s %s, < %s %s' "$4" "$(verdict "$late < $4")" "$3" "$(verdict "$late < $3")"
    printf '\n'
}

print_plans() {
    local same
    same=$(comm -12 <(sort "$BENCH/ties.cpsat") <(sort "$BENCH/ties.jadwal") | wc -l)
    printf '\n%-44s %9s %9s %13s\n' 'Plans, ms' median p95 'as good'
    line_of_plans day12 'a day of 12 tasks' 7 20
    line_of_plans cpsat '  by CP-SAT, 10 s each'
    line_of_plans vroom '  by VROOM'
    line_of_plans insertion '  by insertion in Python'
    line_of_plans day12-ties 'the same with a plan in force' 60 100
    line_of_plans day16 'a day of 16 tasks' 300 300
    line_of_plans horizon '7 days, 12 tasks' 120 300
    line_of_plans reasons 'the reasons of 8 tasks left out' 100 100
    line_of_plans optw 'orienteering with 20 and 50 places' 1000 1000
    line_of_plans tsptw 'salesman with up to 32 places' 200 200
    printf '%-44s %9s of %s\n' 'with a plan in force as CP-SAT plans' "$same" "$(wc -l <"$BENCH/ties.cpsat")"
    printf '%-44s %9.0f MB %36s\n' 'memory after the days' "$(figure memory | awk '{ print $1 / 1024 }')" \
        "< 32 $(verdict "$(figure memory) < 32768")"
}
