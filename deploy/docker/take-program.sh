#!/bin/sh
# take-program.sh <workspace> <folder>: lays out there what runs of one workspace, and what all programs share.
set -eu
workspace=$1 folder=$2

# take <path>: a file or folder, where there is one.
take() {
  if [ -e "$1" ]; then
    mkdir -p "$folder/$(dirname "$1")"
    cp -r "$1" "$folder/$1"
  fi
}

take package.json
for part in package.json facts.ts repeatable.ts gen; do take "proto/$part"; done
for part in package.json src; do take "services/terms/$part"; done
for part in package.json src bin; do take "services/kit/$part"; done
# What proves and what draws, for those who ask for it.
for part in proof paper; do
  if grep -q "\"@g2/$part\"" "$workspace/package.json"; then
    for piece in package.json src; do take "services/$part/$piece"; done
  fi
done
case "$workspace" in
  deploy/ops)
    take deploy/ops
    # What starts the embedded PostgreSQL is for checkouts.
    rm "$folder/deploy/ops/backup/data-folder.ts"
    # A backup reads the object store, a restore makes each service's tables.
    for part in objects domain/object-key.ts; do take "services/storage-hashing/src/$part"; done
    # A check looks into the files.
    take services/storage-hashing/src/archive
    # Another walks the trail.
    for part in store/audit-chain-walk.ts domain/audit-chain.ts; do take "services/identity/src/$part"; done
    for migrations in services/*/prisma/migrations; do take "$migrations"; done
    ;;
  *)
    # What the checkout sends into the build (.dockerignore) may lack it.
    [ -d "$workspace/src" ] || { echo "$workspace has no src here" >&2; exit 1; }
    for part in package.json src contract prisma; do take "$workspace/$part"; done
    ;;
esac
if [ "$workspace" = gateway ]; then take web/dist; fi
