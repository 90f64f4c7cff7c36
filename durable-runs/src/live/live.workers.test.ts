import { LIVE_RUN_PROTOCOL, type LiveRunMessage } from '@portage/contracts';
import { describe, expect, test } from 'vitest';
import { chain, evict, getShardStub, passHour, start, until } from '../../test/harness.ts';
import { startInOwnShard } from '../../test/own-shard.ts';
import { shardLimits } from '../limits.ts';

const script = (stepId: string) => ({ stepId, type: 'CustomScript' as const, script: 'return 1' });

async function watch(runId: string): Promise<{ messages: LiveRunMessage[]; response: Response; socket: WebSocket }> {
  const response = await getShardStub(runId).fetch(`https://shard/live?runId=${runId}`, {
    headers: { upgrade: 'websocket', 'sec-websocket-protocol': `${LIVE_RUN_PROTOCOL}, portage.bearer.x` },
  });
  const socket = response.webSocket;
  if (!socket) throw new Error('No socket');
  const messages: LiveRunMessage[] = [];
  socket.addEventListener('message', (event) => void messages.push(JSON.parse(event.data as string) as LiveRunMessage));
  socket.accept();
  return { messages, response, socket };
}

async function untilStatus(messages: LiveRunMessage[], status: string): Promise<void> {
  const statuses = () => messages.map((message) => (message.type === 'run' ? message.workflowInstance.status : null));
  await expect.poll(statuses).toContain(status);
}

describe('the live view', () => {
  test('shows a run’s current state and pushes changes, even after the object has slept', async () => {
    const runId = await startInOwnShard(chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' }, script('after')));
    await until(runId, ['Delayed']);
    const { messages, response } = await watch(runId);
    expect(response.headers.get('sec-websocket-protocol')).toBe(LIVE_RUN_PROTOCOL);
    await untilStatus(messages, 'Delayed');
    expect(messages[1]).toMatchObject({ type: 'steps', totalCount: 2, changed: [{ name: 'start' }, { name: 'wait', status: 'Delayed' }] });
    await evict(getShardStub(runId));
    await passHour(runId);
    await untilStatus(messages, 'Succeeded');
    const names = messages
      .flatMap((message) => (message.type === 'steps' ? message.changed : []))
      .map(({ name, status }) => `${name} ${status}`);
    expect(names).toContain('wait Succeeded');
    expect(names).toContain('after Succeeded');
  });

  test('pushes at most a few times a second, however many steps there are', async () => {
    const loop = {
      stepId: 'each',
      type: 'Loop' as const,
      listContextDataEntityName: '$Steps["start"].Payload',
      loopFirstStepId: 'b',
      nextStepId: null,
    };
    const { runId } = await start(
      chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1 }, loop, { ...script('b'), nextStepId: null }),
      Array.from({ length: 3_000 }, (_, at) => at),
    );
    const watchedMs = Date.now();
    const { messages } = await watch(runId);
    await until(runId);
    await untilStatus(messages, 'Succeeded');
    // Two messages each time, and two when the watcher came.
    const mostPushes = Math.ceil((Date.now() - watchedMs) / shardLimits.livePushMs) + 1;
    expect(messages.length).toBeLessThanOrEqual(2 + 2 * mostPushes);
    expect(messages.every((message) => message.type === 'run' || message.changed.length <= 60)).toBe(true);
  });

  test('ends when its watcher sends something', async () => {
    const { runId } = await start(chain({ stepId: 'wait', type: 'DelayStep', delayValue: 1, delayType: 'Hours' }));
    const { socket } = await watch(runId);
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
    socket.send('x'.repeat(100_000));
    expect(await closed).toBe(1003);
  });

  test('refuses a request that isn’t an upgrade, another path and an unknown run', async () => {
    const { runId } = await start(chain(script('one')));
    const ask = async (path: string, headers = {}) => (await getShardStub(runId).fetch(`https://shard${path}`, { headers })).status;
    expect(await ask(`/live?runId=${runId}`)).toBe(426);
    expect(await ask('/other')).toBe(404);
    expect(await ask('/live?runId=nobody', { upgrade: 'websocket' })).toBe(404);
  });
});
