#!/bin/sh
# A base back-up of the whole database server, checked: base-backup.sh BASES WAL. Run it weekly as postgres; the PG...
# variables say where the server is. Keeps the newest two in the folder BASES, and of the folder WAL (deploy/
# archive-wal.sh) what leads on from the older one.
set -eu
bases=$1 wal=$2
umask 077
mkdir -p "$bases"
new="$bases/$(date -u +%Y-%m-%dT%H-%M-%S.%NZ)"
pg_basebackup --pgdata="$new.part" --checkpoint=fast --wal-method=none
# The pieces of the log are in WAL.
pg_verifybackup --quiet --no-parse-wal "$new.part"
mv "$new.part" "$new"
echo "$new"

# Names are times: sorted, the oldest come first.
find "$bases" -mindepth 1 -maxdepth 1 -name '*Z' | sort -r | tail -n +3 | while read -r old; do rm -rf "$old"; done
find "$bases" -mindepth 1 -maxdepth 1 -name '*.part' -exec rm -rf {} +
oldest=$(find "$bases" -mindepth 1 -maxdepth 1 -name '*Z' | sort | head -n 1)
first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$oldest/backup_label")
pg_archivecleanup -x .gz "$wal" "$first"
