# script/bench caldav: Jadwal's calendars beside Radicale, Xandikos and DAViCal, with the same requests.
#
# All servers hold the same events (caldav.py) and are asked by the same client (caldav.c), in plain HTTP, in
# turns, one at a time. Each keeps its own defaults. Xandikos takes passwords over TLS only, so it checks
# none here. DAViCal has a Postgres of its own, set as Jadwal's is, and as many PHP processes as there are
# connections. Jadwal is asked through nginx, as always; Radicale and Xandikos bring their own HTTP.
#
# Baikal is not installed: see RECORDED.

readonly TURNS=${TURNS:-3} TURN_SECONDS=${TURN_SECONDS:-0.4} NEW_EVENTS=4000
readonly PASSWORD=bench-password-of-nobody PEERS=(radicale xandikos davical) SERVERS=(jadwal radicale xandikos davical)
declare -A PORT_OF=() BASE=() USER_OF=([radicale]=bench [xandikos]=bench [davical]=bench)

# Every work, with its unit: requests a second, or the median of an answer in ms.
readonly WORKS=(
    put-1 put-8 get-1 get-8 list-small list-large multiget month-small month-large first-small first-large
    unchanged changed
)
declare -A TITLE=(
    [put-1]='PUT of a new event, requests/s' [put-8]='the same, 8 connections'
    [get-1]='GET, requests/s' [get-8]='the same, 8 connections'
    [list-small]='PROPFIND of 1,000, ms' [list-large]='PROPFIND of 10,000'
    [multiget]='multiget of 500' [month-small]='a month of 1,000' [month-large]='a month of 10,000'
    [first-small]='first sync of 1,000' [first-large]='first sync of 10,000'
    [unchanged]='sync without a change' [changed]='sync with 10 changes'
)
# How many times as fast as the fastest of the others.
declare -A TARGET=(
    [put-8]=10 [get-8]=6 [list-small]=10 [list-large]=10 [multiget]=10 [month-small]=10 [month-large]=10
    [unchanged]=8 [first-small]=10 [first-large]=10
)
# The most ms.
declare -A CEILING=([unchanged]=0.4 [month-large]=5)

# Baikal 0.12.1 cannot be installed here. Its figures were recorded together with Radicale's, in a calendar of
# 1,000 on another day; they count in proportion to Radicale's figure in this run. Of the works measured in ms
# three figures were recorded beside Baikal's without a name. Radicale's are those that fit the proportions
# between Radicale, Xandikos and DAViCal here; of two that fit, the one that makes Baikal faster. The calendar
# of 10,000 is assumed to cost Baikal as many times more as it costs Radicale, and 8 connections that store
# are scaled as one is.
declare -A BAIKAL=(
    [put-1]=126 [put-8]=141 [get-1]=335 [list-small]=26 [list-large]=26 [multiget]=24 [month-small]=9.7
    [month-large]=9.7 [unchanged]=3.2 [first-small]=35 [first-large]=35
)
declare -A RADICALE=(
    [put-1]=26 [put-8]=26 [get-1]=803 [list-small]=119 [list-large]=119 [multiget]=54 [month-small]=57
    [month-large]=57 [unchanged]=64 [first-small]=169 [first-large]=169
)

bench_caldav() {
    need_packages davical php-fpm php-cli php-pgsql php-xml python3-venv
    cc -O2 -Wall -Wextra -pthread -o "$BENCH/caldav" "$ROOT/script/bench.d/caldav.c"
    say "installing Radicale and Xandikos"
    python_peers_install
    measure_disk
    jadwal_starts
    say "starting Radicale, Xandikos and DAViCal"
    radicale_starts
    xandikos_starts
    davical_starts
    fill_everything
    check_answers
    object_yardstick_starts
    measure_works
    measure_growth
    measure_revocation
    MEMORY=("$(resident responder-1 VmHWM)" "$(resident responder-2 VmHWM)")
    print_table
}

# python_peers_install: both Python servers, in a folder of their own.
python_peers_install() {
    /usr/bin/python3 -m venv "$BENCH/python"
    "$BENCH/python/bin/pip" install --quiet --disable-pip-version-check radicale==3.9.0 xandikos==0.4.10
}

