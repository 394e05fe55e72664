# script/bench icalendar: texts, series and stored objects, beside libical and Python's libraries.
#
# Everybody does the same with the same data, in turns, so that what else the machine does hits all
# alike, and must find the same: how many, and a sum over all starts and ends (of a text, how many
# components). The best round counts.
#
#   text    the calendars of ../shared/reference (or JADWAL_REFERENCE) that all three read whole, one
#           after the other, again and again up to 50 MB, read and written; Python gets them once
#   weekly  1,000 weekly events, expanded over ten years to moments in UTC; Python gets 20 of them
#   month   one month of 10,000 stored objects: their bounds pick candidates, which are read and expanded

# Ten years from 2016, and June of 2024.
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
    "$OURS" make "$BENCH"
    for round in $(seq "$ROUNDS"); do
        say "round $round of $ROUNDS: texts, series, stored objects"
        run text ours "$OURS" "$BENCH/all.ics"
        run text libical "$BENCH/libical" "$BENCH/all.ics"
        run text python in_python "$BENCH/once.ics"
        run weekly ours "$OURS" "$BENCH/weekly" "${DECADE[@]}"
        run weekly libical "$BENCH/libical" "$BENCH/weekly" "${DECADE[@]}"
        run weekly python in_python "$BENCH/weekly" "${DECADE[@]}" "$EVERY"
        run month ours "$OURS" "$BENCH/month" "${JUNE[@]}"
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
    OURS=${PROGRAM%/jadwal}/jadwal-calendar-bench
}

# Who gives up on a file early would seem fast: only those that everybody reads count; and none that
# begins with a byte order mark, which would stand in the middle of the others.
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

# run TASK WHO PROGRAM WORDS...: adds a line of seconds, count and sum.
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

# Measuring what finds something else would be measuring nothing. Of texts the number of components is
# compared, but not that of properties: libical makes several of one that is a list, as CATEGORIES.
check_findings() {
    local ours
    [[ $(found text ours 2) == "$(found text libical 2)" ]] ||
        give_up "libical finds $(found text libical 2) components in the text, we $(found text ours 2)."
    ours=$("$OURS" text "$BENCH/once.ics" | cut --delimiter ' ' --fields 2)
    [[ $ours == "$(found text python 2)" ]] || give_up "Python finds $(found text python 2) components in the text, we $ours."
    for task in weekly month; do
        [[ $(found "$task" ours) == "$(found "$task" libical)" ]] ||
            give_up "libical finds $(found "$task" libical) in $task, we $(found "$task" ours)."
    done
    [[ $(found month ours) == "$(found month python)" ]] ||
        give_up "Python finds $(found month python) in month, we $(found month ours)."
}

# as_fast_as TASK FACTOR: how many times as fast as libical we are, and as Python, which had a share.
as_fast_as() {
    awk -v ours="$(best "$1" ours)" -v other="$(best "$1" "$2")" -v share="${3:-1}" 'BEGIN { printf "%.1f", other * share / ours }'
}

row() { # TASK TITLE UNIT FORMULA [PYTHON'S SHARE]
    local who share=1 value
    printf '%-34s' "$2"
    for who in ours libical python; do
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
    row weekly "$(found weekly ours 2) weekly occurrences" ms 's * 1e3 * share' "$EVERY"
    printf ' of libical %s (≥ 1 %s), of Python %s (≥ 50 %s)\n' \
        "$libical" "$(verdict "$libical >= 1")" "$python" "$(verdict "$python >= 50")"
    milliseconds=$(awk -v s="$(best month ours)" 'BEGIN { print s * 1e3 }')
    row month "one month of 10,000 objects" ms 's * 1e3'
    printf ' < 5 ms %s\n' "$(verdict "$milliseconds < 5")"
    printf '%s\n' "Python had $((once / 1000)) KB of the text and every ${EVERY}th weekly event; its figures are for all."
}
