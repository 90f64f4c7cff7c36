import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREA_NAMES } from '@portage/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CountingServer, startCountingServer } from '../api/counting-server.ts';
import { activeWebhook, listSteps, postWebhook, waitForRun } from '../api/runs.ts';
import { signIn, signUp } from '../api/session.ts';
import { freePort, type Stack, type StackSettings, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { readDeployment } from './deployed.ts';
import { copyWorkTree, type WorkTreeCopy } from './work-tree-copy.ts';

const AGENT = 'durable-runs/src/egress/send-outside.ts';
/** Usually long enough for a deploy of an existing build. If not, the pause is made longer. */
const FIRST_PAUSE_SECONDS = 15;

/** An outgoing call, a pause, and another call. */
function stepsWithPause(url: string, pauseSeconds: number) {
  const call = (stepId: string, nextStepId: string | null) => ({
    stepId,
    type: 'HttpRequest',
    httpMethod: 'POST',
    url: `${url}/${stepId}/${pauseSeconds}`,
    nextStepId,
  });
  return [
    { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'before' },
    call('before', 'pause'),
    { stepId: 'pause', type: 'DelayStep', delayValue: pauseSeconds, delayType: 'Seconds', nextStepId: 'after' },
    call('after', null),
  ];
}

describe('npm run deploy and rollback of Workers, into a running Portage', () => {
  let stack: Stack;
  let settings: StackSettings;
  let copy: WorkTreeCopy;
  let outside: CountingServer;
  let env: Record<string, string>;
  const cleanups: (() => unknown)[] = [];

  beforeAll(async () => {
    outside = await startCountingServer();
    cleanups.push(() => outside.close());
    const { dataDir, remove } = await startedDataDir();
    cleanups.push(remove);
    settings = { dataDir, port: await freePort(), env: { PORTAGE_EGRESS_ALLOW: '127.0.0.1:*' } };
    stack = await startStack(settings);
    cleanups.push(() => stack.stop());
    copy = copyWorkTree();
    cleanups.push(() => copy.remove());
    env = { PORTAGE_URL: stack.baseUrl, PORTAGE_DATA_DIR: dataDir };
  });
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  const agentOf = (path: string) => outside.calls.filter((call) => call.path === path).map((call) => call.headers['user-agent']);

  const titleOfApi = async () => {
    const { info } = (await (await fetch(`${stack.baseUrl}/api/openapi.json`)).json()) as { info: { title: string } };
    return info.title;
  };

  test('a run that pauses across the deploy continues in the new engine, and does nothing twice', async () => {
    const before = await readDeployment(stack, 'durable-runs');
    copy.change(AGENT, "USER_AGENT = 'Portage'", "USER_AGENT = 'Portage of the new engine'");
    const { code, output } = await copy.npm(env, 'run', 'deploy', '-w', 'durable-runs');
    expect(output).toMatch(/durable-runs \w{12} runs on http/);
    expect(code).toBe(0);
    // Again under the waiting run, now that nothing has to be built for it.
    expect(await copy.npm(env, 'run', 'rollback', '-w', 'durable-runs')).toMatchObject({ code: 0 });

    const { email, password } = await signUp(stack.baseUrl);
    const deployDuringPause = async (pauseSeconds: number) => {
      const api = await signIn(stack.baseUrl, { email, password });
      const { webhookUrl } = await activeWebhook(api, 'Pause', stepsWithPause(outside.url, pauseSeconds));
      const runId = await postWebhook(webhookUrl, {});
      const { continueAt } = await waitForRun(api, runId, (run) => run.status === 'Delayed');
      expect(await copy.npm(env, 'run', 'deploy', '-w', 'durable-runs')).toMatchObject({ code: 0 });
      return { runId, wasInTime: Date.now() < Date.parse(continueAt ?? '') };
    };
    let pauseSeconds = FIRST_PAUSE_SECONDS;
    let deployed = await deployDuringPause(pauseSeconds);
    while (!deployed.wasInTime) {
      expect(await copy.npm(env, 'run', 'rollback', '-w', 'durable-runs')).toMatchObject({ code: 0 });
      pauseSeconds *= 3;
      deployed = await deployDuringPause(pauseSeconds);
    }
    const { runId } = deployed;

    const again = await signIn(stack.baseUrl, { email, password });
    expect(await waitForRun(again, runId, undefined, pauseSeconds * 1_000 + 60_000)).toMatchObject({ status: 'Succeeded' });
    expect(agentOf(`/before/${pauseSeconds}`)).toEqual(['Portage']);
    expect(agentOf(`/after/${pauseSeconds}`)).toEqual(['Portage of the new engine']);
    expect((await listSteps(again, runId)).map((step) => step.status)).toEqual(Array(4).fill('Succeeded'));
    const after = await readDeployment(stack, 'durable-runs');
    expect(after).toMatchObject({ live: /durable-runs (\w{12}) runs/.exec(output)?.[1], previous: before.live });
  });

  test('the same version again changes nothing', async () => {
    const runtime = readFileSync(join(stack.dataDir, 'workerd.pid'), 'utf8');
    expect(await copy.npm(env, 'run', 'deploy', '-w', 'durable-runs')).toMatchObject({
      code: 0,
      output: expect.stringContaining('runs already; nothing was changed'),
    });
    expect(readFileSync(join(stack.dataDir, 'workerd.pid'), 'utf8')).toBe(runtime);
  });

  test('rollback runs the previous version from its stored files', async () => {
    const { live, previous } = await readDeployment(stack, 'durable-runs');
    expect(await copy.npm(env, 'run', 'rollback', '-w', 'durable-runs')).toMatchObject({
      code: 0,
      output: expect.stringContaining(`durable-runs ${previous} is live again`),
    });
    expect(await readDeployment(stack, 'durable-runs')).toMatchObject({ live: previous, previous: live });
    const { api } = await signUp(stack.baseUrl);
    const { webhookUrl } = await activeWebhook(
      api,
      'Again',
      stepsWithPause(outside.url, 0)
        .slice(0, 2)
        .map((step) => ({ ...step, nextStepId: step.nextStepId === 'pause' ? null : step.nextStepId })),
    );
    expect(await waitForRun(api, await postWebhook(webhookUrl, {}))).toMatchObject({ status: 'Succeeded' });
    expect(agentOf('/before/0')).toEqual(['Portage']);
  });

  test('the API and the page are replaced the same way; the old page’s files stay for open pages', async () => {
    const scripts = async () =>
      [...(await (await fetch(`${stack.baseUrl}/`)).text()).matchAll(/src="(\/static\/[^"]+)"/g)].map(([, path]) => path ?? '');
    const before = await scripts();
    copy.change('shell/index.html', '<title>Portage</title>', '<title>Portage of the new shell</title>');
    copy.change(
      'shell/src/main.tsx',
      'createRoot(rootElement)',
      "document.documentElement.dataset.shell = 'new';\ncreateRoot(rootElement)",
    );
    expect(await copy.npm(env, 'run', 'deploy', '-w', 'shell')).toMatchObject({ code: 0 });
    expect(await (await fetch(`${stack.baseUrl}/workflows`)).text()).toContain('Portage of the new shell');
    expect(await scripts()).not.toEqual(before);
    for (const path of before) expect((await fetch(stack.baseUrl + path)).status, path).toBe(200);

    copy.change('edge-api/src/http/open-api.ts', "title: 'Portage'", "title: 'Portage of the new API'");
    expect(await copy.npm(env, 'run', 'deploy', '-w', 'edge-api')).toMatchObject({ code: 0 });
    expect(await titleOfApi()).toBe('Portage of the new API');
  });

  test('a return to a set brings its Workers back, under runs that go on, and the way forward again is another set', async () => {
    const newest = (await readDeployment(stack, 'edge-api')).live;
    const sets = await copy.npm(env, 'run', '--silent', 'sets');
    const [latest = 0, before = 0] = [...sets.output.matchAll(/^(\d+) /gm)].map(([, number]) => Number(number));
    const { api } = await signUp(stack.baseUrl);
    const pauseSeconds = FIRST_PAUSE_SECONDS + 1;
    const { webhookUrl } = await activeWebhook(api, 'Return', stepsWithPause(outside.url, pauseSeconds));
    const runId = await postWebhook(webhookUrl, {});
    await waitForRun(api, runId, (run) => run.status === 'Delayed');

    const back = await copy.npm(env, 'run', '--silent', 'rollback', '--', '--to-set', String(before));
    expect(back.output).toMatch(/edge-api \w{12} is live again/);
    expect(back.output).toMatch(
      new RegExp(`The versions of set ${before} are live again for everyone, as set \\d+\\.\n  Back: .*--to-set ${latest}`),
    );
    expect(back.code).toBe(0);
    expect(await titleOfApi()).toBe('Portage');
    expect((await readDeployment(stack, 'edge-api')).live).not.toBe(newest);

    expect(await copy.npm(env, 'run', 'rollback', '--', '--to-set', String(latest))).toMatchObject({ code: 0 });
    expect(await titleOfApi()).toBe('Portage of the new API');
    expect((await readDeployment(stack, 'edge-api')).live).toBe(newest);
    expect(await waitForRun(api, runId, undefined, 90_000)).toMatchObject({ status: 'Succeeded' });
    expect([agentOf(`/before/${pauseSeconds}`), agentOf(`/after/${pauseSeconds}`)]).toEqual([['Portage'], ['Portage']]);
  });

  test('a shell with a new major of a shared package is refused before it is built, naming the live areas', async () => {
    const file = 'packages/deploy-client/src/provided-versions.ts';
    const text = readFileSync(join(copy.root, file), 'utf8');
    copy.change(file, 'installedVersion(name, manifest)', "name === 'react' ? '20.0.0' : installedVersion(name, manifest)");
    const before = await readDeployment(stack, 'shell');
    const { code, output } = await copy.npm(env, 'run', '--silent', 'deploy', '-w', 'shell');
    for (const area of AREA_NAMES)
      expect(output).toMatch(new RegExp(`mfe-${area} \\w{12} asks for react \\^19\\.\\d+\\.0, and the shell shares react 20`));
    expect(output).toContain('say --anyway after --');
    expect(code).toBe(1);
    expect(await readDeployment(stack, 'shell')).toEqual(before);
    copy.write(file, text);
  });

  test('a Worker that removes what a live area uses is refused before it is built, naming both', async () => {
    const refused = async (workspace: string, file: string, present: string, changed: string) => {
      const before = await readDeployment(stack, workspace);
      const text = readFileSync(join(copy.root, file), 'utf8');
      copy.change(file, present, changed);
      const { code, output } = await copy.npm(env, 'run', '--silent', 'deploy', '-w', workspace);
      copy.write(file, text);
      expect(code).toBe(1);
      expect(await readDeployment(stack, workspace)).toEqual(before);
      return output;
    };
    const list = "'GET /api/gift-cards':";
    const calls = 'packages/contracts/src/calls/gift-cards.ts';
    const api = await refused('edge-api', calls, list, list.replace('cards', 'vouchers'));
    expect(api).toMatch(/mfe-billing \w{12} uses GET \/api\/gift-cards, which this version removes\./);
    expect(api).not.toMatch(/mfe-workflows|Built/);
    const shell = await refused('shell', 'packages/contracts/src/deployments/host-members.ts', '  openSocket: true,\n', '');
    for (const area of AREA_NAMES)
      expect(shell).toMatch(new RegExp(`mfe-${area} \\w{12} uses host\\.openSocket, which this version removes`));
  });

  test('a Worker that doesn’t come up is refused, and the previous one keeps running', async () => {
    const before = await readDeployment(stack, 'edge-api');
    copy.change('edge-api/src/worker.ts', 'import ', "if (Date.now() >= 0) throw new Error('broken on purpose');\nimport ");
    const { code, output } = await copy.npm(env, 'run', '--silent', 'deploy', '-w', 'edge-api');
    expect(output).toMatch(/Version \w{12} of edge-api does not come up: .*broken on purpose/);
    expect(output).toContain('The version before runs on.');
    expect(stack.output()).not.toContain('ended by itself');
    expect(code).toBe(1);
    expect(await titleOfApi()).toBe('Portage of the new API');
    expect(await readDeployment(stack, 'edge-api')).toEqual(before);
  });

  test('the next start runs what was deployed last, not what it had built before', async () => {
    const workers = ['edge-api', 'shell', 'durable-runs'] as const;
    const before = await Promise.all(workers.map((name) => readDeployment(stack, name)));
    const kept = JSON.parse(readFileSync(join(stack.dataDir, 'workers', 'live.json'), 'utf8')) as Record<string, { built: string }>;
    await stack.stop();
    stack = await startStack(settings);
    const now = JSON.parse(readFileSync(join(stack.dataDir, 'workers', 'live.json'), 'utf8')) as typeof kept;
    for (const [at, name] of workers.entries()) {
      // A change in the tree in the meantime makes another build, which must win.
      if (now[name]?.built === kept[name]?.built) expect(await readDeployment(stack, name)).toEqual(before[at]);
      else expect((await readDeployment(stack, name)).live).toBe(now[name]?.built);
    }
    if (now['edge-api']?.built === kept['edge-api']?.built) expect(await titleOfApi()).toBe('Portage of the new API');
    if (now.shell?.built === kept.shell?.built) {
      expect(await (await fetch(`${stack.baseUrl}/`)).text()).toContain('Portage of the new shell');
    }
  });

  test('accepts no Worker from a person without the deploy token, nor a file outside a version', async () => {
    const { url } = JSON.parse(readFileSync(join(stack.dataDir, 'control.json'), 'utf8')) as { url: string };
    const { deployToken } = JSON.parse(readFileSync(join(stack.dataDir, 'secrets.json'), 'utf8')) as { deployToken: string };
    const send = (path: string, token: string, method = 'PUT') =>
      fetch(url + path, { method, headers: { authorization: `Bearer ${token}` }, ...(method === 'PUT' ? { body: 'x' } : {}) });
    const file = (path: string, version = 'v1') => `/workers/edge-api/versions/${version}/files?path=${encodeURIComponent(path)}`;
    expect((await send(file('bundle/worker.js'), `pdt_${'x'.repeat(43)}`)).status).toBe(401);
    expect((await send('/workers', '', 'GET')).status).toBe(401);
    expect((await send('/crons', '', 'POST')).status).toBe(401);
    for (const path of ['../../x.js', 'bundle/../../x.js', '/etc/passwd', 'bundle/.hidden', 'other/x.js', '']) {
      expect((await send(file(path), deployToken)).status, path).toBe(400);
    }
    expect((await send(file('bundle/worker.js', '..'), deployToken)).status).toBe(404);
    const { live } = await readDeployment(stack, 'edge-api');
    expect((await send(file('bundle/worker.js', live ?? ''), deployToken)).status).toBe(409);
    expect((await send('/workers/edge-api/versions/nothere/live', deployToken, 'POST')).status).toBe(404);
  });

  test('has no canary for Workers here, and says where there is one', async () => {
    expect(await copy.npm(env, 'run', '--silent', 'canary', '-w', 'edge-api', '10')).toMatchObject({
      code: 1,
      output: expect.stringContaining('A local Portage runs one version of each Worker.'),
    });
  });
});
