# script/bench web: how much of what nginx, TLS and FastCGI allow Jadwal makes use of.
#
# Everything runs on one machine and in one run, in turns, so that what else the machine does hits
# all alike; the ratios to the do-nothing C program are what counts.

readonly MEMORY_REQUESTS=100000 # for each responder
# The round trips to Postgres of a page with a session, which is compared with a C program of as many: 0, 1
# or 3. A responder that remembers the session needs one.
readonly ROUND_TRIPS=${ROUND_TRIPS:-1}

# The targets of the table: a share of the C program's requests a second, and of those of the C program that
# asks Postgres as often as the page.
declare -A TARGET=([health]=0.85 [login]=0.75 [settings]=0.38)
declare -A TARGET_ASKING=([settings]=0.85)
declare -A ASKS=([health]=0 [login]=0 [settings]=$ROUND_TRIPS)
declare -A TITLE=(
    [static]='static file, by nginx alone' [nothing0]='do-nothing C program'
    [nothing1]='the same, one query' [nothing3]='the same, three queries'
    [page]="the same, the settings page's bytes"
    [health]='/healthz' [login]='/login, a template' [settings]='/settings, with a session'
)
readonly ORDER=(static nothing0 nothing1 nothing3 page health login settings)

bench_web() {
    bench_jadwal_starts
    [[ $ROUND_TRIPS == [013] ]] || give_up "ROUND_TRIPS is 0, 1 or 3."
    sign_in
    local queries
    for queries in 0 1 3; do yardstick_starts "$queries" "$queries" /healthz; done
    yardstick_starts page "$ROUND_TRIPS" /settings
    declare -gA URL=(
        [static]=$ORIGIN$(static_file) [nothing0]=${YARDSTICK_URL[0]}
        [nothing1]=${YARDSTICK_URL[1]} [nothing3]=${YARDSTICK_URL[3]}
        [page]=${YARDSTICK_URL[page]}
        [health]=$ORIGIN/healthz [login]=$ORIGIN/login [settings]=$ORIGIN/settings
    )
    check_answers
    measure_memory
    measure_speed "${ORDER[@]}"
    measure_crowding
    measure_announcements
    measure_attacks
    measure_start
    print_table
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
    for name in nothing0 nothing1 nothing3; do
        cmp --silent <(ask "${URL[$name]}") <(ask "${URL[health]}") ||
            give_up "The C program does not answer what /healthz does."
    done
}

