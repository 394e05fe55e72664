# The settings of a data directory, for every part of script/server and for the command of script/jadwal.

# export_settings PORT: what jadwal gets to know. What belongs to this data directory is decided here; the
# rest may come from the caller's environment.
export_settings() {
    export JADWAL_DATA=$DATA
    export JADWAL_ORIGIN=https://localhost:$1
    export JADWAL_DATABASE="host='$DATA/run' port=5432 dbname=jadwal user=jadwal"
    export JADWAL_TEMPLATES=$ROOT/templates
    export JADWAL_STATIC=$ROOT/nginx/static
    export JADWAL_DEFINITIONS=$ROOT/proto
    export JADWAL_MIGRATIONS=$ROOT/sql/migrations
    export JADWAL_CITIES=$ROOT/sql
    export JADWAL_ENVIRONMENT=${JADWAL_ENVIRONMENT:-development}
    export JADWAL_MAIL_TRANSPORT=${JADWAL_MAIL_TRANSPORT:-mailbox}
    [[ ! -e $DATA/settings ]] || export JADWAL_SETTINGS_FILE=${JADWAL_SETTINGS_FILE:-$DATA/settings}
}

# as_owner COMMAND…: runs it with the only role that may change tables.
as_owner() {
    as_account env "JADWAL_DATABASE=${JADWAL_DATABASE/%user=jadwal/user=jadwal_owner}" "$@"
}

# let_account_read_jadwal: makes sure that the account can read what every part reads.
let_account_read_jadwal() {
    local loaded
    mapfile -t loaded < <(what_it_loads)
    let_account_read "$PROGRAM" "${loaded[@]}" "$ROOT/templates" "$ROOT/nginx/static" "$ROOT/proto" "$ROOT/sql" "$DATA/run"
}

# remember_settings: writes down the build and the settings of this start, for script/jadwal. The account
# alone can read them.
remember_settings() {
    local name
    {
        printf '%s\0' "BUILD=$BUILD_KIND"
        for name in "${!JADWAL_@}"; do printf '%s\0' "$name=${!name}"; done
    } | as_account sh -c 'umask 077 && cat >"$0"' "$DATA/run/settings"
}

# recall_settings: fills in BUILD and PORT, and exports the settings of the last start that the caller's
# environment has no others for. The file belongs to the account, so it is read and never run.
recall_settings() {
    local pair name origin=''
    BUILD=release PORT=8443
    [[ -r $DATA/run/settings ]] || return 0
    while IFS= read -r -d '' pair; do
        name=${pair%%=*}
        case $pair in
            BUILD=debug) BUILD=debug ;;
            JADWAL_ORIGIN=*) origin=${pair#*=} ;;
            "JADWAL_SETTINGS_FILE=$DATA/settings") ;; # export_settings finds it, if it still exists
            JADWAL_*=*) [[ ! $name =~ ^[A-Z_]+$ || -v $name ]] || export "$name=${pair#*=}" ;;
        esac
    done <"$DATA/run/settings"
    [[ ! $origin =~ :([0-9]{1,5})$ ]] || PORT=${BASH_REMATCH[1]}
}
