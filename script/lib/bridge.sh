# The bridges to WhatsApp: the real one's Python below a folder, and the scripted one beside script/server.

# make_bridge_python FOLDER [PACKAGE…]: fills in BRIDGE_PYTHON, a virtual environment with the packages that
# bridge/requirements.txt pins; installs again whenever that file or the wanted packages have changed.
make_bridge_python() {
    local folder=$1 requirements=$ROOT/bridge/requirements.txt
    shift
    BRIDGE_PYTHON=$folder/bin/python
    ! cmp --silent <(cat "$requirements" && printf '%s\n' "$@") "$folder/installed.txt" || return 0
    say "installing the bridge's Python packages (130 MB)"
    rm -rf -- "$folder"
    /usr/bin/python3 -m venv "$folder"
    run_step "$BRIDGE_PYTHON" -m pip install --quiet --disable-pip-version-check --requirement "$requirements" "$@" ||
        give_up "pip could not install what $requirements names."
    cat "$requirements" - <<<"$(printf '%s\n' "$@")" >"$folder/installed.txt"
}

# export_scripted_bridge PORT: where Jadwal finds the scripted bridge: JADWAL_WASAPP_URL if that names a port of this
# machine, else PORT. The secret is made for this start if the caller's environment has none.
export_scripted_bridge() {
    export JADWAL_WASAPP_URL=${JADWAL_WASAPP_URL:-http://127.0.0.1:$1}
    [[ $JADWAL_WASAPP_URL =~ ^http://(127\.0\.0\.1|localhost):([0-9]{1,5})/?$ ]] ||
        give_up "--bridge listens on this machine, and JADWAL_WASAPP_URL is $JADWAL_WASAPP_URL." \
            "Leave it out, or set it to http://127.0.0.1:PORT"
    BRIDGE_PORT=${BASH_REMATCH[2]}
    need_free_port "$BRIDGE_PORT"
    export JADWAL_WASAPP_SECRET=${JADWAL_WASAPP_SECRET:-$(openssl rand -hex 24)}
}

# start_scripted_bridge PORT: starts it. Messages go to the queue if there is one, else to Jadwal at PORT.
start_scripted_bridge() {
    start bridge "$DATA/log/bridge.log" TERM \
        /usr/bin/python3 -B "$ROOT/Tests/System/support/bridge.py" --port "$BRIDGE_PORT" \
        --ingest "https://localhost:$1/api/v1/ingest/messages" --ca "$DATA/tls/certificate.pem"
}

bridge_answers() {
    [[ $(curl --silent --fail --max-time 5 --noproxy '*' "http://127.0.0.1:$BRIDGE_PORT/health") == ok ]]
}
