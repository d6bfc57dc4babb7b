#!/bin/bash
# What the official image's entrypoint does with POSTGRES_PASSWORD(_FILE), POSTGRES_USER and POSTGRES_DB, no more.
set -euo pipefail
: "${PGDATA:=/var/lib/postgresql/data}"
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" && chown -R postgres "$PGDATA" && chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
# A volume given to a group by Kubernetes (fsGroup) is opened to it, and PostgreSQL starts in no such folder.
if [ -d "$PGDATA" ]; then chmod 700 "$PGDATA"; fi
user=${POSTGRES_USER:-postgres}
database=${POSTGRES_DB:-$user}
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=${POSTGRES_PASSWORD:-$(cat "${POSTGRES_PASSWORD_FILE:?}")}
  initdb -D "$PGDATA" -U "$user" --auth-host=scram-sha-256 --auth-local=trust --encoding=UTF8 \
    --locale=C.UTF-8 --pwfile=<(printf '%s' "$password")
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  if [ "$database" != postgres ]; then
    printf 'CREATE DATABASE "%s";\n' "$database" | postgres --single -D "$PGDATA" postgres >/dev/null
  fi
fi
unset POSTGRES_PASSWORD
echo "PostgreSQL init process complete; ready for start up."
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/tmp
