#!/bin/sh
# Back to a moment: restore-to-time.sh BASE WAL DATA TIME, as postgres, while the server is stopped.
#
# BASE is a base back-up made before that moment (deploy/base-backup.sh), WAL the folder of archived pieces, DATA a new
# or empty folder, TIME as in "2026-11-30 20:15:00+01". Start PostgreSQL on DATA: it reads the log up to that moment
# and then takes writes. Keep the old data folder until you have looked.
set -eu
base=$1 wal=$2 data=$3 time=$4
umask 077
if [ -e "$data" ] && [ -n "$(ls -A "$data")" ]; then
  echo "$data is not empty." >&2
  exit 1
fi
mkdir -p "$data"
cp -R "$base/." "$data"
cat >> "$data/postgresql.auto.conf" <<END
restore_command = 'gunzip --stdout "$wal/%f.gz" > "%p"'
recovery_target_time = '$time'
recovery_target_action = 'promote'
END
touch "$data/recovery.signal"
echo "Start PostgreSQL on $data: it goes back to $time."
