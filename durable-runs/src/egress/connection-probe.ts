import { connect } from 'cloudflare:sockets';
import { inTime } from '@portage/primitives/in-time';

/** `unknown`: the runtime doesn't say. */
export type ProbeResult = 'open' | 'refused' | 'unknown';

const PROBE_MS = 3_000;

/** Whether a server accepts connections right now. Sends nothing over the connection it opens. */
export async function probeConnection(url: URL): Promise<ProbeResult> {
  const isSecure = url.protocol === 'https:';
  try {
    const port = Number(url.port) || (isSecure ? 443 : 80);
    const socket = connect({ hostname: url.hostname, port }, { secureTransport: isSecure ? 'on' : 'off', allowHalfOpen: false });
    socket.closed.catch(() => undefined);
    const opened = socket.opened.then(
      (): ProbeResult => 'open',
      (): ProbeResult => 'refused',
    );
    const result = await inTime(opened, PROBE_MS, () => new Error('No connection in time')).catch((): ProbeResult => 'unknown');
    void socket.close().catch(() => undefined);
    return result;
  } catch {
    return 'unknown';
  }
}
