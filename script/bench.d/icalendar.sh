# script/bench icalendar: reading and writing calendars, beside libical and Python's icalendar.
#
# The calendars are those of ../shared/reference (or JADWAL_REFERENCE) that all three read whole, one
# after the other, again and again up to 50 MB; Python gets one round of them.

bench_icalendar() {
    local corpus=${JADWAL_REFERENCE:-$ROOT/../shared/reference}/icalendar/corpus ours libical python
    [[ -d $corpus ]] || give_up "There are no calendars in $corpus."
    need_packages libical-dev python3-venv
    gcc -O2 -o "$BENCH/libical" "$ROOT/script/bench.d/icalendar.c" -lical
    python3 -m venv "$BENCH/python"
    "$BENCH/python/bin/pip" install --quiet --disable-pip-version-check icalendar==7.3.0
    collect_calendars "$corpus"
    build_calendar_bench
    say "reading and writing $(($(stat --format %s "$BENCH/all.ics") / 1000000)) MB: ours, then libical, then Python"
    ours=$("${PROGRAM%/jadwal}/jadwal-calendar-bench" text "$BENCH/all.ics")
    libical=$("$BENCH/libical" "$BENCH/all.ics" 2>/dev/null)
    python=$("$BENCH/python/bin/python" "$ROOT/script/bench.d/icalendar.py" "$BENCH/once.ics")
    printf '\n%s\n' "Calendars read and written, on one core"
    printf '%-24s %8s MB/s\n' Jadwal "$ours" "libical $(dpkg-query --show --showformat '${Version}' libical3)" "$libical" \
        'icalendar 7.3.0, Python' "$python"
    printf 'of libical %.1f (≥ 1.5 %s), of Python %.0f (≥ 50 %s)\n' \
        "$(awk "BEGIN { print $ours / $libical }")" "$(verdict "$ours >= 1.5 * $libical")" \
        "$(awk "BEGIN { print $ours / $python }")" "$(verdict "$ours >= 50 * $python")"
}

build_calendar_bench() {
    local flags
    mapfile -t flags < <(build_flags)
    run_step swift build --package-path "$ROOT" --product jadwal-calendar-bench "${flags[@]}" >"$BENCH/build.log" 2>&1 ||
        { last_lines "$BENCH/build.log" && give_up "The measuring program does not build."; }
}

# Who gives up on a file early would seem fast: only those that everybody reads count.
collect_calendars() {
    local file
    for file in "$1"/*.ics; do
        "$BENCH/libical" "$file" >/dev/null 2>"$BENCH/complaint" && [[ ! -s $BENCH/complaint ]] || continue
        "$BENCH/python/bin/python" "$ROOT/script/bench.d/icalendar.py" "$file" >/dev/null 2>&1 || continue
        { cat "$file" && printf '\r\n'; } >>"$BENCH/once.ics"
    done
    while (($(stat --format %s "$BENCH/all.ics" 2>/dev/null || echo 0) < 50000000)); do
        cat "$BENCH/once.ics" >>"$BENCH/all.ics"
    done
}
