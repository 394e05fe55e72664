# script/bench web: how much of what nginx, TLS and FastCGI allow Jadwal makes use of.
#
# Everything runs on one machine and in one run, in turns, so that what else the machine does hits
# all alike; the ratios to the do-nothing C program are what counts.

readonly ROUNDS=${ROUNDS:-5} SECONDS_EACH=${SECONDS_EACH:-3} CONNECTIONS=32
readonly MEMORY_REQUESTS=100000 # for each responder
THREADS=$((2 * $(nproc)))
readonly THREADS

# The targets of the table: a share of the C program's requests a second.
declare -A TARGET=([health]=0.85 [login]=0.60 [settings]=0.35)
declare -A TITLE=(
    [static]='static file, by nginx alone' [nothing]='do-nothing C program'
    [health]='/healthz' [login]='/login, a template' [settings]='/settings, with a session'
)
readonly ORDER=(static nothing health login settings)

bench_web() {
    bench_jadwal_starts
    bench_yardstick_starts
    sign_in
    declare -gA URL=(
        [static]=$ORIGIN$(static_file) [nothing]=https://localhost:$NOTHING_PORT/healthz
        [health]=$ORIGIN/healthz [login]=$ORIGIN/login [settings]=$ORIGIN/settings
    )
    check_answers
    measure_memory
    measure_speed
    measure_start
    print_table
}

# A Jadwal of its own, release build, without limits.
bench_jadwal_starts() {
    JADWAL_DATA_DIR=$BENCH/jadwal
    JADWAL_PORT=$(free_port)
    ORIGIN=https://localhost:$JADWAL_PORT
    say "starting Jadwal (release)"
    setpriv --pdeathsig TERM "$ROOT/script/server" --no-limits --data "$JADWAL_DATA_DIR" \
        --port "$JADWAL_PORT" --http-port "$(free_port)" >"$BENCH/server.out" 2>&1 </dev/null &
    PID[jadwal]=$!
    await jadwal "$BENCH/server.out" 900 grep -q 'Jadwal is ready at' "$BENCH/server.out"
}

# The C program, two of it, with the bytes that /healthz answers, behind the same configuration.
bench_yardstick_starts() {
    DATA=$BENCH/nothing
    NOTHING_PORT=$(free_port)
    local folder name
    for folder in "$DATA" "$DATA/run" "$DATA/log" "$DATA/nginx" "$DATA/tls"; do
        own_directory "$folder"
    done
    say "building and starting the do-nothing C program"
    cc -O2 -Wall -Wextra -o "$DATA/run/nothing" "$ROOT/script/bench.d/nothing.c" -lfcgi -pthread
    ask_responder "$JADWAL_DATA_DIR/run/responder-1.sock" /healthz |
        as_account tee "$DATA/run/answer" >/dev/null
    make_certificate
    render_nginx "$NOTHING_PORT" "$(free_port)" '""'
    for name in responder-1 responder-2; do
        start "$name" "$DATA/log/$name.log" TERM "$DATA/run/nothing" "$DATA/run/$name.sock" "$DATA/run/answer" "$THREADS"
    done
    start nginx "$DATA/log/nginx.log" TERM nginx -e stderr -p "$DATA/nginx" -c "$DATA/nginx/jadwal.conf"
    await nginx "$DATA/log/nginx.log" 20 ask "https://localhost:$NOTHING_PORT/healthz"
}

# ask_responder SOCKET PATH: the bytes that a responder answers nginx with.
ask_responder() {
    as_account env REQUEST_METHOD=GET REQUEST_URI="$2" REMOTE_ADDR=127.0.0.1 REQUEST_ID=bench \
        timeout 5 cgi-fcgi -bind -connect "$1"
}

ask() {
    curl --silent --show-error --fail --insecure --noproxy '*' --max-time 10 "$@"
}

