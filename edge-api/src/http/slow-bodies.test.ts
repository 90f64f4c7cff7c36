import { expect, test } from 'vitest';
import { readBytes } from './read-body.ts';

const post = (body: ReadableStream, headers: Record<string, string> = {}) =>
  new Request('https://portage.test/', { method: 'POST', body, headers });

test('HOSTILE 38: a body that never ends is given up', async () => {
  const endless = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([1])) });
  await expect(readBytes(post(endless), 1_000, 50)).rejects.toMatchObject({ status: 408, code: 'body-too-slow' });
});

test('a sender that goes away gets a 400, without a log entry', async () => {
  const cut = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array([1]));
      controller.error(new Error('Network connection lost.'));
    },
  });
  await expect(readBytes(post(cut), 1_000)).rejects.toMatchObject({ status: 400, code: 'body-cut-off', cause: undefined });
});
