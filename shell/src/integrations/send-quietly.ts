const PATIENCE_MS = 5_000;

/** Sends something to a service outside, as plain text, so that it needs no preflight. Whatever happens to it, the page goes on. */
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