# peer_folders NAME: a folder of the account, with run and log.
peer_folders() {
    local folder
    for folder in "$BENCH/$1" "$BENCH/$1/run" "$BENCH/$1/log" "$BENCH/$1/data"; do own_directory "$folder"; done
    PORT_OF[$1]=$(free_port)
}

# listens NAME: true once somebody accepts connections there.
listens() {
    (exec 3<>"/dev/tcp/127.0.0.1/${PORT_OF[$1]}") 2>/dev/null
}

radicale_starts() {
    peer_folders radicale
    BASE[radicale]=/bench
    printf 'bench:%s\n' "$PASSWORD" | as_account tee "$BENCH/radicale/users" >/dev/null
    as_account tee "$BENCH/radicale/config" >/dev/null <<END
[server]
hosts = 127.0.0.1:${PORT_OF[radicale]}
[auth]
type = htpasswd
htpasswd_filename = $BENCH/radicale/users
htpasswd_encryption = plain
[storage]
filesystem_folder = $BENCH/radicale/data
[logging]
level = warning
END
    start radicale "$BENCH/radicale/log/log" TERM "$BENCH/python/bin/python" -m radicale --config "$BENCH/radicale/config"
    await radicale "$BENCH/radicale/log/log" 20 listens radicale
}

xandikos_starts() {
    peer_folders xandikos
    BASE[xandikos]=/bench/calendars
    start xandikos "$BENCH/xandikos/log/log" TERM env HOME="$BENCH/xandikos" "$BENCH/python/bin/xandikos" serve \
        --directory "$BENCH/xandikos/data" --state-dir "$BENCH/xandikos/run" --current-user-principal /bench/ --defaults \
        --listen-address 127.0.0.1 --port "${PORT_OF[xandikos]}" --no-detect-systemd
    await xandikos "$BENCH/xandikos/log/log" 20 listens xandikos
}

davical_starts() {
    local folder=$BENCH/davical fpm
    peer_folders davical
    BASE[davical]=/caldav.php/bench
    davical_database_starts
    # The copy of the program reads this configuration, and none of the machine's.
    cp -r /usr/share/davical "$folder/program"
    chmod -R a+rX "$folder/program"
    sed -i "s#/etc/davical/config.php#$folder/config.php#g" "$folder/program/htdocs/always.php"
    as_account tee "$folder/config.php" >/dev/null <<END
<?php
\$c->domain_name = 'localhost';
\$c->admin_email = 'bench@example.org';
\$c->readonly_webdav_collections = false;
\$c->pg_connect[] = 'dbname=davical host=$folder/run user=davical_app';
END
    as_account tee "$folder/php.conf" >/dev/null <<END
[global]
daemonize = no
error_log = $folder/log/php.log
[davical]
listen = $folder/run/php.sock
pm = static
pm.max_children = 8
php_admin_value[memory_limit] = 1G
php_admin_value[max_execution_time] = 300
END
    as_account tee "$folder/nginx.conf" >/dev/null <<END
daemon off;
pid $folder/run/nginx.pid;
error_log stderr error;
worker_processes auto;
events { }
http {
    access_log off;
    client_max_body_size 20m;
    client_body_temp_path $folder/run/body;
    fastcgi_temp_path $folder/run/answers;
    proxy_temp_path $folder/run/proxy;
    scgi_temp_path $folder/run/scgi;
    uwsgi_temp_path $folder/run/uwsgi;
    server {
        listen 127.0.0.1:${PORT_OF[davical]};
        location ~ ^/caldav\.php(/.*)\$ {
            include /etc/nginx/fastcgi_params;
            fastcgi_param SCRIPT_NAME /caldav.php;
            fastcgi_param SCRIPT_FILENAME $folder/program/htdocs/caldav.php;
            fastcgi_param PATH_INFO \$1;
            fastcgi_pass unix:$folder/run/php.sock;
            fastcgi_buffers 16 64k;
            fastcgi_read_timeout 120s;
        }
    }
}
END
    fpm=$(compgen -G '/usr/sbin/php-fpm*' | sort --version-sort | tail -n 1)
    start davical-php "$folder/log/php.out" TERM "$fpm" --nodaemonize --fpm-config "$folder/php.conf"
    await davical-php "$folder/log/php.out" 20 test -S "$folder/run/php.sock"
    start davical "$folder/log/nginx.log" TERM nginx -e stderr -p "$folder" -c "$folder/nginx.conf"
    await davical "$folder/log/nginx.log" 20 listens davical
}

