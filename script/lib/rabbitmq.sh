# A RabbitMQ broker of our own below the data directory. It listens on loopback only, and so do the two
# ports of Erlang behind it. Queues, users and policy come from a file of definitions at every start.
#
# Debian's /usr/sbin/rabbitmq-server insists on root or the account rabbitmq. The script behind it runs as
# anybody, with folders and ports from its environment. It looks Erlang's other nodes up at epmd, which is a
# part of its own here: one that the broker starts would outlive it.

readonly RABBITMQ_SERVER=/usr/lib/rabbitmq/bin/rabbitmq-server

RABBITMQ_PORTS=() # AMQP, Erlang's distribution, epmd, and AMQP over TLS if there is a certificate

# choose_rabbitmq_ports: fills in RABBITMQ_PORTS: those of the last start, or free ones if one of those is taken.
choose_rabbitmq_ports() {
    local remembered=$DATA/rabbitmq/ports port
    own_directory "$DATA/rabbitmq"
    [[ ! -r $remembered ]] || read -r -a RABBITMQ_PORTS <"$remembered"
    for port in "${RABBITMQ_PORTS[@]}"; do
        [[ $port =~ ^[1-9][0-9]{3,4}$ ]] && ! is_listened_on "$port" || RABBITMQ_PORTS=()
    done
    while ((${#RABBITMQ_PORTS[@]} < 4)); do
        # Below the ports that the kernel gives to outgoing connections.
        port=$((10000 + SRANDOM % 10000))
        [[ " ${RABBITMQ_PORTS[*]} " == *" $port "* ]] || is_listened_on "$port" || RABBITMQ_PORTS+=("$port")
    done
    as_account tee "$remembered" <<<"${RABBITMQ_PORTS[*]}" >/dev/null
}

# rabbitmq_url USER: the address of the broker for `jadwal` or `bridge`, with the password of this installation.
rabbitmq_url() {
    printf 'amqp://%s:%s@127.0.0.1:%s/jadwal\n' "$1" "$(rabbitmq_password "$1")" "${RABBITMQ_PORTS[0]}"
}

# export_rabbitmq: chooses the ports, gives Jadwal the address of the broker, and writes down the bridge's.
export_rabbitmq() {
    choose_rabbitmq_ports
    JADWAL_RABBITMQ_URL=$(rabbitmq_url jadwal)
    export JADWAL_RABBITMQ_URL
    # shellcheck disable=SC2016  # for the inner shell
    rabbitmq_url bridge | as_account sh -c 'umask 077 && cat >"$0"' "$DATA/rabbitmq/bridge.url"
}

# rabbitmq_password USER: the user's password, made at its first use. The account alone can read it.
rabbitmq_password() {
    local file=$DATA/rabbitmq/$1.password
    # shellcheck disable=SC2016  # for the inner shell
    [[ -s $file ]] || as_account sh -c 'umask 077 && openssl rand -hex 24 >"$0"' "$file"
    cat "$file"
}

# password_hash PASSWORD: its hash as RabbitMQ's definitions have it: base64 of a salt of four bytes and of
# the SHA-256 of salt and password.
password_hash() {
    local salt
    salt=$(openssl rand -hex 4 | sed 's/../\\x&/g')
    { printf '%b' "$salt" && printf '%b%s' "$salt" "$1" | openssl dgst -sha256 -binary; } | base64 --wrap 0
}

# write_rabbitmq_definitions: users, queues and policy. The queue has no arguments, since a bridge declares
# it without any, and RabbitMQ refuses whoever declares it otherwise. So dead letters are a policy. The bridge
# may publish and read nothing.
write_rabbitmq_definitions() {
    as_account sh -c 'umask 077 && cat >"$0"' "$DATA/rabbitmq/definitions.json" <<END
{
  "vhosts": [{"name": "jadwal"}],
  "users": [
    {"name": "jadwal", "hashing_algorithm": "rabbit_password_hashing_sha256", "tags": "",
     "password_hash": "$(password_hash "$(rabbitmq_password jadwal)")"},
    {"name": "bridge", "hashing_algorithm": "rabbit_password_hashing_sha256", "tags": "",
     "password_hash": "$(password_hash "$(rabbitmq_password bridge)")"}
  ],
  "permissions": [
    {"user": "jadwal", "vhost": "jadwal",
     "configure": "^wasapp\\\\.", "write": "^(amq\\\\.default|wasapp\\\\..*)$", "read": "^wasapp\\\\."},
    {"user": "bridge", "vhost": "jadwal",
     "configure": "^wasapp\\\\.messages$", "write": "^(amq\\\\.default|wasapp\\\\.messages)$", "read": "^$"}
  ],
  "queues": [
    {"name": "wasapp.messages", "vhost": "jadwal", "durable": true, "auto_delete": false, "arguments": {}},
    {"name": "wasapp.dead", "vhost": "jadwal", "durable": true, "auto_delete": false, "arguments": {}}
  ],
  "policies": [
    {"name": "dead-letters", "vhost": "jadwal", "pattern": "^wasapp\\\\.messages$", "apply-to": "queues", "priority": 0,
     "definition": {"dead-letter-exchange": "", "dead-letter-routing-key": "wasapp.dead"}}
  ]
}
END
}

# write_rabbitmq_settings: a message may have a mebibyte; Jadwal reads 64 KiB of one.
write_rabbitmq_settings() {
    local folder=$DATA/rabbitmq
    as_account tee "$folder/rabbitmq.conf" >/dev/null <<END
# Written by script/lib/rabbitmq.sh at every start.
listeners.tcp.1 = 127.0.0.1:${RABBITMQ_PORTS[0]}
load_definitions = $folder/definitions.json
heartbeat = 20
max_message_size = 1048576
vm_memory_high_watermark.absolute = 256MB
disk_free_limit.absolute = 50MB
log.console = false
log.file = rabbitmq.log
log.file.level = warning
END
    [[ ! -e $folder/certificate.pem ]] || as_account tee --append "$folder/rabbitmq.conf" >/dev/null <<END
listeners.ssl.1 = 127.0.0.1:${RABBITMQ_PORTS[3]}
ssl_options.certfile = $folder/certificate.pem
ssl_options.keyfile = $folder/key.pem
ssl_options.verify = verify_none
END
    as_account tee "$folder/plugins" <<<'[].' >/dev/null
}

# start_epmd: Erlang's register of nodes, which tells the broker that no other has its name.
start_epmd() {
    start epmd "$DATA/log/epmd.log" TERM epmd -address 127.0.0.1 -port "${RABBITMQ_PORTS[2]}"
    await epmd "$DATA/log/epmd.log" 10 is_listened_on "${RABBITMQ_PORTS[2]}"
}

# start_rabbitmq: starts the broker and waits until it takes connections, five seconds on an idle machine.
# With certificate.pem and key.pem in $DATA/rabbitmq it speaks TLS as well. There is no dump of a crash, which
# would hold the messages that were in memory.
start_rabbitmq() {
    local folder=$DATA/rabbitmq
    for part in home mnesia conf.d; do
        own_directory "$folder/$part"
    done
    write_rabbitmq_definitions
    write_rabbitmq_settings
    start rabbitmq "$DATA/log/rabbitmq.log" TERM env --ignore-environment --chdir="$folder" \
        PATH=/usr/local/bin:/usr/bin:/bin LC_ALL=C.UTF-8 HOME="$folder/home" \
        RABBITMQ_NODENAME=jadwal@localhost RABBITMQ_BASE="$folder" RABBITMQ_MNESIA_BASE="$folder/mnesia" \
        RABBITMQ_LOG_BASE="$DATA/log" RABBITMQ_PID_FILE="$folder/pid" \
        RABBITMQ_CONFIG_FILE="$folder/rabbitmq.conf" RABBITMQ_CONFIG_FILES="$folder/conf.d" \
        RABBITMQ_CONF_ENV_FILE=/nonexistent RABBITMQ_ENABLED_PLUGINS_FILE="$folder/plugins" \
        RABBITMQ_DIST_PORT="${RABBITMQ_PORTS[1]}" ERL_EPMD_PORT="${RABBITMQ_PORTS[2]}" ERL_EPMD_ADDRESS=127.0.0.1 \
        ERL_CRASH_DUMP_SECONDS=0 RABBITMQ_ALLOW_INPUT=yes RABBITMQ_SERVER_START_ARGS=-noinput \
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS='+S 1:1 +sbwt none +B i -kernel inet_dist_use_interface {127,0,0,1}' \
        "$RABBITMQ_SERVER"
    await rabbitmq "$DATA/log/rabbitmq.log" 60 is_listened_on "${RABBITMQ_PORTS[0]}"
}

stop_rabbitmq() {
    stop rabbitmq TERM 20
    stop epmd TERM 5
}
