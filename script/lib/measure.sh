# What every area of script/bench measures with: a Jadwal of its own, somebody signed in, and loads
# taken in turns, so that what else the machine does hits all alike. Ratios are what counts.

readonly ROUNDS=${ROUNDS:-5} SECONDS_EACH=${SECONDS_EACH:-3} CONNECTIONS=32
# Of each responder, as a responder has by itself.
THREADS=$((2 * $(nproc)))
readonly THREADS

# bench_jadwal_starts [OPTION…]: a Jadwal of its own, release build, without limits; options go to script/server.
bench_jadwal_starts() {
    JADWAL_DATA_DIR=$BENCH/jadwal
    JADWAL_PORT=$(free_port)
    ORIGIN=https://localhost:$JADWAL_PORT
    say "starting Jadwal (release)"
    setpriv --pdeathsig TERM "$ROOT/script/server" --no-limits --data "$JADWAL_DATA_DIR" \
        --port "$JADWAL_PORT" --http-port "$(free_port)" "$@" >"$BENCH/server.out" 2>&1 </dev/null &
    PID[jadwal]=$!
    await jadwal "$BENCH/server.out" 900 grep -q 'Jadwal is ready at' "$BENCH/server.out"
}

# yardstick_starts NAME QUERIES PATH: the C program, two of it, with the bytes that Jadwal answers to PATH, behind
# the same configuration. It asks the database that many times for each answer. Sets YARDSTICK_URL[NAME].
#
# libfcgi cannot wait for the next request of a kept connection without a thread, so none is kept here.
yardstick_starts() {
    local folder port name
    DATA=$BENCH/nothing-$1
    port=$(free_port)
    for folder in "$DATA" "$DATA/run" "$DATA/log" "$DATA/nginx" "$DATA/tls"; do
        own_directory "$folder"
    done
    if [[ ! -x $BENCH/nothing ]]; then
        say "building and starting the do-nothing C program"
        # shellcheck disable=SC2046  # words
        cc -O2 -Wall -Wextra -o "$BENCH/nothing" "$ROOT/script/bench.d/nothing.c" -lfcgi -pthread \
            $(pkg-config --cflags --libs libpq)
    fi
    ask_responder "$JADWAL_DATA_DIR/run/responder-1.sock" "$3" |
        as_account tee "$DATA/run/answer" >/dev/null
    make_certificate
    render_nginx "$port" "$(free_port)" '""'
    sed -i -e 's/^fastcgi_keep_conn on;/fastcgi_keep_conn off;/' -e '/^ *keepalive 32;$/d' \
        "$DATA/nginx/responder.conf" "$DATA/nginx/jadwal.conf"
    for name in responder-1 responder-2; do
        start "nothing-$1-$name" "$DATA/log/$name.log" TERM "$BENCH/nothing" "$DATA/run/$name.sock" "$DATA/run/answer" \
            "$THREADS" "$2" "host='$JADWAL_DATA_DIR/run' port=5432 dbname=jadwal user=jadwal"
    done
    start "nothing-$1-nginx" "$DATA/log/nginx.log" TERM nginx -e stderr -p "$DATA/nginx" -c "$DATA/nginx/jadwal.conf"
    YARDSTICK_URL[$1]=https://localhost:$port/healthz
    await "nothing-$1-nginx" "$DATA/log/nginx.log" 20 ask "${YARDSTICK_URL[$1]}"
}
declare -A YARDSTICK_URL=()

# ask_responder SOCKET PATH: the bytes that a responder answers nginx with, for COOKIE or AUTHORIZATION.
ask_responder() {
    as_account env REQUEST_METHOD=GET REQUEST_URI="$2" REMOTE_ADDR=127.0.0.1 REQUEST_ID=bench \
        HTTP_COOKIE="${COOKIE:-}" HTTP_AUTHORIZATION="${AUTHORIZATION:-}" timeout 5 cgi-fcgi -bind -connect "$1"
}

# resident NAME [FIELD]: the memory of a responder of Jadwal's, in KiB: now, or for VmHWM the most that it was.
resident() {
    awk -v field="${2:-VmRSS}:" '$1 == field { print $2 }' "/proc/$(responder_process "$1")/status"
}

# Whoever was started with that socket; the command lines of the two do not differ.
responder_process() {
    grep --files-with-matches --null --text --fixed-strings "JADWAL_SOCKET=$JADWAL_DATA_DIR/run/$1.sock" \
        /proc/[0-9]*/environ 2>/dev/null | tr '\0' '\n' | cut -d/ -f3 | while read -r process; do
        [[ $(tr '\0' ' ' <"/proc/$process/cmdline") != *"/jadwal serve " ]] || printf '%s\n' "$process"
    done | head -n 1
}

ask() {
    curl --silent --show-error --fail --insecure --noproxy '*' --max-time 10 "$@"
}

