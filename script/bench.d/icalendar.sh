# script/bench icalendar: texts, series and stored objects, compared with libical and Python's libraries.
#
# All programs do the same tasks with the same data. They take turns, so that other work of the machine
# slows all of them. Their results must be equal: the number of occurrences and a sum over all starts and
# ends, or the number of components of a text. The best round counts.
#
#   text    reads and writes 50 MB of calendars. They are the files of ../shared/reference (or
#           JADWAL_REFERENCE) that all three programs read, repeated; Python reads them once.
#   weekly  expands 1,000 weekly events over ten years to moments in UTC; Python expands 20 of them.
#   month   lists one month of 10,000 stored objects: their bounds select candidates, which are read and
#           expanded.

# Ten years from 2016, and June 2024.
readonly DECADE=(1451606400 1767225600) JUNE=(1717200000 1719792000) EVERY=50

bench_icalendar() {
    local corpus=${JADWAL_REFERENCE:-$ROOT/../shared/reference}/icalendar/corpus round
    compgen -G "$corpus/*.ics" >/dev/null || give_up "There are no calendars to measure with in $corpus." \
        "Set JADWAL_REFERENCE to a folder that holds calendar files as icalendar/corpus/*.ics:" \
        "JADWAL_REFERENCE=/path/to/reference script/bench icalendar"
    need_packages libical-dev python3-venv
    gcc -O2 -o "$BENCH/libical" "$ROOT/script/bench.d/icalendar.c" -lical
    python3 -m venv "$BENCH/python"
    "$BENCH/python/bin/pip" install --quiet --disable-pip-version-check icalendar==7.3.0 recurring-ical-events==3.8.2
    collect_calendars "$corpus"
    build_calendar_bench
    "$CALENDAR_BENCH" make "$BENCH"
    for round in $(seq "$ROUNDS"); do
        say "round $round of $ROUNDS: texts, series, stored objects"
        run text jadwal "$CALENDAR_BENCH" "$BENCH/all.ics"
        run text libical "$BENCH/libical" "$BENCH/all.ics"
        run text python in_python "$BENCH/once.ics"
        run weekly jadwal "$CALENDAR_BENCH" "$BENCH/weekly" "${DECADE[@]}"
        run weekly libical "$BENCH/libical" "$BENCH/weekly" "${DECADE[@]}"
        run weekly python in_python "$BENCH/weekly" "${DECADE[@]}" "$EVERY"
        run month jadwal "$CALENDAR_BENCH" "$BENCH/month" "${JUNE[@]}"
        run month libical "$BENCH/libical" "$BENCH/month" "${JUNE[@]}"
        run month python in_python "$BENCH/month" "${JUNE[@]}"
    done
    check_findings
    print_table
}

build_calendar_bench() {
    local flags
    mapfile -t flags < <(build_flags)
    run_step swift build --package-path "$ROOT" --product jadwal-calendar-bench "${flags[@]}" >"$BENCH/build.log" 2>&1 ||
        { last_lines "$BENCH/build.log" && give_up "The measuring program does not build."; }
    CALENDAR_BENCH=${PROGRAM%/jadwal}/jadwal-calendar-bench
}

