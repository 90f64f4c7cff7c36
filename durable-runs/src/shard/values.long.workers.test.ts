import { describe, expect, test } from 'vitest';
import { chain, evict, getShard, getShardStub, newRequest, newVersion, start, testEnv, until } from '../../test/harness.ts';
import { startInOwnShard } from '../../test/own-shard.ts';

const script = (stepId: string, text: string) => ({ stepId, type: 'CustomScript' as const, script: text });

async function readStepBody(runId: string, stepInstanceId: string): Promise<unknown> {
  return (await getShard(runId).getStepInstance(runId, stepInstanceId))?.stepData?.response?.body;
}

describe('values of every size and kind', () => {
  test('HOSTILE 9: a value over 2 MB is stored whole, even across a restart of the object', async () => {
    const text = `${'ä€😀'.repeat(300_000)}!`;
    const runId = await startInOwnShard(
      chain(
        { stepId: 'wait', type: 'DelayStep', delayValue: 1 },
        script('size', 'return Steps["start"].Payload.text.length'),
        script('copy', 'return Steps["start"].Payload.text'),
      ),
      { text },
    );
    // On a slow machine the delay may be over before it's seen.
    await until(runId, ['Delayed', 'Succeeded', 'Failed']);
    await evict(getShardStub(runId));
    expect((await until(runId)).errorMessage).toBeNull();
    expect(await readStepBody(runId, '2')).toBe(text.length);
    expect((await readStepBody(runId, '3')) === text).toBe(true);
    expect((await getShard(runId).getRunTrigger(runId))?.payload).toEqual({ text });
  });

  test('HOSTILE 9: lone surrogates, prototype property names and deep values are returned unchanged', async () => {
    const payload = JSON.parse('{"half": "a\\ud800b", "__proto__": {"x": 1}, "constructor": "c", "nul": "\\u0000"}') as unknown;
    const { runId } = await start(
      chain(script('copy', 'return Steps["start"].Payload'), script('keys', 'return Object.keys(Steps["copy"].Response)')),
      payload,
    );
    expect((await until(runId)).status).toBe('Succeeded');
    expect(JSON.stringify(await readStepBody(runId, '1'))).toBe(JSON.stringify(payload));
    expect(await readStepBody(runId, '2')).toEqual(['half', '__proto__', 'constructor', 'nul']);
  });

  test.each([
    ['BigInt', 'return 10n', /BigInt/i],
    ['a cyclic value', 'const a = {}; a.a = a; return a', /circular|cyclic|JSON/i],
    ['more than a script may return', 'return "x".repeat(9_000_000)', /large|memory/i],
  ])('HOSTILE 9: %s fails the step with a clear error', async (_name, text, message) => {
    const { runId } = await start(chain(script('bad', text)));
    expect(await until(runId)).toMatchObject({ status: 'Failed', errorMessage: expect.stringMatching(message) });
  });

  test('HOSTILE 9: a trigger may have 16 MB, and not a byte more', async () => {
    const version = newVersion(chain(script('one', 'return 1')));
    const request = newRequest(version, 'x'.repeat(17 * 1024 * 1024));
    expect(await getShard(request.runId).startRun(request)).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('16 MB'),
    });
    expect(await getShard(request.runId).getRun(request.runId)).toBeNull();
  });

  test('HOSTILE 9: a start that isn’t JSON is refused and leaves nothing behind', async () => {
    const version = newVersion(chain(script('one', 'return 1')));
    const request = newRequest(version, {}, { triggerJson: '{"type":"Webhook","payload":{' });
    expect(await getShard(request.runId).startRun(request)).toMatchObject({ outcome: 'refused', message: expect.stringContaining('JSON') });
    expect(await getShard(request.runId).getRun(request.runId)).toBeNull();
  });

  test('passes a large value from call to call', async () => {
    const { runId } = await start(
      chain(
        { stepId: 'bomb', type: 'HttpRequest', url: `${testEnv.TARGET}/bomb/3` },
        script('size', 'return Steps["bomb"].Response.length'),
      ),
    );
    expect((await until(runId)).errorMessage).toBeNull();
    expect(await readStepBody(runId, '2')).toBe(3 * 1024 * 1024);
  });
});
