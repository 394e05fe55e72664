# script/bench api: calls of apps beside the do-nothing C program: a profile, and a month of 80 events in both codecs;
# and what checking an access token costs.

# Shares of the C program with one query: the answer to GetProfile, and one with the bytes of the month.
readonly PROFILE_TARGET=0.85 MONTH_TARGET=0.5 EVENTS=80
readonly MONTH='firstDay":"2030-03-01","lastDay":"2030-03-31'
# Microseconds for one access token.
readonly VERIFIED_TARGET=200 REMEMBERED_TARGET=5
declare -A TITLE=(
    [nothing]='C program, one query' [json-bytes]="the same, the month's JSON" [proto-bytes]="the same, the month's proto"
    [profile]='GetProfile' [json]="a month of $EVENTS events, JSON" [proto]='the same, proto'
)
readonly ORDER=(nothing profile json-bytes json proto-bytes proto)

bench_api() {
    bench_jadwal_starts
    sign_in_by_api
    make_events
    MONTH_PATH=/jadwal.v1.EventsService/ListOccurrences
    yardstick_starts nothing 1 /healthz
    yardstick_starts json-bytes 1 "$MONTH_PATH?encoding=json&message=%7B%22${MONTH//\"/%22}%22%7D"
    yardstick_starts proto-bytes 1 "$MONTH_PATH?encoding=proto&base64=1&message=CgoyMDMwLTAzLTAxEgoyMDMwLTAzLTMx"
    measure_speed "${ORDER[@]}"
    print_table
    measure_tokens
}

# The work of checking an access token, on one core and without a database.
measure_tokens() {
    local flags found verified remembered
    mapfile -t flags < <(build_flags)
    run_step swift build --package-path "$ROOT" --product jadwal-token-bench "${flags[@]}" >"$BENCH/build.log" 2>&1 || {
        last_lines "$BENCH/build.log"
        give_up "jadwal-token-bench does not build."
    }
    found=$("$BUILD_FOLDER/release/jadwal-token-bench")
    verified=$(awk '/^verified/ { print $2 }' <<<"$found")
    remembered=$(awk '/^remembered/ { print $2 }' <<<"$found")
    printf '\n%s\n' "Access tokens, processor time for one"
    printf '%-40s %9s µs   (< %s %s)\n' \
        'signature and claims checked' "$verified" "$VERIFIED_TARGET" "$(verdict "$verified < $VERIFIED_TARGET")" \
        'remembered by the responder' "$remembered" "$REMEMBERED_TARGET" "$(verdict "$remembered < $REMEMBERED_TARGET")"
}

# api METHOD JSON: the answer to a call.
api() {
    ask --header 'Content-Type: application/json' --header "Authorization: ${AUTHORIZATION:-none}" --data "$2" "$ORIGIN/$1"
}

sign_in_by_api() {
    local address=api@example.org letter='' token deadline=$((SECONDS + 10))
    api auth.v1.AuthService/InitiateEmail "{\"email\":\"$address\"}" >/dev/null
    until [[ -n $letter ]]; do
        ((SECONDS < deadline)) || give_up "No sign-in mail came."
        letter=$(grep --recursive --files-with-matches --max-count 1 --include '*.eml' "^To:.*$address" \
            "$JADWAL_DATA_DIR/mail" | head -n 1 || true)
        sleep 0.1
    done
    token=$(sed -e 's/\r$//' "$letter" | sed -e ':a' -e '/=$/{N;s/=\n//;ba}' -e 's/=3D/=/g' |
        grep -oE 'token=[0-9a-f-]{36}' | head -n 1)
    token=$(api auth.v1.AuthService/CompleteEmail "{\"token\":\"${token#token=}\"}" |
        sed -E 's/.*"accessToken":"([^"]+)".*/\1/')
    AUTHORIZATION="Bearer $token"
    export AUTHORIZATION
}

make_events() {
    local number day
    say "making $EVENTS events"
    # The first look makes the calendars of a new account.
    api jadwal.v1.CalendarsService/ListCalendars '{}' >/dev/null
    for ((number = 0; number < EVENTS; number++)); do
        day=$(printf '2030-03-%02dT%02d:00:00' $((number % 28 + 1)) $((9 + number / 28 * 2)))
        api jadwal.v1.EventsService/CreateEvent "{\"requestId\":\"$(</proc/sys/kernel/random/uuid)\",\"keepConflicts\":true,
            \"event\":{\"calendarId\":\"personal\",\"title\":\"Event $number\",\"location\":\"Olaya Street $number\",
            \"start\":{\"dateTime\":\"$day\",\"timeZone\":\"Asia/Riyadh\"}}}" >/dev/null
    done
}

# load NAME SECONDS
load() {
    case $1 in
        profile)
            BODY='{}' run_wrk "$ORIGIN/profile.v1.ProfileService/GetProfile" "$2" "Authorization: $AUTHORIZATION" \
                'Content-Type: application/json'
            ;;
        json)
            BODY="{\"$MONTH\"}" run_wrk "$ORIGIN$MONTH_PATH" "$2" "Authorization: $AUTHORIZATION" \
                'Content-Type: application/json'
            ;;
        proto)
            run_wrk "$ORIGIN$MONTH_PATH?encoding=proto&base64=1&message=CgoyMDMwLTAzLTAxEgoyMDMwLTAzLTMx" "$2" \
                "Authorization: $AUTHORIZATION"
            ;;
        *) run_wrk "${YARDSTICK_URL[$1]}" "$2" ;;
    esac
}

print_table() {
    local name goal
    printf '\n%s\n' "Calls behind nginx with TLS, $CONNECTIONS connections, median of $ROUNDS rounds of $SECONDS_EACH s"
    printf '%-40s %12s %8s %8s   %s\n' '' 'requests/s' 'p50 ms' 'p99 ms' 'of C'
    for name in "${ORDER[@]}"; do
        case $name in
            profile) goal=$(share profile nothing "$PROFILE_TARGET") ;;
            json | proto) goal=$(share "$name" "$name-bytes" "$MONTH_TARGET") ;;
            *) goal='' ;;
        esac
        printf '%-40s %12.0f %8.2f %8.2f   %s\n' "${TITLE[$name]}" \
            "$(column "$name" 2)" "$(column "$name" 3)" "$(column "$name" 4)" "$goal"
    done
}

# share NAME YARDSTICK TARGET: the ratio and whether it is reached.
share() {
    local found
    found=$(ratio "$1" "$2")
    printf '%.2f (≥ %s %s)' "$found" "$3" "$(verdict "$found >= $3")"
}
