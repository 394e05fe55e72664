# script/bench transit: journeys by a timetable of a city of Riyadh's size, beside pynigiri, the router inside MOTIS.
#
# The timetable is made up by Tests/TransitTests/Oracles/networks.py. Both programs answer the same journeys.

readonly TRANSIT_DAY=2026-06-03 JOURNEYS=1000

bench_transit() {
    need_packages python3-venv
    python3 -m venv "$BENCH/python"
    "$BENCH/python/bin/pip" install --quiet --disable-pip-version-check pynigiri==0.1.5
    build_transit_bench
    say "making up a timetable"
    python3 "$ROOT/Tests/TransitTests/Oracles/networks.py" riyadh 1 "$BENCH/gtfs"
    say "$JOURNEYS journeys by pynigiri"
    "$BENCH/python/bin/python" -B "$ROOT/script/bench.d/transitpeers.py" "$BENCH/gtfs" "$TRANSIT_DAY" "$JOURNEYS" \
        "$BENCH/journeys" >"$BENCH/results" 2>"$BENCH/complaint" || {
        last_lines "$BENCH/complaint"
        give_up "pynigiri could not be asked."
    }
    say "the same by the engine"
    "$TRANSIT_BENCH" "$BENCH/gtfs" "$BENCH/journeys" >>"$BENCH/results"
    print_journeys
}

build_transit_bench() {
    local flags
    mapfile -t flags < <(build_flags)
    run_step swift build --package-path "$ROOT" --product jadwal-transit-bench "${flags[@]}" >"$BENCH/build.log" 2>&1 ||
        { last_lines "$BENCH/build.log" && give_up "The measuring program does not build."; }
    TRANSIT_BENCH=${PROGRAM%/jadwal}/jadwal-transit-bench
}

figure() { # NAME COLUMN
    awk -v name="$1" -v column="$2" '$1 == name { print $column }' "$BENCH/results"
}

line_of_journeys() { # NAME WORDS
    printf '%-44s %9.3f %9.3f %6s of %-4s' "$2" "$(figure "$1" 2)" "$(figure "$1" 3)" "$(figure "$1" 4)" "$(figure "$1" 5)"
    [[ $1 == nigiri ]] || printf '   < 0.4 %s, p95 < 1 %s' "$(verdict "$(figure "$1" 2) < 0.4")" \
        "$(verdict "$(figure "$1" 3) < 1")"
    printf '\n'
}

print_journeys() {
    printf '%-44s %9s %9s %13s\n' "Journeys in $(figure load 3) connections, ms" median p95 right
    line_of_journeys forward 'earliest arrival'
    line_of_journeys nigiri '  by pynigiri'
    line_of_journeys backward 'latest departure for that arrival'
    line_of_journeys points 'with walks to all stops near two points'
    printf '%-44s %9.0f ms %35s\n' 'loaded, with the connections of a day' "$(figure load 2)" \
        "< 2000 $(verdict "$(figure load 2) < 2000")"
    printf '%-44s %9.0f ms\n' '  by pynigiri' "$(figure nigiri-load 2)"
    printf '%-44s %9.0f MB %35s\n' 'memory for it' "$(awk '$1 == "memory" { print $2 / 1024 }' "$BENCH/results")" \
        "< 40 $(verdict "$(figure memory 2) < 40960")"
    printf '%-44s %9.0f MB\n' '  by pynigiri' "$(awk '$1 == "nigiri-load" { print $3 / 1024 }' "$BENCH/results")"
}
