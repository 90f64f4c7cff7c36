#!/bin/sh
# Notes who it is (number and start time, as src/start/process-identity.ts reads them), then becomes workerd.
started=$(cut -d' ' -f22 "/proc/$$/stat" 2>/dev/null) || started=$(ps -o lstart= -p $$)
printf '{"pid":%s,"startedAt":"%s"}' "$$" "$(echo $started)" > "$PORTAGE_WORKERD_PID_FILE"
exec "$PORTAGE_WORKERD" "$@"
