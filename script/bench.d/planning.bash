# The plans of customers in `script/bench scheduling`: one replan beside 10,000 events, the nights of 10,000 customers,
# and the page of today.

readonly REPLANS=${REPLANS:-30} SLEEPERS=${SLEEPERS:-200} PLANNER=planner@example.org

# measure_plans: a Jadwal with a customer of 10,000 events, and SLEEPERS others of a month each, all with prayers, three
# routines and six tasks.
measure_plans() {
    [[ -n ${PID[jadwal]:-} ]] || bench_jadwal_starts
    DATA=$JADWAL_DATA_DIR
    find_postgres
    say "storing a calendar of 10,000 events"
    sign_in "$PLANNER"
    browse --output /dev/null --data-urlencode city=108410 \
        --data-urlencode csrf="$(browse "$ORIGIN/settings" | hidden csrf)" "$ORIGIN/settings/prayer"
    browse --output /dev/null "$ORIGIN/calendars"
    store_events long "$PLANNER"
    PLANNER_ID=$(ask_database "SELECT id FROM customer WHERE email = '$PLANNER'")
    ask_database "SELECT enqueue_plan('$PLANNER_ID')"
    await_plans 120
    [[ $(ask_database "SELECT count(*) >= 6 FROM plan_item WHERE customer_id = '$PLANNER_ID'") == t ]] ||
        give_up "The tasks are not planned."
    as_jadwals_superuser 'VACUUM ANALYZE'
    measure_replans
    measure_today
    measure_night
}

store_events() { # KIND EMAIL
    /usr/bin/python3 "$ROOT/script/bench.d/calendar_files.py" "$1" "$(date +%Y)" "$(date +%-m)" |
        "$ROOT/script/jadwal" --data "$JADWAL_DATA_DIR" import ics - --customer "$2" >"$BENCH/import.out" ||
        { last_lines "$BENCH/import.out" && give_up "The events could not be brought in."; }
}

# await_plans SECONDS: until no plan waits.
await_plans() {
    local deadline=$((SECONDS + $1))
    until [[ $(ask_database "SELECT count(*) FROM job WHERE kind LIKE 'planning.%plan' AND finished_at IS NULL") == 0 ]]; do
        ((SECONDS < deadline)) || give_up "Plans wait after $1 seconds."
        sleep 0.05
    done
}

# plan_times: the milliseconds from each plan's job to its end, of the last REPLANS plans.
plan_times() {
    ask_database "SELECT round(extract(epoch FROM finished_at - created_at) * 1000, 1) FROM job
        WHERE kind = 'planning.plan' AND customer_id = '$PLANNER_ID' ORDER BY id DESC LIMIT $REPLANS"
}