# davical_database_starts: a cluster that only the account can reach, with DAViCal's tables and one person.
davical_database_starts() {
    local folder=$BENCH/davical socket=$BENCH/davical/run DATA=$BENCH/davical
    find_postgres
    as_account "$POSTGRES_BIN/initdb" --pgdata "$folder/postgres" --username postgres --encoding UTF8 \
        --locale C.UTF-8 --auth trust --data-checksums --no-instructions >"$BENCH/initdb.out" 2>&1 ||
        { last_lines "$BENCH/initdb.out" && give_up "initdb could not lay out DAViCal's cluster."; }
    start davical-postgres "$folder/log/postgres.log" INT "$POSTGRES_BIN/postgres" -D "$folder/postgres" \
        -c listen_addresses= -c "unix_socket_directories=$socket" -c port=5432 \
        -c max_connections=300 -c shared_buffers=64MB -c timezone=UTC
    await davical-postgres "$folder/log/postgres.log" 30 "$POSTGRES_BIN/pg_isready" --quiet --host "$socket"
    as_account env PGHOST="$socket" PGUSER=postgres HOME="$folder" TMPDIR="$socket" \
        sh /usr/share/davical/dba/create-database.sh davical "$PASSWORD" >"$BENCH/davical.out" 2>&1 ||
        { last_lines "$BENCH/davical.out" && give_up "DAViCal's database could not be made."; }
    as_account "$POSTGRES_BIN/psql" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --host "$socket" --username postgres \
        --dbname davical >/dev/null <<END
INSERT INTO usr (active, email_ok, username, password, fullname, email)
VALUES (TRUE, current_date, 'bench', '**$PASSWORD', 'Bench', 'bench@example.org');
INSERT INTO principal (type_id, user_no, displayname, default_privileges)
SELECT 1, user_no, 'Bench', 0::bit(24) FROM usr WHERE username = 'bench';
END
}

# The fsyncs a second of the disk that all of them store on: what bounds a server that stores on one connection.
measure_disk() {
    local DATA=$BENCH/disk
    own_directory "$DATA"
    find_postgres
    FSYNCS=$({ as_account "$POSTGRES_BIN/pg_test_fsync" --secs-per-test 1 --filename "$DATA/file" || true; } 2>/dev/null |
        awk '$1 == "fdatasync" { printf "%d", $2; exit }')
    [[ -n $FSYNCS ]] || give_up "pg_test_fsync says nothing."
}

# jadwal_starts: ours, with one customer, behind an nginx that speaks plain HTTP.
jadwal_starts() {
    export JADWAL_OBJECTS_PER_CALENDAR=200000
    bench_jadwal_starts
    USER_OF[jadwal]=$("$ROOT/script/jadwal" --data "$JADWAL_DATA_DIR" customers add bench@example.org \
        --device-password "bench=$PASSWORD" --device-password "revoked=$PASSWORD-2" | sed -nE 's/^id: *//p')
    [[ -n ${USER_OF[jadwal]} ]] || give_up "The customer could not be added."
    BASE[jadwal]=/dav/calendars/${USER_OF[jadwal]}
    plain_nginx_starts jadwal "$JADWAL_DATA_DIR/run"
}

# plain_nginx_starts NAME RUN: another nginx before the responders in RUN, with Jadwal's configuration, but
# without TLS. Sets PORT_OF[NAME].
plain_nginx_starts() {
    local DATA=$BENCH/plain-$1 folder socket
    for folder in "$DATA" "$DATA/run" "$DATA/log" "$DATA/nginx" "$DATA/tls"; do own_directory "$folder"; done
    for socket in responder-1.sock responder-2.sock; do as_account ln -s "$2/$socket" "$DATA/run/$socket"; done
    PORT_OF[$1]=$(free_port)
    make_certificate
    render_nginx "${PORT_OF[$1]}" "$(free_port)" '""'
    sed -i -E -e '/^ *listen /s/ ssl( http2)?//' -e '/^ *http2 on;/d' "$DATA/nginx/jadwal.conf"
    # As yardstick_starts does, and why.
    [[ $1 != yardstick ]] || sed -i -e 's/^fastcgi_keep_conn on;/fastcgi_keep_conn off;/' -e '/^ *keepalive 32;$/d' \
        "$DATA/nginx/responder.conf" "$DATA/nginx/jadwal.conf"
    start "plain-$1" "$DATA/log/nginx.log" TERM nginx -e stderr -p "$DATA/nginx" -c "$DATA/nginx/jadwal.conf"
    await "plain-$1" "$DATA/log/nginx.log" 20 listens "$1"
}

