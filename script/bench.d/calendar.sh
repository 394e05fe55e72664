# script/bench calendar: the calendar's pages, from nginx with TLS to the last byte, packed as browsers ask for them.
#
# Three people have the events of calendar_files.py. Every page is asked for by one connection, and by 20 at once, in turns
# with a do-nothing C program that asks Postgres once and answers the bytes of the busiest month. Jadwal remembers the
# entries of unchanged calendars, so one row has a calendar that changes every few milliseconds.

readonly AT_ONCE=20
readonly PEOPLE=(ordinary busy large)
readonly PAGES=(nothing ordinary busy changing large week day list search event)
declare -A PERSON=(
    [nothing]=busy [ordinary]=ordinary [busy]=busy [changing]=busy [large]=large [week]=large [day]=large [list]=large [search]=large
    [event]=large
)
declare -A TITLE=(
    [nothing]='do-nothing C program, busy month' [ordinary]='a month of 80 events' [busy]='a month of 1,000'
    [changing]='the same, always changed'
    [large]='a month out of 20,000' [week]='a week' [day]='a day' [list]='the list' [search]='search: two words'
    [event]='an event'
)
# The most ms for 95 of 100 answers, one at a time and 20 at once; the most kB of HTML, as it is and packed.
declare -A CEILING=([ordinary]=5 [busy]=10 [search]=15)
declare -A CEILING_AT_ONCE=([busy]=100)
declare -A RAW_CEILING=([ordinary]=250) PACKED_CEILING=([ordinary]=22)
readonly STATEMENTS_CEILING=8 FIRST_LOAD_CEILING=50
declare -A COOKIE_OF=() URL=() STATEMENTS=() RAW=() PACKED=()

bench_calendar() {
    bench_jadwal_starts
    local person
    for person in "${PEOPLE[@]}"; do settle "$person"; done
    as_jadwals_superuser 'VACUUM ANALYZE'
    name_pages
    check_answers
    measure_sizes
    measure_statements
    local COOKIE=${COOKIE_OF[busy]}
    yardstick_starts month 1 "/calendar/$MONTH"
    URL[nothing]=${YARDSTICK_URL[month]}
    measure_speed "${PAGES[@]/%/-1}" "${PAGES[@]/%/-$AT_ONCE}"
    print_table
}

# settle PERSON: signs in, chooses a city, and brings the events in.
settle() {
    say "storing the events of a calendar that is $1"
    sign_in "$1@example.org"
    COOKIE_OF[$1]=$COOKIE
    browse --output /dev/null --data-urlencode city=108410 \
        --data-urlencode csrf="$(browse "$ORIGIN/settings" | hidden csrf)" "$ORIGIN/settings/prayer"
    # The first look makes the first calendar.
    browse --output /dev/null "$ORIGIN/calendars"
    /usr/bin/python3 "$ROOT/script/bench.d/calendar_files.py" "$1" "$(date +%Y)" "$(date +%-m)" |
        "$ROOT/script/jadwal" --data "$JADWAL_DATA_DIR" import ics - --customer "$1@example.org" >"$BENCH/import.out" ||
        { last_lines "$BENCH/import.out" && give_up "The events could not be brought in."; }
}

name_pages() {
    local today
    MONTH=$(date +%Y-%m) today=$(date +%F)
    URL=(
        [ordinary]=$ORIGIN/calendar/$MONTH [busy]=$ORIGIN/calendar/$MONTH
        [changing]=$ORIGIN/calendar/$MONTH [large]=$ORIGIN/calendar/$MONTH
        [week]=$ORIGIN/calendar/week/$today [day]=$ORIGIN/calendar/day/$today [list]=$ORIGIN/calendar/list/$today
        [search]=$ORIGIN/calendar/search?q=dentist+visit
    )
    URL[event]=$ORIGIN$(grep -oE '/events/[0-9]+/[^"?]+' <<<"$(page week)" | sed -n 1p)
}

# page NAME CURL-WORDS…: a page as its person gets it.
page() {
    ask --cookie "${COOKIE_OF[${PERSON[$1]}]}" "${@:2}" "${URL[$1]}"
}

# Measuring an error page would be measuring nothing.
check_answers() {
    local name
    for name in "${PAGES[@]:1}"; do
        [[ $(page "$name") =~ /events/[0-9]+/ ]] || give_up "${URL[$name]} shows no event."
    done
}

# measure_sizes: the HTML of each page, and everything that a browser loads for its first month.
measure_sizes() {
    local name asset
    for name in "${PAGES[@]:1}"; do
        RAW[$name]=$(page "$name" | wc -c)
        PACKED[$name]=$(page "$name" --header 'Accept-Encoding: gzip' | wc -c)
    done
    FIRST_LOAD=${PACKED[ordinary]}
    while read -r asset; do
        ((FIRST_LOAD += $(ask --header 'Accept-Encoding: gzip' "$ORIGIN$asset" | wc -c)))
    done < <(page ordinary | grep -oE '(href|src)="/static/[^"]+"' | cut -d'"' -f2 | sort --unique)
}

