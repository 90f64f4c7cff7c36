import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startNeonEndpoint } from './endpoint.ts';

test('a connection still accepts a statement after a pause longer than a server’s usual timeout', async () => {
  const endpoint = await startNeonEndpoint({ databaseUrl: 'postgres://nobody:nothing@127.0.0.1:1/none' });
  const { hostname, port, host } = new URL(endpoint.origin);
  const socket = connect(Number(port), hostname);
  let answers = '';
  let isClosed = false;
  socket.on('data', (data) => {
    answers += data;
  });
  socket.on('close', () => {
    isClosed = true;
  });
  const ask = () => socket.write(`POST /sql HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 2\r\n\r\n{}`);
  ask();
  await expect.poll(() => answers.split('HTTP/1.1 400').length - 1).toBe(1);
  // The runtime may hold a connection this long, then send on it without checking that it's still open.
  await sleep(7_000);
  expect(isClosed).toBe(false);
  ask();
  await expect.poll(() => answers.split('HTTP/1.1 400').length - 1).toBe(2);
  socket.destroy();
  await endpoint.stop();
});
