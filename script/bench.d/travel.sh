# script/bench travel: estimates, the choice among modes, the moment to leave and the day map, by the engine alone.

bench_travel() {
    build_travel_bench
    say "the engine"
    "$SCHEDULING_BENCH" travel >"$BENCH/results"
    print_travel
}

build_travel_bench() {
    local flags
    mapfile -t flags < <(build_flags)
    run_step swift build --package-path "$ROOT" --product jadwal-scheduling-bench "${flags[@]}" >"$BENCH/build.log" 2>&1 ||
        { last_lines "$BENCH/build.log" && give_up "The measuring program does not build."; }
    SCHEDULING_BENCH=${PROGRAM%/jadwal}/jadwal-scheduling-bench
}

# microseconds NAME COLUMN: a figure of the results, which are in milliseconds.
microseconds() {
    awk -v name="$1" -v column="$2" '$1 == name { print $column * 1000 }' "$BENCH/results"
}

# line_of_travel NAME LIMIT WORDS: a row; LIMIT in microseconds, or a dash.
line_of_travel() {
    local median late right all
    median=$(microseconds "$1" 2)
    late=$(microseconds "$1" 3)
    read -r right all < <(awk -v name="$1" '$1 == name { print $4, $5 }' "$BENCH/results")
    [[ $right == "$all" ]] || give_up "$right of $all results of $1 are as they must be."
    printf '%-52s %9.2f %9.2f' "$3" "$median" "$late"
    [[ $2 == - ]] || printf '   < %s %s' "$2" "$(verdict "$median < $2")"
    printf '\n'
}

print_travel() {
    printf '%-52s %9s %9s\n' 'Ways, microseconds' median p95
    line_of_travel estimate 1 'a way by the estimate, with the traffic of its hour'
    line_of_travel choice 20 'the choice among five modes, with the weather'
    line_of_travel leave - 'the moment to leave, beside five prayers'
    line_of_travel map 5000 'the map of 12 places, with lines of 300 points'
    line_of_travel line - 'a line of 300 points, read and simplified'
}
