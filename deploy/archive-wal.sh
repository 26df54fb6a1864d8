#!/bin/sh
# PostgreSQL's archive_command: archive-wal.sh PIECE DESTINATION. A piece is there as a whole, compressed, on the disk,
# or not at all; another one of that name is never replaced.
set -eu
piece=$1 destination=$2.gz
mkdir -p "$(dirname "$destination")"
if [ -e "$destination" ]; then
  # After a crash PostgreSQL asks again.
  gunzip --stdout "$destination" | cmp -s - "$piece"
  exit
fi
gzip --stdout "$piece" > "$destination.part"
sync "$destination.part"
mv "$destination.part" "$destination"
sync "$(dirname "$destination")"
