# Renders nginx's configuration from nginx/*.template: @NAME@ becomes a value. A @WITH_…@ in front
# of a line becomes nothing where the feature is there, and a comment sign where it is not.

# render_nginx HTTPS_PORT HTTP_PORT LIMIT_KEY: writes $DATA/nginx/*.conf.
#
# LIMIT_KEY is what requests are counted by, an nginx variable; '""' counts nothing.
render_nginx() {
    local template features open_files
    # An account may not have as many as production has.
    open_files=$(ulimit -H -n)
    if [[ $open_files == unlimited ]] || ((open_files > 40000)); then
        open_files=40000
    fi
    mapfile -t features < <(nginx_features)
    for template in "$ROOT"/nginx/*.template; do
        render "$template" "${features[@]}" \
            HOST=localhost 'ALIASES=127.0.0.1 [::1]' ADDRESS=127.0.0.1 'ADDRESS6=[::1]' \
            PORT="$1" HTTP_PORT="$2" ORIGIN="https://localhost:$1" LIMIT_KEY="$3" \
            CERTIFICATE="$DATA/tls/certificate.pem" KEY="$DATA/tls/key.pem" \
            STATIC="${STATIC_FILES:-$ROOT/nginx/static}" RUN="$DATA/run" PID="$DATA/run" \
            LOG="$DATA/log" CACHE="$DATA/nginx" CONF="$DATA/nginx" OPEN_FILES="$open_files" |
            as_account tee "$DATA/nginx/$(basename "$template" .template)" >/dev/null
    done
}

# nginx_features: what this machine's nginx has, as NAME=value lines.
nginx_features() {
    local modules=/usr/lib/nginx/modules version
    version=$(nginx -v 2>&1)
    version=${version##*/}
    printf '%s\n' "MODULES=$modules" \
        "WITH_IPV6=$(only_if grep -qs '^0\{31\}1 ' /proc/net/if_inet6)" \
        "WITH_BROTLI=$(only_if test -e "$modules/ngx_http_brotli_filter_module.so")"
    # nginx 1.25.1 moved HTTP/2 from the `listen` line to a directive of its own.
    if at_least "${version%% *}" 1.25.1; then
        printf '%s\n' 'LISTEN_HTTP2=' 'WITH_HTTP2_DIRECTIVE='
    else
        printf '%s\n' 'LISTEN_HTTP2= http2' 'WITH_HTTP2_DIRECTIVE=# '
    fi
}

only_if() {
    "$@" || printf '# '
}

# render TEMPLATE NAME=VALUE…: prints the template with every @NAME@ replaced.
render() {
    local text pair
    text=$(<"$1")
    for pair in "${@:2}"; do
        text=${text//"@${pair%%=*}@"/"${pair#*=}"}
    done
    if [[ $text =~ @[A-Z][A-Z0-9_]*@ ]]; then
        give_up "$1 names ${BASH_REMATCH[0]}, which has no value."
    fi
    printf '%s\n' "$text"
}

# check_nginx: nginx's own opinion of the configuration.
check_nginx() {
    as_account nginx -t -q -e stderr -p "$DATA/nginx" -c "$DATA/nginx/jadwal.conf" \
        >"$DATA/run/nginx-check.out" 2>&1 || {
        last_lines "$DATA/run/nginx-check.out"
        give_up "nginx does not accept its configuration, $DATA/nginx/jadwal.conf."
    }
}
