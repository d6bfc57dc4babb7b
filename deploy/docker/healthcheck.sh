#!/bin/bash
# A container's own health check: exit code 0 when the program beside it answers 200, at HEALTH_URL or at HTTP_PORT's /readyz.
# By bash's own sockets: a Node for each question would cost more than all that an idle program does.
# With TLS inside (TLS_FOLDER) only whether it listens, which it does a moment before it is ready.
set -u
url=${HEALTH_URL:-http://127.0.0.1:${HTTP_PORT:-8080}/readyz}
[[ $url =~ ^http://([^/:]+):([0-9]+)(/.*)$ ]] || { echo "not an address: $url"; exit 1; }
exec 3<> "/dev/tcp/${BASH_REMATCH[1]}/${BASH_REMATCH[2]}" || exit 1
[[ -n ${TLS_FOLDER:-} ]] && exit 0
printf 'GET %s HTTP/1.0\r\nHost: %s\r\n\r\n' "${BASH_REMATCH[3]}" "${BASH_REMATCH[1]}" >&3
read -r -t 3 _ status _ <&3 && [[ $status == 200 ]]