# measure_statements: how many statements Postgres runs for one answer, as its log tells.
measure_statements() {
    local name before
    log_statements on
    for name in "${PAGES[@]:1}"; do
        page "$name" --output /dev/null
        [[ $name != changing ]] || change_for 0
        before=$(executed)
        page "$name" --output /dev/null
        STATEMENTS[$name]=$(($(executed) - before))
    done
    log_statements off
}

# change_for SECONDS: changes the calendars of all at once, and again every 3 ms.
change_for() {
    as_jadwals_superuser "DO \$\$ DECLARE stop timestamptz := clock_timestamp() + interval '$1 s'; BEGIN LOOP
        UPDATE calendar_collection SET changed_at = clock_timestamp();
        COMMIT;
        EXIT WHEN clock_timestamp() > stop;
        PERFORM pg_sleep(0.003);
    END LOOP; END \$\$"
}

# load PAGE-CONNECTIONS SECONDS
load() {
    local name=${1%-*} WIDTH=${1##*-} changes=
    [[ $name != changing ]] || { change_for "$2" & changes=$!; }
    LATE=95 run_wrk "${URL[$name]}" "$2" "Cookie: ${COOKIE_OF[${PERSON[$name]}]}" 'Accept-Encoding: gzip'
    [[ -z $changes ]] || wait "$changes"
}

# goals NAME: its targets, each with a verdict.
goals() {
    local goals=()
    [[ -z ${CEILING[$1]:-} ]] ||
        goals+=("< ${CEILING[$1]} ms $(verdict "$(column "$1-1" 4) < ${CEILING[$1]}")")
    [[ -z ${CEILING_AT_ONCE[$1]:-} ]] ||
        goals+=("at once < ${CEILING_AT_ONCE[$1]} $(verdict "$(column "$1-$AT_ONCE" 4) < ${CEILING_AT_ONCE[$1]}")")
    [[ -z ${RAW_CEILING[$1]:-} ]] || goals+=("≤ ${RAW_CEILING[$1]} kB $(verdict "${RAW[$1]} <= ${RAW_CEILING[$1]}000")")
    [[ -z ${PACKED_CEILING[$1]:-} ]] ||
        goals+=("packed ≤ ${PACKED_CEILING[$1]} $(verdict "${PACKED[$1]} <= ${PACKED_CEILING[$1]}000")")
    [[ -z ${STATEMENTS[$1]:-} ]] || ((STATEMENTS[$1] <= STATEMENTS_CEILING)) ||
        goals+=("≤ $STATEMENTS_CEILING statements ✗")
    local IFS=,
    sed 's/,/, /g' <<<"${goals[*]}"
}

kilobytes() { # OCTETS, or nothing
    [[ -z $1 ]] || awk "BEGIN { printf \"%.1f\", $1 / 1000 }"
}

print_table() {
    local name
    printf '\n%s\n' "The calendar's pages behind nginx with TLS, packed, $(nproc) cores, median of $ROUNDS rounds of $SECONDS_EACH s"
    printf '%s\n' 'of C: of the C program in requests/s, at once; sql: statements for one answer; targets are of p95 ms, and of kB'
    printf '%-34s %8s %8s %12s %8s %12s %7s %5s %8s %7s   %s\n' \
        '' 'p50 ms' 'p95' "$AT_ONCE at once" 'p95' 'requests/s' 'of C' 'sql' 'kB' 'packed' 'target'
    for name in "${PAGES[@]}"; do
        printf '%-34s %8.2f %8.2f %12.2f %8.2f %12.0f %7.2f %5s %8s %7s   %s\n' "${TITLE[$name]}" \
            "$(column "$name-1" 3)" "$(column "$name-1" 4)" \
            "$(column "$name-$AT_ONCE" 3)" "$(column "$name-$AT_ONCE" 4)" "$(column "$name-$AT_ONCE" 2)" \
            "$(ratio "$name-$AT_ONCE" "nothing-$AT_ONCE")" "${STATEMENTS[$name]:-}" \
            "$(kilobytes "${RAW[$name]:-}")" "$(kilobytes "${PACKED[$name]:-}")" "$(goals "$name")"
    done
    printf 'the first load of a month of 80 events, with its style, scripts and icons: %s kB packed (≤ %s %s)\n' \
        "$(kilobytes "$FIRST_LOAD")" "$FIRST_LOAD_CEILING" "$(verdict "$FIRST_LOAD <= ${FIRST_LOAD_CEILING}000")"
}
