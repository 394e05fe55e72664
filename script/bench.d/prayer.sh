# script/bench prayer: how fast the times of a year are computed, and how fast feeds are served.
#
# The feeds' yardstick is nginx, behind the same configuration, serving the same packed bytes as a
# static file. The yardstick of our 304 is the do-nothing C program (web.sh), since both are an answer
# without a body of its own.

readonly FIRST_RENDERS=40 RENEWED=${RENEWED:-10000}

declare -A TITLE=(
    [static]='static file, by nginx alone' [static304]='its 304'
    [nothing]='do-nothing C program'
    [public]='public feed, cached by nginx' [personal]='personal feed' [personal304]='personal feed, 304'
)
# The targets of the table: a share of the yardstick's requests a second. The customer's feed is a share of
# the static file.
declare -A TARGET=([public]=0.9 [personal]=0.5 [personal304]=0.85)
declare -A YARDSTICK=([public]=static [personal]=static [personal304]=nothing)
readonly ORDER=(static static304 nothing public personal personal304)

bench_prayer() {
    measure_computation
    # Everything comes from one address here.
    export JADWAL_NEW_FEEDS_PER_NETWORK=1000000
    bench_jadwal_starts
    sign_in
    subscribe
    bench_static_starts
    yardstick_starts 0 0 /healthz
    declare -gA URL=(
        [static]=https://localhost:$STATIC_PORT/static/feed.png [static304]=https://localhost:$STATIC_PORT/static/feed.png
        [nothing]=${YARDSTICK_URL[0]}
        [public]=$ORIGIN/prayer/sa/riyadh.ics [personal]=$PERSONAL_URL [personal304]=$PERSONAL_URL
    )
    check_answers
    measure_speed "${ORDER[@]}"
    measure_first_renders
    measure_renewal
    print_table
}

# One year of six times for 10,000 cities, beside an Adhan implementation from PyPI on some of them.
measure_computation() {
    local python=$BENCH/python flags
    mapfile -t flags < <(build_flags)
    run_step swift build --package-path "$ROOT" --product jadwal-prayer-bench "${flags[@]}" >"$BENCH/build.log" 2>&1 || {
        last_lines "$BENCH/build.log"
        give_up "jadwal-prayer-bench does not build."
    }
    say "computing: ours, then adhanpy"
    OURS=$(median < <(for _ in 1 2 3; do "$BUILD_FOLDER/release/jadwal-prayer-bench" | awk '/microseconds/ { print $1 }'; done))
    python3 -m venv "$python"
    "$python/bin/pip" install --quiet --disable-pip-version-check adhanpy==1.0.5
    ADHANPY=$(median < <(for _ in 1 2 3; do "$python/bin/python" "$ROOT/script/bench.d/adhan.py"; done))
    [[ -n $OURS && -n $ADHANPY ]] || give_up "The computations did not say how long they took."
}

# A customer's own feed: Riyadh, as it comes.
subscribe() {
    local jar=$BENCH/cookies csrf city
    city=$(query "SELECT id FROM city WHERE country = 'SA' AND slug = 'riyadh'")
    csrf=$(browse "$ORIGIN/settings/prayer?city=$city" | hidden csrf)
    browse --output /dev/null --data-urlencode "csrf=$csrf" --data-urlencode "city=$city" "$ORIGIN/settings/prayer"
    PERSONAL_URL=$(browse "$ORIGIN/settings/prayer" | grep -oE "$ORIGIN/prayer/[A-Za-z0-9_-]{43}\.ics" | head -n 1)
    [[ -n $PERSONAL_URL ]] || give_up "The settings show no feed."
    # Set up by a calendar program, as a feed in use is.
    ask --output /dev/null --user-agent 'iOS/18.0 dataaccessd/1.0' "$PERSONAL_URL"
}

# nginx alone, with the bytes of the personal feed. The name's ending keeps it from packing them again.
bench_static_starts() {
    DATA=$BENCH/static
    STATIC_PORT=$(free_port)
    local folder
    for folder in "$DATA" "$DATA/run" "$DATA/log" "$DATA/nginx" "$DATA/tls" "$DATA/files"; do
        own_directory "$folder"
    done
    ask --header 'Accept-Encoding: gzip' "$PERSONAL_URL" | as_account tee "$DATA/files/feed.png" >/dev/null
    make_certificate
    STATIC_FILES=$DATA/files render_nginx "$STATIC_PORT" "$(free_port)" '""'
    start nginx "$DATA/log/nginx.log" TERM nginx -e stderr -p "$DATA/nginx" -c "$DATA/nginx/jadwal.conf"
    await nginx "$DATA/log/nginx.log" 20 ask "https://localhost:$STATIC_PORT/static/feed.png"
}

# Measuring another answer than the one that is meant would be measuring nothing.
check_answers() {
    local name expected
    for name in "${ORDER[@]}"; do
        TAG[$name]=$(ask --output /dev/null --dump-header - --header 'Accept-Encoding: gzip' "${URL[$name]}" |
            tr -d '\r' | sed -nE 's/^[Ee][Tt]ag: //p')
        [[ $name == *304 ]] && expected=304 || expected=200
        [[ $(status_of "$name") == "$expected" ]] || give_up "${URL[$name]} does not answer $expected."
    done
    cmp --silent <(ask --header 'Accept-Encoding: gzip' "${URL[static]}") <(ask --header 'Accept-Encoding: gzip' "$PERSONAL_URL") ||
        give_up "The static file is not the feed."
}

declare -A TAG=()