# The way of a customer, by curl: ask, take the link from the mailbox, press its button.
sign_in() {
    local jar=$BENCH/cookies letter link
    browse() {
        ask --cookie "$jar" --cookie-jar "$jar" --header "Origin: $ORIGIN" "$@"
    }
    hidden() { # the value of a hidden field
        sed -nE "s/.*name=\"$1\" value=\"([^\"]*)\".*/\1/p" | head -n 1
    }
    browse --output /dev/null --data-urlencode email=bench@example.org \
        --data-urlencode csrf="$(browse "$ORIGIN/login" | hidden csrf)" "$ORIGIN/login"
    local deadline=$((SECONDS + 10))
    until letter=$(find "$JADWAL_DATA_DIR/mail" -name '*.eml' -print -quit) && [[ -n $letter ]]; do
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

# static_file: the address of the style sheet, as the login page names it.
static_file() {
    ask "$ORIGIN/login" | grep -oE '/static/app\.[0-9a-f]{12}\.css' | head -n 1
}

# Measuring an error page would be measuring nothing.
check_answers() {
    local name
    for name in "${ORDER[@]}"; do
        [[ $(ask --output /dev/null --write-out '%{http_code}' --cookie "$COOKIE" "${URL[$name]}") == 200 ]] ||
            give_up "${URL[$name]} does not answer 200."
    done
    cmp --silent <(ask "${URL[nothing]}") <(ask "${URL[health]}") ||
        give_up "The C program does not answer what /healthz does."
}

# resident NAME: the memory of a responder of Jadwal's, in KiB.
resident() {
    awk '/^VmRSS:/ { print $2 }' "/proc/$(responder_process "$1")/status"
}

# Whoever was started with that socket; the command lines of the two do not differ.
responder_process() {
    grep --files-with-matches --null --text --fixed-strings "JADWAL_SOCKET=$JADWAL_DATA_DIR/run/$1.sock" \
        /proc/[0-9]*/environ 2>/dev/null | tr '\0' '\n' | cut -d/ -f3 | while read -r process; do
        [[ $(tr '\0' ' ' <"/proc/$process/cmdline") != *"/jadwal serve " ]] || printf '%s\n' "$process"
    done | head -n 1
}

measure_memory() {
    say "memory: $MEMORY_REQUESTS requests to each of two responders"
    local half
    MEMORY=()
    for half in 1 2; do
        h2load --h1 --requests "$MEMORY_REQUESTS" --clients "$CONNECTIONS" --threads 2 --header "Cookie: $COOKIE" \
            "${URL[health]}" "${URL[login]}" "${URL[settings]}" >"$BENCH/h2load.out"
        grep -q ' 0 failed, 0 errored, 0 timeout' "$BENCH/h2load.out" || {
            last_lines "$BENCH/h2load.out"
            give_up "Requests failed while memory was measured."
        }
        MEMORY+=("$(resident responder-1) $(resident responder-2)")
    done
}

measure_speed() {
    local round name words
    for name in "${ORDER[@]}"; do
        : >"$BENCH/$name.results"
        run_wrk "$name" 1 >/dev/null # warms up
    done
    for ((round = 1; round <= ROUNDS; round++)); do
        say "speed: round $round of $ROUNDS"
        for name in "${ORDER[@]}"; do
            run_wrk "$name" "$SECONDS_EACH" >>"$BENCH/$name.results"
        done
    done
    for name in "${ORDER[@]}"; do
        words=$(awk '{ n += $5 } END { print n }' "$BENCH/$name.results")
        ((words == 0)) || give_up "${TITLE[$name]}: $words requests failed while speed was measured."
    done
}

# run_wrk NAME SECONDS: one line, `result requests/s p50 p99 failed`.
# Only the settings page is asked for with a session: with one, every page looks it up.
run_wrk() {
    local cookie=none=none
    [[ $1 != settings ]] || cookie=$COOKIE
    wrk --threads 2 --connections "$CONNECTIONS" --duration "${2}s" --header "Cookie: $cookie" \
        --script "$ROOT/script/bench.d/report.lua" "${URL[$1]}" | grep '^result '
}

# From exec to the first answer, of one responder alone.
measure_start() {
    local number began socket=$BENCH/nothing/run/start.sock
    say "start to first answer, five times"
    export JADWAL_DATA=$JADWAL_DATA_DIR JADWAL_ORIGIN=$ORIGIN JADWAL_ENVIRONMENT=development \
        JADWAL_MAIL_TRANSPORT=mailbox JADWAL_TEMPLATES=$ROOT/templates JADWAL_STATIC=$ROOT/nginx/static \
        JADWAL_MIGRATIONS=$ROOT/sql/migrations \
        JADWAL_DATABASE="host='$JADWAL_DATA_DIR/run' port=5432 dbname=jadwal user=jadwal"
    START=()
    for number in 1 2 3 4 5; do
        rm -f "$socket"
        began=${EPOCHREALTIME/./}
        JADWAL_SOCKET=$socket start starting "$BENCH/nothing/log/start.log" TERM "$PROGRAM" serve
        until [[ -S $socket && $(ask_responder "$socket" /healthz 2>/dev/null) == *"Status: 200"* ]]; do
            is_running starting || give_up "The responder ended before it answered; see $BENCH/nothing/log/start.log."
        done
        START+=($(((${EPOCHREALTIME/./} - began) / 1000)))
        stop starting TERM 20
    done
}

# median: of the numbers on standard input, one a line.
median() {
    sort --general-numeric-sort | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

column() { # NAME NUMBER: the median of one column of a target's results
    awk -v column="$2" '{ print $column }' "$BENCH/$1.results" | median
}

# ratio NAME: the median, over the rounds, of a target's speed by the C program's in the same round.
ratio() {
    paste "$BENCH/$1.results" "$BENCH/nothing.results" | awk '{ print $2 / $7 }' | median
}

verdict() { # CONDITION of awk's
    awk "BEGIN { exit !($1) }" && printf '✓' || printf '✗'
}

print_table() {
    local name share p99 goal first last
    printf '\n%s\n' "Jadwal behind nginx with TLS, $CONNECTIONS connections, $(nproc) cores, median of $ROUNDS rounds of $SECONDS_EACH s"
    printf '%-30s %12s %8s %8s %8s   %s\n' '' 'requests/s' 'p50 ms' 'p99 ms' 'of C' 'target'
    for name in "${ORDER[@]}"; do
        share=$(ratio "$name") p99=$(column "$name" 4) goal=''
        if [[ -n ${TARGET[$name]:-} ]]; then
            goal="≥ ${TARGET[$name]} $(verdict "$share >= ${TARGET[$name]}"), p99 < 10 ms $(verdict "$p99 < 10")"
        fi
        printf '%-30s %12.0f %8.2f %8.2f %8.2f   %s\n' \
            "${TITLE[$name]}" "$(column "$name" 2)" "$(column "$name" 3)" "$p99" "$share" "$goal"
    done
    read -r -a first <<<"${MEMORY[0]}"
    read -r -a last <<<"${MEMORY[1]}"
    for name in 0 1; do
        printf 'responder-%d: %.1f MB after %d requests (< 60 %s), %+.1f MB over the last %d\n' $((name + 1)) \
            "$(awk "BEGIN { print ${last[name]} / 1024 }")" "$MEMORY_REQUESTS" "$(verdict "${last[name]} < 60 * 1024")" \
            "$(awk "BEGIN { print (${last[name]} - ${first[name]}) / 1024 }")" $((MEMORY_REQUESTS / 2))
    done
    printf 'start to first answer: %s ms (< 300 %s)\n' "$(printf '%s\n' "${START[@]}" | median)" \
        "$(verdict "$(printf '%s\n' "${START[@]}" | median) < 300")"
}