# load NAME SECONDS. Only the settings page is asked for with a session: with one, every page looks it up.
load() {
    local cookie=none=none
    [[ $1 != settings ]] || cookie=$COOKIE
    run_wrk "${URL[$1]}" "$2" "Cookie: $cookie"
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

# The time that others wait for /healthz while one client always has four requests of 16 KB in flight, each with
# more names in its query than any pattern of nginx's should be made to look at.
measure_crowding() {
    local round query crowd
    printf -v query '%s=&' {a..e}{a..z}{a..z}
    query=${query:0:15500}
    say "others' wait beside four long requests: $ROUNDS rounds"
    : >"$BENCH/alone.results"
    : >"$BENCH/crowded.results"
    for ((round = 1; round <= ROUNDS; round++)); do
        load health "$SECONDS_EACH" >>"$BENCH/alone.results"
        wrk --threads 1 --connections 4 --duration "$((SECONDS_EACH + 1))s" \
            "$ORIGIN/prayer/gb/london.ics?$query" >"$BENCH/crowd.out" &
        crowd=$!
        load health "$SECONDS_EACH" >>"$BENCH/crowded.results"
        wait "$crowd"
    done
}

# The time that others wait for /healthz and /login while one customer asks for as much as they can: two visitors who
# ask one request after the other, alone and beside each attack of script/bench.d/attacks.py.
measure_attacks() {
    local kind name attack email=attacker@example.org password='right horse battery staple'
    "$ROOT/script/jadwal" --data "$JADWAL_DATA_DIR" customers add "$email" --device-password "bench=$password" >/dev/null
    sign_in "$email"
    local words=("$ORIGIN" "$email" "$password" "$COOKIE")
    python3 "$ROOT/script/bench.d/attacks.py" prepare "${words[@]}"
    for kind in nothing "${ATTACKS[@]}"; do
        say "others' wait beside $kind"
        if [[ $kind != nothing ]]; then
            python3 "$ROOT/script/bench.d/attacks.py" "$kind" "${words[@]}" >"$BENCH/attack-$kind.out" &
            attack=$!
            sleep 2
        fi
        for name in health login; do
            WIDTH=2 LATE=95 run_wrk "${URL[$name]}" "$((2 * SECONDS_EACH))" >"$BENCH/beside-$kind-$name.results"
        done
        [[ $kind == nothing ]] || { kill "$attack" && wait "$attack" || true; }
    done
}
readonly ATTACKS=(reports uploads upload)

# print_attacks: p95 beside each attack, as a multiple of p95 alone.
print_attacks() {
    local kind name times failed
    printf 'p95 of two visitors while one customer asks for as much as they can; alone: /healthz %.2f ms, /login %.2f ms\n' \
        "$(column beside-nothing-health 4)" "$(column beside-nothing-login 4)"
    for kind in "${ATTACKS[@]}"; do
        printf '%-10s' "$kind"
        for name in health login; do
            times=$(paste "$BENCH/beside-$kind-$name.results" "$BENCH/beside-nothing-$name.results" | awk '{ print $4 / $9 }')
            failed=$(awk '{ print $5 }' "$BENCH/beside-$kind-$name.results")
            printf '%s %.2f ms, %.1f times (< 5 %s), %d failed (none %s); ' "${TITLE[$name]%%,*}" \
                "$(column "beside-$kind-$name" 4)" "$times" "$(verdict "$times < 5")" "$failed" "$(verdict "$failed == 0")"
        done
        printf 'the attack got %s\n' "$(<"$BENCH/attack-$kind.out")"
    done
}

# How long a responder still lets in a session that the other one ended, of 200 sessions.
measure_announcements() {
    say "announcements: 200 sessions end at one responder"
    read -r ANNOUNCED ANNOUNCED99 < <(
        as_account /usr/bin/python3 - "$JADWAL_DATA_DIR" 200 <"$ROOT/script/bench.d/announcements.py")
    [[ -n ${ANNOUNCED99:-} ]] || give_up "The announcements could not be measured."
}

# From exec to the first answer, of one responder alone.
measure_start() {
    local number began socket=$BENCH/nothing-0/run/start.sock
    say "start to first answer, five times"
    export JADWAL_DATA=$JADWAL_DATA_DIR JADWAL_ORIGIN=$ORIGIN JADWAL_ENVIRONMENT=development \
        JADWAL_MAIL_TRANSPORT=mailbox JADWAL_TEMPLATES=$ROOT/templates JADWAL_STATIC=$ROOT/nginx/static \
        JADWAL_MIGRATIONS=$ROOT/sql/migrations \
        JADWAL_CITIES=$ROOT/sql \
        JADWAL_DATABASE="host='$JADWAL_DATA_DIR/run' port=5432 dbname=jadwal user=jadwal"
    START=()
    for number in 1 2 3 4 5; do
        rm -f "$socket"
        began=${EPOCHREALTIME/./}
        JADWAL_SOCKET=$socket start starting "$BENCH/nothing-0/log/start.log" TERM "$PROGRAM" serve
        until [[ -S $socket && $(ask_responder "$socket" /healthz 2>/dev/null) == *"Status: 200"* ]]; do
            is_running starting || give_up "The responder ended before it answered; see $BENCH/nothing-0/log/start.log."
        done
        START+=($(((${EPOCHREALTIME/./} - began) / 1000)))
        stop starting TERM 20
    done
}

print_table() {
    local name share asking p99 goal first last longer
    printf '\n%s\n' "Jadwal behind nginx with TLS, $CONNECTIONS connections, $(nproc) cores, median of $ROUNDS rounds of $SECONDS_EACH s"
    printf '%s\n' "of C: of the do-nothing C program; of C asking: of the one with as many round trips to Postgres, in brackets"
    printf '%-36s %12s %8s %8s %8s %14s   %s\n' '' 'requests/s' 'p50 ms' 'p99 ms' 'of C' 'of C asking' 'target'
    for name in "${ORDER[@]}"; do
        share=$(ratio "$name" nothing0) p99=$(column "$name" 4) goal='' asking=''
        if [[ -n ${ASKS[$name]:-} ]]; then
            asking=$(ratio "$name" "nothing${ASKS[$name]}")
            goal="≥ ${TARGET[$name]} $(verdict "$share >= ${TARGET[$name]}")"
            [[ -z ${TARGET_ASKING[$name]:-} ]] ||
                goal+=", asking ≥ ${TARGET_ASKING[$name]} $(verdict "$asking >= ${TARGET_ASKING[$name]}")"
            goal+=", p99 $(p99_goal "$name")"
            asking="$(printf '%.2f' "$asking") (${ASKS[$name]})"
        fi
        printf '%-36s %12.0f %8.2f %8.2f %8.2f %14s   %s\n' \
            "${TITLE[$name]}" "$(column "$name" 2)" "$(column "$name" 3)" "$p99" "$share" "$asking" "$goal"
    done
    read -r -a first <<<"${MEMORY[0]}"
    read -r -a last <<<"${MEMORY[1]}"
    for name in 0 1; do
        printf 'responder-%d: %.1f MB after %d requests (< 60 %s), %+.1f MB over the last %d\n' $((name + 1)) \
            "$(awk "BEGIN { print ${last[name]} / 1024 }")" "$MEMORY_REQUESTS" "$(verdict "${last[name]} < 60 * 1024")" \
            "$(awk "BEGIN { print (${last[name]} - ${first[name]}) / 1024 }")" $((MEMORY_REQUESTS / 2))
    done
    longer=$(paste "$BENCH/crowded.results" "$BENCH/alone.results" | awk '{ print $3 / $8 }' | median)
    printf '/healthz beside four 16 KB requests in flight: p50 %.2f ms, %.2f times as long as alone (≤ 3 %s)\n' \
        "$(column crowded 3)" "$longer" "$(verdict "$longer <= 3")"
    print_attacks
    printf 'a session that one responder ended is refused by the other after %s ms, p99 %s ms (< 100 %s)\n' \
        "$ANNOUNCED" "$ANNOUNCED99" "$(verdict "$ANNOUNCED99 < 100")"
    printf 'start to first answer: %s ms (< 300 %s)\n' "$(printf '%s\n' "${START[@]}" | median)" \
        "$(verdict "$(printf '%s\n' "${START[@]}" | median) < 300")"
}

# p99_goal NAME: less than 10 ms, unless the machine is so busy that the C program takes longer too.
p99_goal() {
    local ours theirs
    ours=$(column "$1" 4) theirs=$(column "nothing${ASKS[$1]}" 4)
    printf '< 10 ms '
    if [[ $(verdict "$ours < 10") == ✗ && $(verdict "$theirs < 10") == ✗ ]]; then
        printf '(not of C either)'
    else
        verdict "$ours < 10"
    fi
}
