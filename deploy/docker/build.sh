#!/usr/bin/env bash
# Builds every program's image and prints their sizes: deploy/docker/build.sh [<tag>]
# NODE_IMAGE, REGISTRY_CA (PEM text) and NPM_REGISTRY of the environment are passed on (see the Dockerfile);
# DOCKER_BUILDKIT=0 builds with the legacy builder. BUILD_OPTIONS goes to docker build as it is.
set -euo pipefail
cd "$(dirname "$0")/../.."
tag=${1:-${G2_VERSION:-0.1.0}}
arguments=(--build-arg "VERSION=$tag" --build-arg "REVISION=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)")
for name in NODE_IMAGE REGISTRY_CA NPM_REGISTRY; do
  if [ -n "${!name:-}" ]; then arguments+=(--build-arg "$name=${!name}"); fi
done

# The image of deploy/ops holds the operators' commands.
image_of() { case "$1" in deploy/ops) echo g2/tools ;; *) echo "g2/$(basename "$1")" ;; esac; }

workspaces=()
for main in services/*/src/main.ts gateway/src/main.ts; do workspaces+=("${main%/src/main.ts}"); done
workspaces+=(deploy/ops deploy/stripe-simulator)

rows=()
for workspace in "${workspaces[@]}"; do
  image=$(image_of "$workspace"):$tag
  begun=$SECONDS
  # shellcheck disable=SC2086 # several options
  docker build -q -f deploy/docker/Dockerfile "${arguments[@]}" --build-arg "WORKSPACE=$workspace" ${BUILD_OPTIONS:-} -t "$image" . >/dev/null
  # Of the three layers of ours, newest first: the program, its own packages, the packages all share.
  layers=$(docker history --human=false --format '{{.Size}} {{.CreatedBy}}' "$image" | awk '/COPY/ && $1 > 0 { print $1; if (++n == 3) exit }' | xargs)
  rows+=("$image $(docker image inspect -f '{{.Size}}' "$image") $layers $((SECONDS - begun))")
done

printf '\n%-28s %9s %9s %9s %9s %8s\n' 'image, MB' 'all of it' 'shared' 'own' 'program' 'seconds'
for row in "${rows[@]}"; do
  read -r image size program own shared seconds <<<"$row"
  awk -v image="$image" -v a="$size" -v s="$shared" -v o="$own" -v p="$program" -v t="$seconds" \
    'BEGIN { m = 1e6; printf "%-28s %9.1f %9.1f %9.1f %9.1f %8d\n", image, a / m, s / m, o / m, p / m, t }'
done