# object_yardstick_starts: the C program with one query and the bytes that Jadwal answers for an object.
object_yardstick_starts() {
    local AUTHORIZATION
    AUTHORIZATION="Basic $(printf '%s' "$(login jadwal)" | base64 --wrap 0)"
    yardstick_starts object 1 "${BASE[jadwal]}/small/small-000000.ics"
    plain_nginx_starts yardstick "$BENCH/nothing-object/run"
    own_requests yardstick
    printf 'GET /healthz - 200 1 BEGIN:VEVENT 0\n' >"$BENCH/requests-yardstick/get"
}

own_requests() { # NAME: the folder of its requests
    mkdir "$BENCH/requests-$1"
}

login() { # NAME
    printf '%s:%s' "${USER_OF[$1]:-nobody}" "$PASSWORD"
}

# client NAME CONNECTIONS SECONDS LEAST FILE [once]
client() {
    "$BENCH/caldav" "${PORT_OF[$1]}" "$(login "$1")" "${@:2}"
}

generate() {
    /usr/bin/python3 "$ROOT/script/bench.d/caldav.py" "$@"
}

# dav NAME CURL-WORDS… PATH: asks a server by curl.
dav() {
    curl --silent --show-error --fail --noproxy '*' --max-time 300 --header 'Host: localhost' --user "$(login "$1")" \
        --output /dev/null "${@:2:$#-2}" "http://127.0.0.1:${PORT_OF[$1]}${BASE[$1]}/${*: -1}"
}

# fill_everything: the same events into all servers, into each in the fastest way that it has.
fill_everything() {
    local name fills=() fill
    say "storing 12,000 events in each"
    for name in "${SERVERS[@]}"; do
        own_requests "$name"
        "fill_$name" & fills+=($!)
    done
    for fill in "${fills[@]}"; do wait "$fill" || give_up "A server could not be filled."; done
}

fill_jadwal() {
    local calendar file=$BENCH/requests-jadwal/fill
    for calendar in small large writes; do
        dav jadwal --request MKCALENDAR "$calendar/"
        generate puts "${BASE[jadwal]}" "$calendar" 0 "$(events_in "$calendar")" >"$file"
        client jadwal 8 300 1 "$file" once >/dev/null
    done
}

events_in() { # CALENDAR
    case $1 in large) echo 10000 ;; *) echo 1000 ;; esac
}

# A PUT to the address of a calendar makes it, with its objects.
fill_radicale() {
    local calendar
    for calendar in small large writes; do
        generate text "$calendar" 0 "$(events_in "$calendar")" |
            dav radicale --request PUT --header 'Content-Type: text/calendar' --data-binary @- "$calendar/"
    done
}

# A calendar is a Git repository.
fill_xandikos() {
    local calendar folder
    for calendar in small large writes; do
        dav xandikos --request MKCALENDAR "$calendar/"
        folder=$BENCH/xandikos/data/bench/calendars/$calendar
        as_account /usr/bin/python3 - files "$calendar" "$folder" <"$ROOT/script/bench.d/caldav.py"
        as_account env HOME="$BENCH/xandikos" git -C "$folder" add .
        as_account env HOME="$BENCH/xandikos" git -C "$folder" -c user.name=bench -c user.email=bench@example.org \
            commit --quiet --message events
    done
}

fill_davical() {
    local calendar first
    for calendar in small large writes; do
        dav davical --request MKCALENDAR "$calendar/"
        for ((first = 0; first < $(events_in "$calendar"); first += 1000)); do
            generate text "$calendar" "$first" 1000 | dav davical --request PUT --header 'Content-Type: text/calendar' \
                --data-binary @- "$calendar/?mode=append"
        done
    done
}

