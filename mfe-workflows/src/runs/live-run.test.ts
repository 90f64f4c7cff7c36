import { LIVE_CLOSE_CODES, type LiveRunMessage } from '@portage/contracts';
import { describe, expect, test } from 'vitest';
import { followRun } from './live-run.ts';

/** The parts of a browser's socket that a listener sees. */
class FakeSocket extends EventTarget {
  isClosed = false;

  close() {
    this.isClosed = true;
  }

  receive(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

function follow() {
  const socket = new FakeSocket();
  const messages: LiveRunMessage[] = [];
  const connection: boolean[] = [];
  const paths: string[] = [];
  const stop = followRun(
    'run-1',
    async (path) => {
      paths.push(path);
      return socket as unknown as WebSocket;
    },
    { onMessage: (message) => messages.push(message), onConnectionChange: (isConnected) => connection.push(isConnected) },
  );
  return { socket, messages, connection, paths, stop };
}

describe('the live view of a run', () => {
  test('requests the socket of that run and passes on what it pushes', async () => {
    const { socket, messages, connection, paths } = follow();
    await Promise.resolve();
    socket.dispatchEvent(new Event('open'));
    socket.receive('{"type":"steps","changed":[],"totalCount":3}');
    expect(paths).toEqual(['/api/workflows/instances/run-1/live']);
    expect(connection).toEqual([true]);
    expect(messages).toEqual([{ type: 'steps', changed: [], totalCount: 3 }]);
  });

  test('ignores data that isn’t a message of a run', async () => {
    const { socket, messages } = follow();
    await Promise.resolve();
    for (const data of ['', 'null', '{', '{"type":"other"}', new ArrayBuffer(2)]) socket.receive(data);
    expect(messages).toEqual([]);
  });

  test('reports when the push ends, so that the page polls', async () => {
    const { socket, connection } = follow();
    await Promise.resolve();
    socket.dispatchEvent(new Event('open'));
    socket.dispatchEvent(new Event('close'));
    expect(connection).toEqual([true, false]);
  });

  test('is reopened when the access token has expired, not when the session has ended', async () => {
    const { socket, connection, paths } = follow();
    await Promise.resolve();
    socket.dispatchEvent(new Event('open'));
    socket.dispatchEvent(Object.assign(new Event('close'), { code: LIVE_CLOSE_CODES.tokenExpired }));
    expect(paths).toHaveLength(2);
    expect(connection).toEqual([true, false]);
  });

  test.each([LIVE_CLOSE_CODES.sessionEnded, 1006])(
    'is not reopened after %i: the page polls, and learns from the response',
    async (code) => {
      const { socket, paths } = follow();
      await Promise.resolve();
      socket.dispatchEvent(new Event('open'));
      socket.dispatchEvent(Object.assign(new Event('close'), { code }));
      expect(paths).toHaveLength(1);
    },
  );

  test('closes a socket that opens after the page is closed', async () => {
    const { socket, stop, connection } = follow();
    stop();
    await Promise.resolve();
    socket.dispatchEvent(new Event('open'));
    expect(socket.isClosed).toBe(true);
    expect(connection).toEqual([]);
  });
});