status_of() { # NAME
    local headers=(--header 'Accept-Encoding: gzip')
    [[ $1 != *304 ]] || headers+=(--header "If-None-Match: ${TAG[$1]}")
    ask --output /dev/null --write-out '%{http_code}' "${headers[@]}" "${URL[$1]}"
}

load() {
    local headers=('Accept-Encoding: gzip')
    [[ $1 != *304 ]] || headers+=("If-None-Match: ${TAG[$1]}")
    run_wrk "${URL[$1]}" "$2" "${headers[@]}"
}

# Feeds that nobody asked for yet: the time from the request's last byte to the answer's first.
measure_first_renders() {
    local paths path
    say "first render of $FIRST_RENDERS feeds"
    mapfile -t paths < <(query "SELECT '/prayer/' || lower(country) || '/' || slug || '.ics'
        FROM city ORDER BY population DESC OFFSET 10 LIMIT $FIRST_RENDERS")
    for path in "${paths[@]}"; do
        ask --output /dev/null --write-out '%{time_pretransfer} %{time_starttransfer}\n' \
            --header 'Accept-Encoding: gzip' "$ORIGIN$path" | awk '{ print ($2 - $1) * 1000 }'
    done >"$BENCH/first.results"
}

# Each of RENEWED feeds is asked for once, and then the worker's own code makes tomorrow's.
measure_renewal() {
    local began count
    say "asking for $RENEWED feeds, then renewing them on one core"
    query "SELECT 'url = \"$ORIGIN/prayer/' || lower(country) || '/' || slug || '.ics\"' || E'\noutput = \"/dev/null\"'
        FROM city ORDER BY id LIMIT $RENEWED" >"$BENCH/feeds.curl"
    curl --silent --no-progress-meter --fail --insecure --noproxy '*' --parallel --parallel-max 16 --compressed --config "$BENCH/feeds.curl" ||
        give_up "Not every feed could be made."
    # As if each was asked for on a second day.
    query "UPDATE prayer_edition SET is_wanted = true"
    count=$(query "SELECT count(*) FROM prayer_edition WHERE fresh_until IS NOT NULL")
    for RENEWAL_SHARE in 4 1; do
        began=${EPOCHREALTIME/./}
        as_account env JADWAL_DATA="$JADWAL_DATA_DIR" JADWAL_ORIGIN="$ORIGIN" JADWAL_ENVIRONMENT=development \
            JADWAL_MAIL_TRANSPORT=mailbox JADWAL_TEMPLATES="$ROOT/templates" JADWAL_STATIC="$ROOT/nginx/static" \
            JADWAL_DATABASE="host='$JADWAL_DATA_DIR/run' port=5432 dbname=jadwal user=jadwal" \
            "$PROGRAM" feeds renew --hours 48 --limit "$((count / RENEWAL_SHARE))" >"$BENCH/renew.out"
        RENEWALS+=("$((count / RENEWAL_SHARE)) $((${EPOCHREALTIME/./} - began))")
    done
}
RENEWALS=()

# query SQL: asks the benchmark's database.
query() {
    as_account psql --no-psqlrc --quiet --tuples-only --no-align --host "$JADWAL_DATA_DIR/run" \
        --username jadwal --dbname jadwal --command "$1"
}

print_table() {
    local name share goal first line
    printf '\n%s\n' "Prayer times: one year of six times, on one core"
    printf '%-34s %8.2f µs a day and place (< 10 %s)\n' 'Jadwal, 10,000 cities' "$OURS" "$(verdict "$OURS < 10")"
    printf '%-34s %8.0f µs, %.0f times as long\n' 'adhanpy 1.0.5, 20 cities' "$ADHANPY" \
        "$(awk "BEGIN { print $ADHANPY / $OURS }")"
    printf '\n%s\n' "Feeds behind nginx with TLS, $CONNECTIONS connections, $(nproc) cores, median of $ROUNDS rounds of $SECONDS_EACH s"
    printf '%-30s %12s %8s %8s %8s   %s\n' '' 'requests/s' 'p50 ms' 'p99 ms' 'share' 'target'
    for name in "${ORDER[@]}"; do
        share='' goal=''
        if [[ -n ${TARGET[$name]:-} ]]; then
            share=$(printf '%.2f' "$(ratio "$name" "${YARDSTICK[$name]}")")
            goal="≥ ${TARGET[$name]} $(verdict "$share >= ${TARGET[$name]}")"
        fi
        printf '%-30s %12.0f %8.2f %8.2f %8s   %s\n' \
            "${TITLE[$name]}" "$(column "$name" 2)" "$(column "$name" 3)" "$(column "$name" 4)" "$share" "$goal"
    done
    first=$(median <"$BENCH/first.results")
    printf 'first render of 180 days: %.1f ms (< 30 %s)\n' "$first" "$(verdict "$first < 30")"
    for line in "${RENEWALS[@]}"; do
        read -r -a line <<<"$line"
        printf 'renewing %d feeds: %.1f s, %.2f ms each\n' "${line[0]}" \
            "$(awk "BEGIN { print ${line[1]} / 1e6 }")" "$(awk "BEGIN { print ${line[1]} / 1e3 / ${line[0]} }")"
    done
    # Two cores, and Postgres has its share of them: the slope is of one worker and its Postgres.
    line=$(awk -v a="${RENEWALS[0]}" -v b="${RENEWALS[1]}" 'BEGIN {
        split(a, x, " "); split(b, y, " "); print (y[2] - x[2]) / (y[1] - x[1]) * 1e6 / 1e6 / 3600 }')
    printf 'one million feeds, by the slope, one worker: %.1f h of a night of 8 (%s)\n' "$line" "$(verdict "$line < 8")"
}
