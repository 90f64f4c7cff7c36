import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LISTED_ITEMS, PAGE_ITEMS } from './connected-system.ts';

/** A call as the outside system saw it. */
export interface RecordedCall {
  run: string;
  step: string;
  idempotencyKey: string;
  atMs: number;
  /** When the whole response was handed to the network; null: never. */
  answeredAtMs: number | null;
  status: number;
}

export interface RecordingServer {
  url: string;
  calls: RecordedCall[];
  /** Waits until everything that the network still holds from killed callers has arrived. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** A limit for a socket that nothing closes; it makes the verdict on calls milder, never harsher. */
const LONGEST_SETTLING_MS = 10_000;

function pageAfter(after: number): { items: { at: number }[]; next: string | null } {
  const end = Math.min(after + PAGE_ITEMS, LISTED_ITEMS);
  return { items: Array.from({ length: end - after }, (_, at) => ({ at: after + at })), next: end < LISTED_ITEMS ? String(end) : null };
}

/** Records each call's arrival and response. The first call of a step named `flaky` gets a 503, any call of one named `refused…` a 404. */
export async function startRecordingServer(): Promise<RecordingServer> {
  const calls: RecordedCall[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server');
    // Reading changes nothing: reading a list again isn't a fault and doesn't count.
    if (pathname === '/list') {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(pageAfter(Number(searchParams.get('after') ?? 0))));
      return;
    }
    const run = searchParams.get('run') ?? '';
    const step = searchParams.get('step') ?? '';
    const isFirst = !calls.some((call) => call.run === run && call.step === step);
    const call: RecordedCall = {
      run,
      step,
      idempotencyKey: String(request.headers['idempotency-key'] ?? ''),
      atMs: Date.now(),
      answeredAtMs: null,
      status: step.startsWith('refused') ? 404 : step === 'flaky' && isFirst ? 503 : 200,
    };
    calls.push(call);
    request.resume();
    setTimeout(
      () => {
        response.writeHead(call.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ step }), () => {
          call.answeredAtMs = Date.now();
        });
      },
      Number(searchParams.get('ms') ?? 0),
    );
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    calls,
    async settle() {
      const ofTheKilled = [...sockets];
      // Connections are accepted in order: once this one is, all that waited before it have been.
      await fetch(`${url}/list`, { headers: { connection: 'close' } }).then((response) => response.text());
      const closed = ofTheKilled.map((socket) => socket.closed || new Promise((resolve) => socket.once('close', resolve)));
      await Promise.race([Promise.all(closed), sleep(LONGEST_SETTLING_MS)]);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