# check_answers: writes the requests of each server, once it was seen to find what it has to find.
check_answers() {
    local name
    for name in "${SERVERS[@]}"; do
        say "checking what ${name} answers"
        generate requests "http://127.0.0.1:${PORT_OF[$name]}" "${BASE[$name]}" "$(login "$name")" \
            "$BENCH/requests-$name" || give_up "$name does not answer what it should."
    done
}

# measure_works: every work, in turns. The slow ones of the others are measured in one turn.
measure_works() {
    local work turn name
    for work in "${WORKS[@]}"; do
        say "${TITLE[$work]}"
        for ((turn = 1; turn <= TURNS; turn++)); do
            for name in "${SERVERS[@]}"; do
                [[ $work != *-large || $name == jadwal ]] || ((turn == 1)) || continue
                measure_work "$work" "$name" "$turn" >>"$BENCH/$work-$name.results" ||
                    give_up "$name failed while it was measured."
            done
            [[ $work != get-1 ]] || client yardstick 1 "$TURN_SECONDS" 1 "$BENCH/requests-yardstick/get" \
                >>"$BENCH/get-1-yardstick.results"
        done
    done
}

# measure_work WORK NAME TURN: prints the client's line.
measure_work() {
    local requests=$BENCH/requests-$2
    case $1 in
        put-*)
            generate puts "${BASE[$2]}" writes "$((${1#put-} * 1000000 + $3 * 10000))" "$NEW_EVENTS" >"$requests/put"
            client "$2" "${1#put-}" "$TURN_SECONDS" 1 "$requests/put" once
            ;;
        get-*) client "$2" "${1#get-}" "$TURN_SECONDS" 1 "$requests/get" ;;
        changed)
            [[ $3 != 1 ]] || generate changed "http://127.0.0.1:${PORT_OF[$2]}" "${BASE[$2]}" "$(login "$2")" "$requests"
            client "$2" 1 "$TURN_SECONDS" 2 "$requests/changed"
            ;;
        *-large) client "$2" 1 "$TURN_SECONDS" 1 "$requests/$1" ;;
        *) client "$2" 1 "$TURN_SECONDS" 2 "$requests/$1" ;;
    esac
}

# A month of 100,000 events of thirty years, beside that of 10,000 of three: as many events are found in both.
measure_growth() {
    local socket=$JADWAL_DATA_DIR/run turn calendar
    say "a month of 100,000"
    dav jadwal --request MKCALENDAR huge/
    {
        printf '%s\n' "CREATE TEMPORARY TABLE new (segment text, uid text, kind text, etag bytea, octets bytea," \
            "octet_count integer, first_start timestamptz, last_end timestamptz, is_recurring boolean," \
            "created_counter bigint, counter bigint);" 'COPY new FROM STDIN;'
        generate rows huge
        cat <<'END'
\.
INSERT INTO calendar_object (customer_id, collection_id, segment, uid, kind, etag, octets, octet_count, first_start,
                             last_end, is_recurring, is_floating, is_transparent, created_counter, counter)
SELECT customer_id, id, new.segment, uid, kind, etag, octets, new.octet_count, first_start, last_end, is_recurring,
       false, false, created_counter, new.counter
  FROM new, calendar_collection WHERE calendar_collection.segment = 'huge';
UPDATE calendar_collection
   SET counter = n, object_count = n, octet_count = octets
  FROM (SELECT count(*) AS n, sum(octet_count) AS octets FROM new) AS added WHERE segment = 'huge';
VACUUM ANALYZE calendar_object;
END
    } | as_account psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --host "$socket" --username jadwal_owner \
        --dbname jadwal >/dev/null
    generate month "http://127.0.0.1:${PORT_OF[jadwal]}" "${BASE[jadwal]}" "$(login jadwal)" "$BENCH/requests-jadwal"
    for ((turn = 1; turn <= TURNS; turn++)); do
        for calendar in large huge; do
            client jadwal 1 "$TURN_SECONDS" 2 "$BENCH/requests-jadwal/month-$calendar" \
                >>"$BENCH/growth-$calendar.results"
        done
    done
}

