# The processes a script starts, and how they end: all of them, whatever happens, and no other.
#
# Each is started in a session of its own, so that Ctrl-C at the terminal reaches the script alone
# and the parts stop in order. Each also asks the kernel for a signal should the script be killed
# outright.

declare -A PID=() # name → process
STARTED=()        # names, in the order they were started
STEP=''           # the process of the long step under way
BESIDE=''         # the process of the step that runs beside it

# start NAME LOG SIGNAL COMMAND…: starts a part in the background as the account, its output
# appended to LOG; SIGNAL is what it gets if this script dies.
start() {
    local name=$1 log=$2 signal=$3
    shift 3
    local become=("${AS_ACCOUNT[@]}")
    ((${#become[@]} > 0)) || become=(setpriv --no-new-privs)
    # The log is opened by the account, not by root, in a folder that the account may write.
    # shellcheck disable=SC2016  # for the inner shell
    setsid "${become[@]}" --pdeathsig "$signal" \
        sh -c 'exec >>"$0" 2>&1; exec "$@"' "$log" "$@" </dev/null &
    PID[$name]=$!
    case " ${STARTED[*]} " in
        *" $name "*) ;;
        *) STARTED+=("$name") ;;
    esac
}

is_running() {
    [[ -n ${PID[$1]:-} ]] && kill -0 "${PID[$1]}" 2>/dev/null
}

# run_step COMMAND…: a long step, run so that a signal interrupts it at once (bash would otherwise
# wait for its end before it looks at the signal).
run_step() {
    local status=0
    setsid "$@" </dev/null &
    STEP=$!
    wait "$STEP" || status=$?
    STEP=''
    return "$status"
}

# run_shown FILE COMMAND…: a long step whose output goes to a file and to the terminal.
run_shown() {
    local file=$1 status=0 tee
    shift
    exec 3> >(exec tee "$file")
    tee=$!
    run_step "$@" >&3 2>&1 3>&- || status=$?
    exec 3>&-
    wait "$tee" || true
    return "$status"
}

# begin_beside FILE COMMAND…: begins a long step beside others, with its output in a file.
begin_beside() {
    local file=$1
    shift
    setsid "$@" </dev/null >"$file" 2>&1 &
    BESIDE=$!
}

# end_beside FILE: waits for that step, and shows its output without what had only begun.
end_beside() {
    local status=0
    wait "$BESIDE" || status=$?
    BESIDE=''
    grep -av '^◇' "$1" || true
    return "$status"
}

# stop_step: ends the long steps, with all that they started, and waits until they have.
stop_step() {
    local step deadline=$((SECONDS + 30))
    for step in $STEP $BESIDE; do
        kill -TERM -- "-$step" 2>/dev/null || true
        while kill -0 -- "-$step" 2>/dev/null; do
            ((SECONDS < deadline)) || kill -KILL -- "-$step" 2>/dev/null || true
            sleep 0.05
        done
    done
    STEP='' BESIDE=''
}

# stop NAME SIGNAL SECONDS: asks a part to end, waits, and then insists. What its process group
# still holds afterwards (nginx's workers, should the master have been killed) ends with it.
stop() {
    local pid=${PID[$1]:-} deadline=$((SECONDS + $3))
    [[ -n $pid ]] || return 0
    unset "PID[$1]"
    kill "-$2" "$pid" 2>/dev/null || true
    while kill -0 "$pid" 2>/dev/null; do
        if ((SECONDS >= deadline)); then
            complain "$1 did not stop within $3 s and is being killed."
            kill -KILL "$pid" 2>/dev/null || true
            break
        fi
        sleep 0.02
    done
    wait "$pid" 2>/dev/null || true
    kill -KILL -- "-$pid" 2>/dev/null || true
}

# await NAME LOG SECONDS COMMAND…: waits until COMMAND succeeds; gives up at once if the part ends,
# and when the time is over.
await() {
    local name=$1 log=$2 deadline=$((SECONDS + $3))
    shift 3
    until "$@" >/dev/null 2>&1; do
        if ! is_running "$name"; then
            last_lines "$log"
            give_up "$name ended before it was ready."
        elif ((SECONDS > deadline)); then
            last_lines "$log"
            give_up "$name is not ready after $((SECONDS - deadline + 1)) s more than it may take."
        fi
        sleep 0.03
    done
}
