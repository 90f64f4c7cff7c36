import { describe, expect, it } from 'vitest';
import type { EgressAnswer, EgressRequest } from './egress-message.ts';
import { ManyCalls } from './many-calls.ts';

const request: EgressRequest = { method: 'POST', url: 'https://a.test/', headers: {}, body: null, systemHeaders: {} };
const answer: EgressAnswer = { ok: true, status: 201, headers: {}, url: request.url, body: new Uint8Array() };
const cancelled = { ok: false, message: 'The call was cancelled.', retryable: false };

describe('many calls of a step', () => {
  it('each has its own answer, in whatever order they come', async () => {
    const open: ((answer: EgressAnswer) => void)[] = [];
    const calls = new ManyCalls(() => new Promise((resolve) => open.push(resolve)), new AbortController().signal);
    const answers = [calls.send(request), calls.send(request)];
    open[1]?.({ ...answer, status: 202 });
    open[0]?.(answer);
    expect(await Promise.all(answers)).toMatchObject([{ status: 201 }, { status: 202 }]);
  });

  it('are cancelled at once when the result is no longer wanted, and none is sent from then on', async () => {
    const abort = new AbortController();
    let sent = 0;
    const calls = new ManyCalls(() => {
      sent += 1;
      return sent === 1 ? Promise.resolve(answer) : new Promise(() => undefined);
    }, abort.signal);
    const first = await calls.send(request);
    const second = calls.send(request);
    abort.abort();
    expect([first, await second, await calls.send(request), sent]).toEqual([answer, cancelled, cancelled, 2]);
  });
});
