import { describe, expect, test } from 'vitest';
import { untilReachable } from './until-reachable.ts';

/** A server that gives these responses in turn; 'away' rejects the call. */
function server(...answers: (boolean | 'away')[]) {
  const abort = new AbortController();
  let asked = 0;
  const ask = async () => {
    const answer = answers[asked++];
    if (answer === undefined) abort.abort();
    if (answer === 'away') throw new Error('The network is away');
    return answer === true;
  };
  return { reaching: { ask, pause: async () => undefined, signal: abort.signal }, asked: () => asked };
}

describe('waiting for an unresponsive server', () => {
  test('ends once it responds', async () => {
    const { reaching, asked } = server('away', false, true);
    expect(await untilReachable(reaching)).toBe(true);
    expect(asked()).toBe(3);
  });

  test('is skipped if it responds at once: a missing part isn’t requested again and again', async () => {
    const { reaching, asked } = server(true);
    expect(await untilReachable(reaching)).toBe(false);
    expect(asked()).toBe(1);
  });

  test('ends when nobody waits any more', async () => {
    const { reaching, asked } = server('away', 'away');
    expect(await untilReachable(reaching)).toBe(false);
    expect(asked()).toBe(3);
  });
});