# measure_replans: plans that change nothing, then those after a meeting on the first planned time to come.
measure_replans() {
    local number start log=$JADWAL_DATA_DIR/log/postgres.log
    say "$REPLANS plans, and $REPLANS after a meeting"
    for ((number = 0; number < REPLANS; number++)); do
        ask_database "SELECT enqueue_plan('$PLANNER_ID')"
        await_plans 30
    done
    plan_times >"$BENCH/replans"
    for ((number = 0; number < REPLANS; number++)); do
        start=$(ask_database "SELECT to_char(min(starts_at) AT TIME ZONE 'UTC', 'YYYYMMDD\"T\"HH24MISS\"Z\"') FROM plan_item
            WHERE customer_id = '$PLANNER_ID' AND state = 'planned' AND starts_at > now() + interval '1 day'")
        printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//Jadwal//Bench//EN BEGIN:VEVENT "UID:meeting-$number" \
            DTSTAMP:20260101T000000Z "DTSTART:$start" DURATION:PT30M SUMMARY:Meeting END:VEVENT END:VCALENDAR |
            "$ROOT/script/jadwal" --data "$JADWAL_DATA_DIR" import ics - --customer "$PLANNER" >"$BENCH/import.out"
        await_plans 30
    done
    plan_times >"$BENCH/moved"
    log_statements on
    number=$(wc -l <"$log")
    ask_database "SELECT enqueue_plan('$PLANNER_ID')"
    await_plans 30
    # The job has read its customer before the first of these.
    REPLAN_STATEMENTS=$(tail -n "+$((number + 1))" "$log" | grep -E '^jadwal-work' | awk '
        /EXISTS \(SELECT collection_id, planned_at/ { isPlan = 1 }
        isPlan && /LOG:  execute/ { count++ }
        isPlan && /COMMIT/ { print count + 1; exit }')
    log_statements off
}

measure_today() {
    say "the page of today"
    : >"$BENCH/today.results"
    LATE=95 WIDTH=1 run_wrk "$ORIGIN/today" "$SECONDS_EACH" "Cookie: $COOKIE" 'Accept-Encoding: gzip' >>"$BENCH/today.results"
    TODAY_OCTETS=$(ask --cookie "$COOKIE" --header 'Accept-Encoding: gzip' "$ORIGIN/today" | wc -c)
}

# measure_night: the seconds in which the worker plans all days of SLEEPERS customers.
measure_night() {
    local number began
    say "storing the calendars of $SLEEPERS customers"
    for ((number = 0; number < SLEEPERS; number++)); do
        "$ROOT/script/jadwal" --data "$JADWAL_DATA_DIR" customers add "sleeper-$number@example.org" >/dev/null
        store_events tasks "sleeper-$number@example.org"
    done
    as_jadwals_superuser "INSERT INTO prayer_feed (customer_id, token_sha256, nonce, city_id, place_name, country, latitude_deg,
            longitude_deg, elevation_m, time_zone, options)
        SELECT c.id, sha256(uuid_send(gen_random_uuid())), uuid_send(gen_random_uuid()), f.city_id, f.place_name, f.country,
               f.latitude_deg, f.longitude_deg, f.elevation_m, f.time_zone, f.options
          FROM prayer_feed f, customer c WHERE f.customer_id = '$PLANNER_ID' AND c.email LIKE 'sleeper-%'"
    await_plans 600
    as_jadwals_superuser 'VACUUM ANALYZE'
    as_jadwals_superuser "UPDATE plan SET planned_at = now() - interval '1 day' WHERE customer_id <> '$PLANNER_ID'"
    say "a night of $SLEEPERS customers"
    began=${EPOCHREALTIME/./}
    ask_database "SELECT count(enqueue_plan(customer_id)) FROM plan WHERE customer_id <> '$PLANNER_ID'" >"$BENCH/sleepers"
    await_plans 1200
    NIGHT=$(((${EPOCHREALTIME/./} - began) / 1000))
    [[ $(<"$BENCH/sleepers") == "$SLEEPERS" ]] || give_up "Only $(<"$BENCH/sleepers") of $SLEEPERS customers have a plan."
}

late() { # FILE
    sort --general-numeric-sort "$1" | awk '{ v[NR] = $1 } END { print v[int(NR * 0.95 + 0.5)] }'
}

print_customer_plans() {
    local minutes
    minutes=$(awk "BEGIN { printf \"%.1f\", $NIGHT / $SLEEPERS * 10000 / 60000 }")
    printf '\n%-52s %9s %9s\n' "Plans of customers, from the job to its end, ms" median p95
    printf '%-52s %9.1f %9.1f   < 150 %s\n' 'a replan beside 10,000 events' "$(median <"$BENCH/replans")" \
        "$(late "$BENCH/replans")" "$(verdict "$(late "$BENCH/replans") < 150")"
    printf '%-52s %9.1f %9.1f   < 150 %s\n' 'the same after a meeting, with what it moves' "$(median <"$BENCH/moved")" \
        "$(late "$BENCH/moved")" "$(verdict "$(late "$BENCH/moved") < 150")"
    printf '%-52s %9d %13s %s\n' 'statements of a replan that moves nothing' "$REPLAN_STATEMENTS" '≤ 8' \
        "$(verdict "$REPLAN_STATEMENTS <= 8")"
    printf '%-52s %9.1f %9.1f   < 30 %s\n' 'the page of today, behind nginx with TLS' "$(column today 3)" \
        "$(column today 4)" "$(verdict "$(column today 4) < 30")"
    printf '%-52s %9.1f kB %10s %s\n' 'the same, packed' "$(awk "BEGIN { print $TODAY_OCTETS / 1000 }")" '< 22' \
        "$(verdict "$TODAY_OCTETS < 22000")"
    printf '%s customers in a night by one worker: %.1f s; 10,000 by that: %s minutes (< 30 %s)\n' "$SLEEPERS" \
        "$(awk "BEGIN { print $NIGHT / 1000 }")" "$minutes" "$(verdict "$minutes < 30")"
}
