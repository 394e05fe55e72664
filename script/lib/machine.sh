# The machine, before anything can be built: Debian, its packages, a Swift toolchain.

readonly DEBIAN_AT_LEAST=12
readonly SWIFT_AT_LEAST=6.2

# What building and running Jadwal needs. libfcgi-bin's cgi-fcgi asks a responder for its health
# without going through nginx.
readonly SERVER_PACKAGES=(
    git ca-certificates tzdata pkg-config libc6-dev libfcgi-dev libpq-dev libssl-dev libcurl4-openssl-dev
    libidn2-dev libunistring-dev libarchive-dev zlib1g-dev libqrencode-dev libmaxminddb-dev libexpat1-dev
    librabbitmq-dev
    nginx libnginx-mod-http-brotli-filter postgresql openssl curl libfcgi-bin
)

# What a broker of our own needs, for a bridge that speaks AMQP. Debian's service stays off, as those of nginx and
# Postgres do.
readonly RABBITMQ_PACKAGES=(rabbitmq-server)
# What the real bridge to WhatsApp needs: neonize loads libmagic. The scripted one is Python with pika for the queue.
readonly BRIDGE_PACKAGES=(python3-venv libmagic1 openssl)
readonly SCRIPTED_BRIDGE_PACKAGES=(python3 python3-pika)

# nginx lives where an ordinary account's PATH does not look.
PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"

am_root() {
    [[ $EUID -eq 0 ]]
}

# as_root COMMAND…: runs it as root, through sudo if need be. A sudo that would have to ask for a
# password is used only where somebody can type it.
as_root() {
    if am_root; then
        "$@"
    elif [[ -t 0 ]]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

can_become_root() {
    am_root || { command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true 2>/dev/null; }; }
}

# os_release KEY: a value of /etc/os-release. It is not sourced, since it would set a dozen names of this script.
os_release() {
    [[ ! -r /etc/os-release ]] || sed -nE "s/^$1=\"?([^\"]*)\"?$/\1/p" /etc/os-release
}

need_debian() {
    local ID VERSION_ID PRETTY_NAME
    ID=$(os_release ID) VERSION_ID=$(os_release VERSION_ID) PRETTY_NAME=$(os_release PRETTY_NAME)
    if [[ $ID != debian ]]; then
        say "$PRETTY_NAME is not Debian; going on, but only Debian $DEBIAN_AT_LEAST and newer is tested"
    elif [[ -n $VERSION_ID ]] && ((${VERSION_ID%%.*} < DEBIAN_AT_LEAST)); then
        give_up "Jadwal needs Debian $DEBIAN_AT_LEAST or newer; this is $PRETTY_NAME."
    fi
}

# need_packages NAME…: installs the Debian packages that are missing.
need_packages() {
    local missing=() package installed
    # shellcheck disable=SC2016  # dpkg-query fills these in
    installed=$(dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
    for package in "$@"; do
        [[ $installed == *"$package installed"* ]] || missing+=("$package")
    done
    ((${#missing[@]} > 0)) || return 0

    local command="apt-get install --yes --no-install-recommends ${missing[*]}"
    can_become_root ||
        give_up "Debian packages are missing, and this account may not install them." \
            "As root: apt-get update && $command"
    say "installing Debian packages: ${missing[*]}"
    install_packages "${missing[@]}" ||
        give_up "The packages could not be installed; apt's own words are above." \
            "By hand, as root: apt-get update && $command"
}

# Debian starts the services of nginx, postgresql and rabbitmq as it installs them. Nobody asked for those:
# while a policy-rc.d that says 101 ("not allowed") is in place, they stay off.
install_packages() {
    local policy=/usr/sbin/policy-rc.d ours=no status=0
    if [[ ! -e $policy ]]; then
        ours=yes
        printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
        as_root chmod 755 "$policy"
    fi
    { as_root apt-get update --quiet=2 &&
        as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install --quiet=2 --yes --no-install-recommends "$@" >/dev/null; } || status=$?
    [[ $ours == no ]] || as_root rm -f "$policy"
    return "$status"
}

# refresh_time_zones STAMP: brings Debian's tzdata up to date, and nothing else, at most once a day;
# STAMP is a file that remembers when. Governments change their clocks at short notice, and prayer
# times are shown by them. What does not work here is said, and nothing stops for it.
refresh_time_zones() {
    [[ -z $(find "$1" -mtime -1 2>/dev/null) ]] || return 0
    mkdir -p "$(dirname "$1")" && touch "$1"
    local before after by_hand="apt-get update && apt-get install --only-upgrade tzdata"
    before=$(tzdata_version)
    if ! can_become_root; then
        say "time zones are those of tzdata $before; to bring them up to date, as root: $by_hand"
    elif as_root timeout 60 apt-get update --quiet=2 -o APT::Update::Error-Mode=any >/dev/null 2>&1 &&
        as_root timeout 120 env DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes --only-upgrade \
            --no-install-recommends -o DPkg::Lock::Timeout=30 tzdata >/dev/null 2>&1; then
        after=$(tzdata_version)
        [[ $after == "$before" ]] || say "time zones: tzdata $before is now $after"
    else
        say "tzdata could not be brought up to date; going on with $before. By hand, as root: $by_hand"
    fi
}

tzdata_version() {
    # shellcheck disable=SC2016  # dpkg-query fills it in
    dpkg-query --show --showformat '${Version}' tzdata 2>/dev/null || printf 'of another origin'
}

need_swift() {
    local advice=(
        "Get Swift $SWIFT_AT_LEAST or newer for Debian from https://www.swift.org/install/linux/,"
        "and put its usr/bin directory on PATH."
    )
    command -v swift >/dev/null || give_up "There is no Swift toolchain on PATH." "${advice[@]}"
    local words version
    words=$(swift --version 2>/dev/null || true)
    [[ $words =~ Swift\ version\ ([0-9]+(\.[0-9]+)*) ]] ||
        give_up "swift --version says nothing that can be read as a version." "${advice[@]}"
    version=${BASH_REMATCH[1]}
    at_least "$version" "$SWIFT_AT_LEAST" || give_up "This is Swift $version." "${advice[@]}"
}

# at_least VERSION MINIMUM: compares dotted numbers.
at_least() {
    [[ $(printf '%s\n%s\n' "$2" "$1" | sort --version-sort | head -n 1) == "$2" ]]
}

# listening_socket PORT: prints the inode of the socket that listens there, on any address. Read from the
# kernel's own table, since a port can be taken on one of localhost's two addresses only.
listening_socket() {
    awk -v port="$(printf '%04X' "$1")" '
        $4 == "0A" && $2 ~ (":" port "$") { print $10; exit }' \
        /proc/net/tcp /proc/net/tcp6 2>/dev/null
}

is_listened_on() {
    [[ -n $(listening_socket "$1") ]]
}

# need_free_port PORT: nobody else may listen there.
need_free_port() {
    local inode holder
    inode=$(listening_socket "$1")
    [[ -n $inode ]] || return 0
    holder=$(find /proc/[0-9]*/fd -lname "socket:\[$inode\]" -print -quit 2>/dev/null | cut -d/ -f3 || true)
    [[ -z $holder ]] || holder=" ($(tr '\0' ' ' <"/proc/$holder/cmdline" | cut -c1-60)— process $holder)"
    give_up "Port $1 is taken by another program$holder." \
        "Stop it, or choose other ports: script/server --port N --http-port M"
}
