# The lines that the scripts print for the person who runs them. They read the same on a terminal and
# in a CI log; only a terminal gets colour.

if [[ -t 1 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]]; then
    readonly BOLD=$'\e[1m' DIM=$'\e[2m' RED=$'\e[31m' PLAIN=$'\e[0m'
else
    readonly BOLD='' DIM='' RED='' PLAIN=''
fi

# say TEXT…: one line of progress.
say() {
    printf '%s\n' "${DIM}▸${PLAIN} $*"
}

# headline TEXT…: the line a person is waiting for.
headline() {
    printf '%s\n' "${BOLD}$*${PLAIN}"
}

# complain TEXT…: something went wrong, each argument a line; the first says what, the rest how to
# mend it.
complain() {
    printf '%s\n' "${RED}✗ $1${PLAIN}" >&2
    shift
    (($# == 0)) || printf '  %s\n' "$@" >&2
}

# give_up TEXT…: complains and leaves; the EXIT trap stops whatever was started.
give_up() {
    complain "$@"
    exit 1
}

# last_lines FILE: the end of a log, indented, for a person who must find out why a part stopped.
last_lines() {
    [[ -s $1 ]] || return 0
    printf '  %s\n' "the last lines of $1:" >&2
    tail -n 15 -- "$1" | sed 's/^/  │ /' >&2
}
