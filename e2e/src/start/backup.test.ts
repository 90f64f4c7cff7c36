import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { activeWebhook, postWebhook, waitForRun } from '../api/runs.ts';
import { signIn, signUp } from '../api/session.ts';
import { createConnectorType, makeConnector, startSystem } from '../connectors/step-system.ts';
import { freePort, startStack, temporaryDataDir } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PASSPHRASE = 'correct horse battery staple';
const RUNS = 6;
const DOCUMENT = {
  openapi: '3.0.0',
  info: { title: 'Notes', version: '1' },
  paths: { '/notes': { post: { summary: 'Add a note', responses: { 200: { description: 'Done' } } } } },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
};

/** Runs a command of the repository as npm does. @throws with its output if it fails */
function command(name: string, args: string[], env: Record<string, string>): Promise<{ stdout: string }> {
  const options = { cwd: ROOT, env: { ...process.env, PORTAGE_BACKUP_PASSPHRASE: PASSPHRASE, ...env } };
  return promisify(execFile)(process.execPath, [join(ROOT, 'tools/run.mjs'), name, ...args], options);
}

test('an encrypted backup, taken while runs continue, restores into another folder, where each run ends once', async () => {
  const source = await startedDataDir();
  const target = await temporaryDataDir();
  const system = await startSystem(() => ({ body: { ok: true } }));
  onTestFinished(async () => {
    await system.close();
    await source.remove();
    await target.remove();
  });
  const env = { PORTAGE_SEED_DEMO: 'false', PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' };
  const first = await startStack({ dataDir: source.dataDir, port: await freePort(), env });
  onTestFinished(async () => void (await first.stop()));
  const { api, email, password } = await signUp(first.baseUrl);
  const connectorTypeId = await createConnectorType(first.baseUrl, {
    name: `Notes ${crypto.randomUUID()}`,
    fileName: 'notes.json',
    document: JSON.stringify(DOCUMENT),
    baseUrl: system.url,
  });
  const connectorId = await makeConnector(api, connectorTypeId, 'board');
  const call = (stepId: string, nextStepId: string | null) => ({
    stepId,
    type: 'HttpRequest',
    httpMethod: 'POST',
    connectorId,
    url: `${system.url}/${stepId}/\${Steps["start"].Payload.id}`,
    headers: {},
    body: '',
    nextStepId,
  });
  const start = { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'before' };
  const asks = await activeWebhook(api, 'Asks', [
    start,
    call('before', 'ask'),
    { stepId: 'ask', type: 'WaitForApproval', subject: 'Go on?', nextStepId: 'after' },
    call('after', null),
  ]);
  const delays = await activeWebhook(api, 'Delays', [
    start,
    call('before', 'wait'),
    { stepId: 'wait', type: 'DelayStep', delayValue: 2, delayType: 'Seconds', nextStepId: 'after' },
    call('after', null),
  ]);
  const post = async (url: string) => {
    const id = crypto.randomUUID();
    return { id, runId: await postWebhook(url, { id }) };
  };
  const asking = await Promise.all(Array.from({ length: RUNS }, () => post(asks.webhookUrl)));
  await expect.poll(async () => (await api('GET /api/approvals', {})).totalCount, { timeout: 60_000 }).toBe(RUNS);

  // Runs start, wait and end the whole time.
  const delayed: { id: string; runId: string }[] = [];
  let isOver = false;
  const load = (async () => {
    while (!isOver) delayed.push(await post(delays.webhookUrl));
  })();
  await expect.poll(() => delayed.length, { timeout: 60_000 }).toBeGreaterThan(RUNS);
  const promised = [...delayed];
  const file = join(source.dataDir, 'saved.tar.zst.age');
  const where = { PORTAGE_DATA_DIR: source.dataDir };
  const { stdout } = await command('backup', [file, '--encrypt'], where);
  expect(stdout).toMatch(/Portage was stopped for \d+\.\d s of it\./);
  isOver = true;
  await load;
  // The original continues, and is busy with nothing when it is killed below.
  expect(delayed.length).toBeGreaterThan(promised.length);
  for (const { runId } of delayed) expect(await waitForRun(api, runId)).toMatchObject({ status: 'Succeeded' });

  await expect(command('restore', [file, '--replace'], where)).rejects.toThrow('Portage already runs on');
  await expect(command('restore', [file, '--data', target.dataDir], { PORTAGE_BACKUP_PASSPHRASE: 'wrong' })).rejects.toThrow(
    'The passphrase doesn',
  );
  expect(existsSync(join(target.dataDir, 'secrets.json'))).toBe(false);
  await first.kill();
  const credential = system.calls[0]?.authorization;
  system.calls.length = 0;

  await command('restore', [file, '--data', target.dataDir], {});
  const second = await startStack({ dataDir: target.dataDir, port: await freePort(), env });
  onTestFinished(async () => void (await second.stop()));
  const restored = await signIn(second.baseUrl, { email, password });
  for (const { runId } of promised) expect(await waitForRun(restored, runId)).toMatchObject({ status: 'Succeeded' });
  const { approvals, totalCount } = await restored('GET /api/approvals', {});
  expect(totalCount).toBe(RUNS);
  for (const { runId, approvalId } of approvals) {
    await restored('POST /api/approvals/{runId}/{approvalId}/answer', { params: { runId, approvalId }, body: { decision: 'Approved' } });
  }
  for (const { runId } of asking) expect(await waitForRun(restored, runId)).toMatchObject({ status: 'Succeeded' });
  const paths = system.calls.map(({ url }) => url);
  for (const { id } of asking) expect(paths.filter((path) => path.endsWith(id))).toEqual([`/after/${id}`]);
  expect(paths).toEqual([...new Set(paths)]);
  expect(credential).toContain('key-of-board');
  expect(new Set(system.calls.map(({ authorization }) => authorization))).toEqual(new Set([credential]));
  const { runId } = await post(`${second.baseUrl}${new URL(delays.webhookUrl).pathname}`);
  expect(await waitForRun(restored, runId)).toMatchObject({ status: 'Succeeded' });
});