# collect_calendars FOLDER: joins the files that all three programs read. A program that stops early in a
# file would seem fast. A byte order mark would be in the middle of the joined text.
collect_calendars() {
    local file
    for file in "$1"/*.ics; do
        "$BENCH/libical" text "$file" >/dev/null 2>"$BENCH/complaint" && [[ ! -s $BENCH/complaint ]] || continue
        in_python text "$file" >/dev/null 2>&1 || continue
        [[ $(head --bytes 3 "$file") != $'\xef\xbb\xbf' ]] || continue
        { cat "$file" && printf '\r\n'; } >>"$BENCH/once.ics"
    done
    [[ -s $BENCH/once.ics ]] || give_up "No calendar in $1 is read by all three."
    while (($(stat --format %s "$BENCH/all.ics" 2>/dev/null || echo 0) < 50000000)); do
        cat "$BENCH/once.ics" >>"$BENCH/all.ics"
    done
}

in_python() {
    "$BENCH/python/bin/python" "$ROOT/script/bench.d/pycalendars.py" "$@"
}

# run TASK WHO PROGRAM WORDS...: appends a line with seconds, count and sum to the results.
run() {
    local task=$1 who=$2 program=$3
    shift 3
    "$program" "$task" "$@" >>"$BENCH/$task-$who.results" 2>"$BENCH/complaint" || {
        last_lines "$BENCH/complaint"
        give_up "$who could not do $task."
    }
}

best() { # TASK WHO
    sort --general-numeric-sort "$BENCH/$1-$2.results" | awk 'NR == 1 { print $1 }'
}

found() { # TASK WHO [COLUMNS]
    cut --delimiter ' ' --fields "${3:-2,3}" "$BENCH/$1-$2.results" | sort --unique
}

# check_findings: stops if the programs found different things. Of texts only the number of components is
# compared: libical splits a property that is a list, as CATEGORIES, into several.
check_findings() {
    local jadwal
    [[ $(found text jadwal 2) == "$(found text libical 2)" ]] ||
        give_up "libical finds $(found text libical 2) components in the text, Jadwal $(found text jadwal 2)."
    jadwal=$("$CALENDAR_BENCH" text "$BENCH/once.ics" | cut --delimiter ' ' --fields 2)
    [[ $jadwal == "$(found text python 2)" ]] || give_up "Python finds $(found text python 2) components in the text, Jadwal $jadwal."
    for task in weekly month; do
        [[ $(found "$task" jadwal) == "$(found "$task" libical)" ]] ||
            give_up "libical finds $(found "$task" libical) in $task, Jadwal $(found "$task" jadwal)."
    done
    [[ $(found month jadwal) == "$(found month python)" ]] ||
        give_up "Python finds $(found month python) in month, Jadwal $(found month jadwal)."
}

# as_fast_as TASK OTHER [SHARE]: prints how many times faster Jadwal is than the other program, which had
# only one part in SHARE of the data.
as_fast_as() {
    awk -v jadwal="$(best "$1" jadwal)" -v other="$(best "$1" "$2")" -v share="${3:-1}" 'BEGIN { printf "%.1f", other * share / jadwal }'
}

row() { # TASK TITLE UNIT FORMULA [PYTHON'S SHARE]
    local who share=1 value
    printf '%-34s' "$2"
    for who in jadwal libical python; do
        [[ $who != python ]] || share=${5:-1}
        value=$(awk -v s="$(best "$1" "$who")" -v share="$share" "BEGIN { print $4 }")
        printf ' %10.*f' "$([[ $who == python || $1 == month ]] && echo 1 || echo 0)" "$value"
    done
    printf ' %-6s' "$3"
}

print_table() {
    local size once libical python milliseconds
    size=$(stat --format %s "$BENCH/all.ics") once=$(stat --format %s "$BENCH/once.ics")
    printf '\n%s\n' "Calendars on one core, best of $ROUNDS rounds: Jadwal, libical $(dpkg-query --show --showformat '${Version}' libical3), Python's icalendar 7.3.0 with recurring-ical-events 3.8.2"
    printf '%-34s %10s %10s %10s\n' '' Jadwal libical Python
    libical=$(as_fast_as text libical) python=$(as_fast_as text python "$(awk "BEGIN { print $size / $once }")")
    row text "$((size / 1000000)) MB read and written" MB/s "$size / 1e6 / s / share" "$(awk "BEGIN { print $size / $once }")"
    printf ' of libical %s (≥ 1.5 %s), of Python %s (≥ 50 %s)\n' \
        "$libical" "$(verdict "$libical >= 1.5")" "$python" "$(verdict "$python >= 50")"
    libical=$(as_fast_as weekly libical) python=$(as_fast_as weekly python "$EVERY")
    row weekly "$(found weekly jadwal 2) weekly occurrences" ms 's * 1e3 * share' "$EVERY"
    printf ' of libical %s (≥ 1 %s), of Python %s (≥ 50 %s)\n' \
        "$libical" "$(verdict "$libical >= 1")" "$python" "$(verdict "$python >= 50")"
    milliseconds=$(awk -v s="$(best month jadwal)" 'BEGIN { print s * 1e3 }')
    row month "one month of 10,000 objects" ms 's * 1e3'
    printf ' < 5 ms %s\n' "$(verdict "$milliseconds < 5")"
    printf '%s\n' "Python read $((once / 1000)) KB of the text and every ${EVERY}th weekly event; its figures are scaled to all."
}
