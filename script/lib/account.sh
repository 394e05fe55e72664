# The account of the parts. Started by an ordinary account they run as that account. Started by root
# they run as the system account `jadwal`, which owns the data directory's folders and nothing
# else: Postgres refuses to run as root, and nothing that answers the network should.

readonly ACCOUNT_NAME=jadwal

AS_ACCOUNT=()   # the words in front of a command that make it run as the account; none without root
CAPABILITIES=() # what the account keeps of root's rights, by setpriv's names
RUNS_AS=''      # the account's name

# choose_account: fills in RUNS_AS and AS_ACCOUNT, and makes the account if need be.
choose_account() {
    if ! am_root; then
        RUNS_AS=$(id --user --name)
        return
    fi
    RUNS_AS=$ACCOUNT_NAME
    if ! getent passwd "$ACCOUNT_NAME" >/dev/null; then
        say "making the system account $ACCOUNT_NAME, which everything will run as"
        useradd --system --user-group --no-create-home --home-dir /nonexistent \
            --shell /usr/sbin/nologin "$ACCOUNT_NAME"
    fi
    keep_capabilities
}

# keep_capabilities [NAME…]: adds to the rights that the account keeps, and fills in AS_ACCOUNT again.
keep_capabilities() {
    am_root || return 0
    local kept='-all' capability
    CAPABILITIES+=("$@")
    for capability in "${CAPABILITIES[@]}"; do
        kept+=",+$capability"
    done
    AS_ACCOUNT=(
        setpriv --reuid "$ACCOUNT_NAME" --regid "$ACCOUNT_NAME" --init-groups --no-new-privs
        --inh-caps "$kept" --ambient-caps "$kept" --bounding-set "$kept"
    )
}

as_account() {
    "${AS_ACCOUNT[@]}" "$@"
}

# let_account_read PATH…: makes sure that the account can read what it must.
#
# A clone under /root or in a folder from `mktemp -d` is closed to every other account. Then the
# processes keep one capability of root's, to read and search, and none to write. If even that is
# not available, the person must put the clone elsewhere.
let_account_read() {
    local out_of_reach
    am_root || return 0
    out_of_reach=$(first_unreadable "$@")
    [[ -n $out_of_reach ]] || return 0
    keep_capabilities dac_read_search
    if [[ -n $(first_unreadable "$@") ]]; then
        give_up "The account $ACCOUNT_NAME cannot read $out_of_reach." \
            "Open the folders above it (chmod o+x), or move the clone to where others may read it."
    fi
    say "the account $ACCOUNT_NAME may not enter $out_of_reach: it gets root's right to read (never to write)"
}

# first_unreadable PATH…: prints the first path that the account cannot read.
first_unreadable() {
    # shellcheck disable=SC2016  # for the inner shell
    as_account sh -c 'for path; do [ -r "$path" ] || { printf "%s\n" "$path"; exit; }; done' sh "$@" \
        2>/dev/null || printf '%s\n' "$1"
}

# own_directory DIRECTORY: makes it, for the account alone.
own_directory() {
    if am_root; then
        install --directory --mode 0700 --owner "$ACCOUNT_NAME" --group "$ACCOUNT_NAME" -- "$1"
    else
        install --directory --mode 0700 -- "$1"
    fi
}
