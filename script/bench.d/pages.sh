# script/bench pages: what people meet first. Ten pages in both languages as an empty browser loads them, the search
# for a city by the queries of its test, and a city's page beside a do-nothing C program that asks Postgres as often.

# The most kB and requests of a first load, the most ms for 99 of 100 searches, and a share of the C program.
readonly KILOBYTES=20 REQUESTS=5 SEARCH_CEILING=8 CITY_TARGET=0.35
readonly QUERIES=$ROOT/Tests/RuntimeTests/Reference/city-queries.tsv
declare -A TITLE=([nothing]='do-nothing C program, as many queries' [city]='a city')

bench_pages() {
    # shellcheck source=/dev/null
    source "$ROOT/script/lib/python.sh"
    need_packages "${TEST_PACKAGES[@]}"
    make_python
    bench_jadwal_starts
    measure_loads
    measure_search
    measure_city
    print_table
}

measure_loads() {
    say "loading ten pages in both languages"
    "$PYTHON" -B "$ROOT/script/bench.d/pages.py" loads "$ORIGIN" "$JADWAL_DATA_DIR/mail" >"$BENCH/loads"
}

measure_search() {
    say "searching for cities"
    read -r ASKED RIGHT SEARCH50 SEARCH99 < <(
        "$PYTHON" -B "$ROOT/script/bench.d/pages.py" search "$ORIGIN" "$QUERIES")
    [[ -n ${SEARCH99:-} ]] || give_up "The search could not be measured."
}

measure_city() {
    local before
    CITY=$ORIGIN/prayer/sa/riyadh
    log_statements on
    before=$(executed)
    ask --output /dev/null "$CITY"
    STATEMENTS=$(($(executed) - before))
    log_statements off
    yardstick_starts city "$STATEMENTS" /prayer/sa/riyadh
    measure_speed nothing city
}

# load NAME SECONDS
load() {
    local url=$CITY
    [[ $1 != nothing ]] || url=${YARDSTICK_URL[city]}
    run_wrk "$url" "$2" 'Accept-Encoding: gzip'
}

print_table() {
    local worst_bytes worst_requests shifts
    printf '\n%s\n' "First loads with an empty cache, packed, headers counted; on the phone 1.6 Mbit/s, 150 ms away, 4 times as slow"
    printf '%-20s %4s %9s %9s %9s %9s %9s %9s\n' '' '' 'kB' requests 'phone kB' requests shift 'paint ms'
    awk -F '\t' '{ printf "%-20s %4s %9s %9s %9s %9s %9s %9s\n", $1, $2, $3, $4, $5, $6, $7, $8 }' "$BENCH/loads"
    worst_bytes=$(cut -f3,5 "$BENCH/loads" | tr '\t' '\n' | sort -rg | sed -n 1p)
    worst_requests=$(cut -f4,6 "$BENCH/loads" | tr '\t' '\n' | sort -rg | sed -n 1p)
    shifts=$(awk -F '\t' '{ sum += $7 } END { print sum }' "$BENCH/loads")
    printf 'most: %s kB (≤ %s %s), %s requests (≤ %s %s); all shifts: %s (0 %s)\n\n' \
        "$worst_bytes" "$KILOBYTES" "$(verdict "$worst_bytes <= $KILOBYTES")" \
        "$worst_requests" "$REQUESTS" "$(verdict "$worst_requests <= $REQUESTS")" "$shifts" "$(verdict "$shifts == 0")"
    printf 'search: %s queries, %s with the wanted first answer; p50 %s ms, p99 %s ms (< %s %s)\n\n' \
        "$ASKED" "$RIGHT" "$SEARCH50" "$SEARCH99" "$SEARCH_CEILING" "$(verdict "$SEARCH99 < $SEARCH_CEILING")"
    printf "A city's page behind nginx with TLS, packed, %s connections, median of %s rounds of %s s\n" \
        "$CONNECTIONS" "$ROUNDS" "$SECONDS_EACH"
    printf '%-40s %12s %8s %8s %6s\n' '' 'requests/s' 'p50 ms' 'p99' 'sql'
    local name
    for name in nothing city; do
        printf '%-40s %12.0f %8.2f %8.2f %6s\n' "${TITLE[$name]}" \
            "$(column "$name" 2)" "$(column "$name" 3)" "$(column "$name" 4)" "$STATEMENTS"
    done
    printf 'a city, of the C program: %.2f (≥ %s %s)\n' "$(ratio city nothing)" "$CITY_TARGET" \
        "$(verdict "$(ratio city nothing) >= $CITY_TARGET")"
}