# How long a responder still lets in a device whose password was deleted in the database, 200 times.
measure_revocation() {
    say "announcements: 200 passwords end"
    read -r REVOKED REVOKED99 < <(
        as_account /usr/bin/python3 - "$JADWAL_DATA_DIR" 200 revoked "${USER_OF[jadwal]}:$PASSWORD-2" \
            "${BASE[jadwal]}/small/small-000000.ics" <"$ROOT/script/bench.d/announcements.py")
    [[ -n ${REVOKED99:-} ]] || give_up "The announcements could not be measured."
}

# figure WORK NAME: requests a second, or ms.
figure() {
    case $1 in
        put-* | get-*) column "$1-$2" 2 ;;
        *) column "$1-$2" 3 ;;
    esac
}

# baikal WORK: the recorded figure in proportion to Radicale's; nothing if none was recorded.
baikal() {
    [[ -z ${BAIKAL[$1]:-} ]] || awk "BEGIN { print ${BAIKAL[$1]} * $(figure "$1" radicale) / ${RADICALE[$1]} }"
}

# times_as_fast WORK: ours by the fastest of the others.
times_as_fast() {
    local name
    {
        for name in "${PEERS[@]}"; do figure "$1" "$name"; done
        baikal "$1"
    } | sort --general-numeric-sort | awk -v ours="$(figure "$1" jadwal)" -v work="$1" '
        NR == 1 { least = $1 } { most = $1 }
        END { print work ~ /^(put|get)-/ ? ours / most : least / ours }'
}

short() { # NUMBER: three digits of it, or - if there is none
    if [[ -z $1 ]]; then
        printf -- '-'
    elif [[ $(verdict "$1 >= 100") == ✓ ]]; then
        printf '%.0f' "$1"
    else
        printf '%.3g' "$1"
    fi
}

print_table() {
    local work name goal times share growth
    printf '\n%s\n' "CalDAV on one machine, $(nproc) cores, plain HTTP, one connection if not said otherwise, median of $TURNS turns:"
    printf '%s\n' "Radicale 3.9.0, Xandikos 0.4.10, DAViCal $(dpkg-query --show --showformat '${Version}' davical); Baikal 0.12.1 as recorded, scaled by Radicale"
    printf '%-32s %8s %9s %9s %9s %9s %10s   %s\n' '' Jadwal Radicale Xandikos DAViCal 'Baikal*' 'to best' target
    for work in "${WORKS[@]}"; do
        printf '%-32s' "${TITLE[$work]}"
        printf ' %8s' "$(short "$(figure "$work" jadwal)")"
        for name in "${PEERS[@]}"; do printf ' %9s' "$(short "$(figure "$work" "$name")")"; done
        times=$(times_as_fast "$work") goal=''
        [[ -z ${TARGET[$work]:-} ]] || goal="≥ ${TARGET[$work]} $(verdict "$times >= ${TARGET[$work]}")"
        [[ -z ${CEILING[$work]:-} ]] ||
            goal+=", ≤ ${CEILING[$work]} ms $(verdict "$(figure "$work" jadwal) <= ${CEILING[$work]}")"
        printf ' %9s %10s   %s\n' "$(short "$(baikal "$work")")" "$(short "$times") ×" "$goal"
    done
    share=$(ratio get-1-jadwal get-1-yardstick)
    printf 'GET beside a C program with one query and the same body (%s requests/s): %.2f (≥ 0.8 %s)\n' \
        "$(short "$(column get-1-yardstick 2)")" "$share" "$(verdict "$share >= 0.8")"
    printf 'the disk takes %s fdatasync a second, one after the other (pg_test_fsync)\n' "$FSYNCS"
    growth=$(awk "BEGIN { print $(column growth-huge 3) / $(column growth-large 3) }")
    printf 'a month of 100,000 with as many events in it: %.2f ms, %.2f times that of 10,000 (< 1.5 %s)\n' \
        "$(column growth-huge 3)" "$growth" "$(verdict "$growth < 1.5")"
    printf 'a device password that ended is refused by a responder after %s ms, p99 %s ms (< 100 %s)\n' \
        "$REVOKED" "$REVOKED99" "$(verdict "$REVOKED99 < 100")"
    for name in 1 2; do
        printf 'responder-%d: %.1f MB at most (< 100 %s)\n' "$name" "$(awk "BEGIN { print ${MEMORY[name - 1]} / 1024 }")" \
            "$(verdict "${MEMORY[name - 1]} < 100 * 1024")"
    done
}