# sign_in [ADDRESS]: the way of a customer, by curl: ask, take the link from the mailbox, press its button. Sets COOKIE.
sign_in() {
    local address=${1:-bench@example.org} letter link
    jar=$BENCH/cookies-${address%@*}
    browse() {
        ask --cookie "$jar" --cookie-jar "$jar" --header "Origin: $ORIGIN" "$@"
    }
    hidden() { # the value of a hidden field
        sed -nE "s/.*name=\"$1\" value=\"([^\"]*)\".*/\1/p" | head -n 1
    }
    browse --output /dev/null --data-urlencode email="$address" \
        --data-urlencode csrf="$(browse "$ORIGIN/login" | hidden csrf)" "$ORIGIN/login"
    local deadline=$((SECONDS + 10))
    until letter=$(grep --recursive --files-with-matches --max-count 1 --include '*.eml' "^To:.*$address" \
        "$JADWAL_DATA_DIR/mail" | head -n 1) && [[ -n $letter ]]; do
        ((SECONDS < deadline)) || give_up "No sign-in mail came."
        sleep 0.1
    done
    # Quoted-printable breaks long lines with "=" and writes "=" as "=3D".
    link=$(sed -e 's/\r$//' "$letter" | sed -e ':a' -e '/=$/{N;s/=\n//;ba}' -e 's/=3D/=/g' |
        grep -oE 'https://[^ ]+/magic-link\?token=[0-9a-f-]{36}' | head -n 1)
    [[ -n $link ]] || give_up "The sign-in mail holds no link."
    browse --output /dev/null --data-urlencode token="${link#*token=}" \
        --data-urlencode csrf="$(browse "$link" | hidden csrf)" "$ORIGIN/magic-link"
    COOKIE=$(awk '$6 == "__Host-session" { print $6 "=" $7 }' "$jar")
    [[ -n $COOKIE ]] || give_up "Signing in gave no session."
}

# measure_speed NAME…: every load, ROUNDS times in turns. The area's `load NAME SECONDS` runs one.
measure_speed() {
    local round name failed
    for name in "$@"; do
        : >"$BENCH/$name.results"
        load "$name" 1 >/dev/null # warms up
    done
    for ((round = 1; round <= ROUNDS; round++)); do
        say "speed: round $round of $ROUNDS"
        for name in "$@"; do
            load "$name" "$SECONDS_EACH" >>"$BENCH/$name.results"
        done
    done
    for name in "$@"; do
        failed=$(awk '{ n += $5 } END { print n }' "$BENCH/$name.results")
        ((failed == 0)) || give_up "${TITLE[$name]}: $failed requests failed while speed was measured."
    done
}

# run_wrk URL SECONDS [HEADER…]: one line, `result requests/s p50 p99 failed`. WIDTH is the number of connections;
# with LATE=95, the third number is p95.
run_wrk() {
    local url=$1 seconds=$2 width=${WIDTH:-$CONNECTIONS} headers=() header
    shift 2
    for header in "$@"; do headers+=(--header "$header"); done
    wrk --threads "$((width < 2 ? width : 2))" --connections "$width" --duration "${seconds}s" "${headers[@]}" \
        --script "$ROOT/script/bench.d/report.lua" "$url" | grep '^result '
}

as_jadwals_superuser() { # SQL
    local DATA=$JADWAL_DATA_DIR
    find_postgres
    as_superuser jadwal <<<"$1" >/dev/null
}

# log_statements on|off: whether Postgres writes what it runs into its log.
log_statements() {
    if [[ $1 == on ]]; then
        as_jadwals_superuser "ALTER SYSTEM SET log_line_prefix = '%a '"
        as_jadwals_superuser "ALTER SYSTEM SET log_statement = 'all'"
    else
        as_jadwals_superuser 'ALTER SYSTEM RESET ALL'
    fi
    as_jadwals_superuser 'SELECT pg_reload_conf()'
    sleep 1
}

# executed: the statements in the log so far. Those of the worker are not counted.
executed() {
    grep -cE '^jadwal-web-[0-9]+ LOG:  execute' "$JADWAL_DATA_DIR/log/postgres.log" || true
}

# median: of the numbers on standard input, one a line.
median() {
    sort --general-numeric-sort | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

column() { # NAME NUMBER: the median of one column of a load's results
    awk -v column="$2" '{ print $column }' "$BENCH/$1.results" | median
}

# ratio NAME OTHER: the median, over the rounds, of one load's speed by the other's in the same round.
ratio() {
    paste "$BENCH/$1.results" "$BENCH/$2.results" | awk '{ print $2 / $7 }' | median
}

verdict() { # CONDITION of awk's
    awk "BEGIN { exit !($1) }" && printf '✓' || printf '✗'
}
