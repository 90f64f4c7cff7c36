import { connect, type Socket } from 'node:net';

export interface LoadSettings {
  port: number;
  path: string;
  /** JSON text, the same for every request. */
  body: string;
  /** Simultaneous requests, each on its own connection that stays open. */
  concurrency: number;
  /** The load ends at whichever limit comes first. */
  maxRequests: number;
  maxMs: number;
}

export interface LoadFigures {
  requests: number;
  /** Responses that aren't 2xx, and broken connections. */
  failed: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * A closed loop over plain sockets: a connection's next request is sent when its previous response has arrived. Raw
 * sockets, because a fuller client would take more of the two cores than the server under test.
 */
export async function load(settings: LoadSettings): Promise<LoadFigures> {
  const message = requestText(settings);
  const latencies: number[] = [];
  const startMs = performance.now();
  let sent = 0;
  let failed = 0;
  let lastMs = startMs;
  const isOver = () => sent >= settings.maxRequests || performance.now() - startMs > settings.maxMs;

  async function worker(): Promise<void> {
    const socket = await open(settings.port);
    try {
      while (!isOver()) {
        sent++;
        const beganMs = performance.now();
        const status = await exchange(socket, message);
        lastMs = performance.now();
        latencies.push(lastMs - beganMs);
        if (status < 200 || status > 299) failed++;
      }
    } catch {
      failed++;
    } finally {
      socket.destroy();
    }
  }
  await Promise.all(Array.from({ length: settings.concurrency }, worker));

  latencies.sort((a, b) => a - b);
  return {
    requests: latencies.length,
    failed,
    requestsPerSecond: round(latencies.length / ((lastMs - startMs) / 1000), 1),
    p50Ms: round(percentile(latencies, 0.5), 2),
    p99Ms: round(percentile(latencies, 0.99), 2),
  };
}

function requestText({ port, path, body }: LoadSettings): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: localhost:${port}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ];
  return lines.join('\r\n');
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends one request and reads its whole response. @returns the status */
function exchange(socket: Socket, message: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let answer: Buffer = Buffer.alloc(0);
    const finish = (settle: () => void) => {
      socket.off('data', take);
      socket.off('error', fail);
      socket.off('close', fail);
      settle();
    };
    const fail = () => finish(() => reject(new Error('the connection broke')));
    const take = (chunk: Buffer) => {
      answer = answer.length ? Buffer.concat([answer, chunk]) : chunk;
      const status = parseCompleteStatus(answer);
      if (status !== null) finish(() => resolve(status));
    };
    socket.on('data', take);
    socket.once('error', fail);
    socket.once('close', fail);
    socket.write(message);
  });
}

/** The status, once the whole response has arrived. */
function parseCompleteStatus(answer: Buffer): number | null {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = answer.toString('latin1', 0, headEnd).toLowerCase();
  const length = /content-length: (\d+)/.exec(head)?.[1];
  const isWhole =
    length === undefined ? answer.toString('latin1', answer.length - 5) === '0\r\n\r\n' : answer.length >= headEnd + 4 + Number(length);
  return isWhole ? Number(head.slice(9, 12)) : null;
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
