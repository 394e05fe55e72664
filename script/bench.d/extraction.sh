# script/bench extraction: agreements found in chats. How much of the files with right answers is read rightly, beside
# Duckling and dateparser on the same expressions, how many threads a second one core reads, and how much memory that
# takes. Then the road: messages through both doors into the store, and events into calendars.
#
# The files are those of ../shared/reference (or JADWAL_REFERENCE) as extraction/*.jsonl. They are others' data, and are
# read where they are.

readonly ANSWERED=(threads-dev cases expressions-dev spans-ar-dev export-formats) THREADS_A_SECOND=1000 COPIES=40
readonly MESSAGES_A_SECOND=200 DELAY=1000 # on the road; ms

bench_extraction() {
    local folder=${JADWAL_REFERENCE:-$ROOT/../shared/reference}/extraction file
    for file in "${ANSWERED[@]}"; do
        [[ -f $folder/$file.jsonl ]] || give_up "There is no $file.jsonl to measure with in $folder." \
            "Set JADWAL_REFERENCE to a folder that holds files with answers as extraction/*.jsonl."
    done
    need_packages python3-venv
    cd "$ROOT"
    score_answers "$folder"
    compare_with_others "$folder"
    measure_threads "$folder"
    measure_road
    print_table
    print_road
}

# score_answers FOLDER: the gates of all files; a missed one is no reason to stop, since its line says so.
score_answers() {
    local files=("${ANSWERED[@]/#/$1/}")
    files=("${files[@]/%/.jsonl}")
    say "scoring ${#files[@]} files"
    "$PROGRAM" extract score "${files[@]}" >"$BENCH/score" 2>"$BENCH/complaint" || [[ -s $BENCH/score ]] || {
        last_lines "$BENCH/complaint"
        give_up "The files could not be scored."
    }
    "$PROGRAM" extract score --reliability "$1/threads-dev.jsonl" "$1/cases.jsonl" \
        "$ROOT"/Tests/ExtractionTests/Reference/chats-?.jsonl >"$BENCH/reliability" 2>"$BENCH/complaint" ||
        [[ -s $BENCH/reliability ]] || {
        last_lines "$BENCH/complaint"
        give_up "The confidence could not be measured."
    }
}

compare_with_others() {
    say "reading the same expressions with Duckling and dateparser"
    python3 -m venv "$BENCH/python"
    "$BENCH/python/bin/pip" install --quiet --disable-pip-version-check pyduckling-native-phihos==0.3.0 dateparser==1.5.0
    in_python compare "$PROGRAM" "$1/expressions-dev.jsonl" >"$BENCH/others"
}

measure_threads() {
    local file
    for file in threads-dev cases; do
        say "reading threads on one core: $file"
        cp "$1/$file.jsonl" "$BENCH/$file.jsonl"
        in_python speed "$PROGRAM" "$BENCH/$file.jsonl" "$COPIES" >"$BENCH/$file.speed"
    done
}

in_python() {
    "$BENCH/python/bin/python" -B "$ROOT/script/bench.d/extraction.py" "$@"
}

print_table() {
    printf '\n%s\n' "Files with right answers: what is read rightly, and the share that is asked for"
    cat "$BENCH/score"
    printf '\n%s\n' "Agreements of all chats with right answers, by the confidence with which they were found"
    cat "$BENCH/reliability"
    printf '\n%s\n' "The same expressions read by others, right of all; Duckling's rows are its own examples"
    printf '%-24s %8s %10s %10s %12s\n' '' all Jadwal Duckling dateparser
    awk -F '\t' '{ printf "%-24s %8s %10s %10s %12s\n", $1, $2, $3, $4, $5 }' "$BENCH/others"
    printf '\n%s\n' "Threads a second of one core, JSON in and out, best of 3"
    print_speed threads-dev 'service dialogues'
    print_speed cases 'chats'
}

print_speed() { # FILE TITLE
    local rate milliseconds memory
    IFS=$'\t' read -r rate milliseconds memory <"$BENCH/$1.speed"
    printf '%-20s %6s threads/s (≥ %s %s), %s ms each (< 5 %s), %s MB at most\n' "$2" "$rate" "$THREADS_A_SECOND" \
        "$(verdict "$rate >= $THREADS_A_SECOND")" "$milliseconds" "$(verdict "$milliseconds < 5")" "$memory"
}

# measure_road: one Jadwal with both doors, a broker's queue and signed requests, and no quiet before a chat is read.
measure_road() {
    local door
    need_packages "${RABBITMQ_PACKAGES[@]}" "${SCRIPTED_BRIDGE_PACKAGES[@]}"
    JADWAL_WASAPP_SECRET=$(openssl rand -hex 24)
    export JADWAL_WASAPP_SECRET JADWAL_ANALYSIS_QUIET_SECONDS=0
    bench_jadwal_starts --rabbitmq
    DATA=$JADWAL_DATA_DIR find_postgres
    for door in queue ingest; do
        say "messages on the road: $door"
        /usr/bin/python3 -B "$ROOT/script/bench.d/extraction_road.py" "$door" "$ORIGIN" "$JADWAL_DATA_DIR" \
            "$POSTGRES_BIN/psql" >"$BENCH/$door.road" || give_up "The road through the $door could not be measured."
    done
    ROAD_MEMORY=("$(worker_memory)" "$(resident responder-1 VmHWM)" "$(resident responder-2 VmHWM)")
}

# worker_memory: the most memory of the worker, in KiB.
worker_memory() {
    grep --files-with-matches --null --text --fixed-strings "JADWAL_DATA=$JADWAL_DATA_DIR" /proc/[0-9]*/environ \
        2>/dev/null | tr '\0' '\n' | cut -d/ -f3 | while read -r process; do
        [[ $(tr '\0' ' ' <"/proc/$process/cmdline") != *"/jadwal work "* ]] ||
            awk '$1 == "VmHWM:" { print $2 }' "/proc/$process/status"
    done | head -n 1
}

print_road() {
    local door rate handed p50 p99 rows sent events different plans
    printf '\n%s\n' \
        "Door, store, analysis, event, on $(nproc) cores; delay from the message that agrees, at 50 messages/s"
    printf '%-10s %22s %8s %18s %22s %18s\n' '' messages/s 'p50 ms' 'p99 ms' 'messages kept' events
    for door in queue ingest; do
        IFS=$'\t' read -r rate handed p50 p99 rows sent events different plans <"$BENCH/$door.road"
        printf '%-10s %22s %8s %18s %22s %18s\n' "$door" \
            "$rate (≥ $MESSAGES_A_SECOND $(verdict "$rate >= $MESSAGES_A_SECOND"))" \
            "$p50" "$p99 (< $DELAY $(verdict "$p99 < $DELAY"))" "$rows of $sent $(verdict "$rows == $sent")" \
            "$events of $plans $(verdict "$events == $plans && $different == $plans")"
    done
    printf 'most memory: worker %.1f MB, responders %.1f and %.1f MB\n' \
        "$(awk "BEGIN { print ${ROAD_MEMORY[0]} / 1024 }")" "$(awk "BEGIN { print ${ROAD_MEMORY[1]} / 1024 }")" \
        "$(awk "BEGIN { print ${ROAD_MEMORY[2]} / 1024 }")"
}
