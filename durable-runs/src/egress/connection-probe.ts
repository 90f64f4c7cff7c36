import { connect } from 'cloudflare:sockets';

/** `unknown`: the runtime doesn't say. */
export type ProbeResult = 'open' | 'refused' | 'unknown';

const PROBE_MS = 3_000;

/** Whether a server accepts connections right now. Sends nothing over the connection it opens. */
export async function probeConnection(url: URL): Promise<ProbeResult> {
  const isSecure = url.protocol === 'https:';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<ProbeResult>((resolve) => {
    timer = setTimeout(() => resolve('unknown'), PROBE_MS);
  });
  try {
    const port = Number(url.port) || (isSecure ? 443 : 80);
    const socket = connect({ hostname: url.hostname, port }, { secureTransport: isSecure ? 'on' : 'off', allowHalfOpen: false });
    socket.closed.catch(() => undefined);
    const opened = socket.opened.then(
      (): ProbeResult => 'open',
      (): ProbeResult => 'refused',
    );
    const result = await Promise.race([opened, tooLong]);
    void socket.close().catch(() => undefined);
    return result;
  } catch {
    return 'unknown';
  } finally {
    clearTimeout(timer);
  }
}
