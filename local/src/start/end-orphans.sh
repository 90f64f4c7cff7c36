#!/bin/sh
# Waits until the process that holds the other end of stdin is gone, however it ended; then ends the servers that it left behind.
# $1: what workerd-with-pid.sh noted; $2: the folder of PostgreSQL's cluster.
trap '' INT HUP
cat > /dev/null

started_at() {
  cut -d' ' -f22 "/proc/$1/stat" 2>/dev/null || echo $(ps -o lstart= -p "$1")
}

postmaster=$(head -n 1 "$2/postmaster.pid" 2>/dev/null)
workerd=$(sed -n 's/.*"pid":\([0-9][0-9]*\).*/\1/p' "$1" 2>/dev/null)
noted=$(sed -n 's/.*"startedAt":"\([^"]*\)".*/\1/p' "$1" 2>/dev/null)
if [ -n "$workerd" ] && [ "$(started_at "$workerd")" = "$noted" ]; then kill -KILL "$workerd"; fi
# A fast shutdown: sessions end, and everything is written.
case "$postmaster" in ''|*[!0-9]*) ;; *) if ps -o args= -p "$postmaster" | grep -qF -- "$2"; then kill -INT "$postmaster"; fi ;; esac
