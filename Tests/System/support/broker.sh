#!/usr/bin/env bash
#
# A RabbitMQ broker for one test, as script/server has it: `broker.sh FOLDER` runs it until standard input ends,
# and then deletes the folder. When the broker takes connections, it prints "ready", its process and its ports. A
# line on standard input starts a broker that was killed again, with the same ports, passwords and messages.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd -P)
readonly ROOT DATA=$1
export LC_ALL=C.UTF-8

for part in say machine account processes rabbitmq; do
    # shellcheck source=/dev/null
    source "$ROOT/script/lib/$part.sh"
done

clean_up() {
    trap '' INT TERM HUP
    stop_rabbitmq
    rm -rf -- "$DATA"
}

start_broker() {
    start_rabbitmq
    printf 'ready %s %s\n' "${PID[rabbitmq]}" "${RABBITMQ_PORTS[*]}"
}

trap clean_up EXIT
trap 'exit 0' INT TERM HUP
choose_account
own_directory "$DATA"
own_directory "$DATA/log"
choose_rabbitmq_ports
start_epmd
start_broker
while read -r; do
    stop rabbitmq KILL 1
    start_broker
done
