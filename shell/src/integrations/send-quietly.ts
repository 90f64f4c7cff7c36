const PATIENCE_MS = 5_000;

/** Sends something to an outside service, as plain text, so that it needs no preflight. The page ignores the outcome. */
export function sendQuietly(url: string, body: unknown): void {
  void fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify(body),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => undefined);
}
