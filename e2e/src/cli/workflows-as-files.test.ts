import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@portage/build-output';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';

const run = promisify(execFile);
let installed = '';

beforeAll(async () => {
  installed = await mkdtemp(join(tmpdir(), 'portage-command-'));
  await run(process.execPath, [join(ROOT, 'packages/cli/tools/pack.ts'), installed]);
  const [tarball = ''] = (await readdir(installed)).filter((name) => name.endsWith('.tgz'));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', installed, join(installed, tarball)]);
});
afterAll(() => rm(installed, { recursive: true, force: true }));

interface Result {
  code: number;
  out: string;
}

/** A new person with an API key and an empty folder. */
async function startFolder() {
  const url = sharedBaseUrl();
  const { api, email } = await signUp(url);
  const { secret } = await api('POST /api/account/keys', { body: { name: 'Files', scopes: ['read', 'run', 'manage'], expiresAt: null } });
  const folder = await mkdtemp(join(installed, 'files-'));
  const config = await mkdtemp(join(installed, 'config-'));
  const portage = async (args: string[], env: Record<string, string> = {}): Promise<Result> => {
    const settings = { cwd: folder, env: { PATH: process.env.PATH, XDG_CONFIG_HOME: config, ...env } };
    try {
      const { stdout, stderr } = await run(join(installed, 'node_modules/.bin/portage'), args, settings);
      return { code: 0, out: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, out: stdout + stderr };
    }
  };
  const file = (name: string) => join(folder, 'workflows', name);
  const edit = async (name: string, change: (text: string) => string) => writeFile(file(name), change(await readFile(file(name), 'utf8')));
  const login = () => portage(['login', url, '-t', 'staging'], { PORTAGE_API_KEY: secret });
  return { url, api, email, secret, folder, config, portage, file, edit, login };
}

const steps = (script = 'return Steps["start"].Payload.total * 2') => [
  { stepId: 'start', type: 'Trigger' as const, triggerType: 'Manual' as const, nextStepId: 'price' },
  { stepId: 'price', type: 'CustomScript' as const, script, nextStepId: null },
];

const newFile = (name: string, step = '- {stepId: start, type: Trigger, triggerType: Manual}') =>
  `name: ${name}\nloggingMode: LogAllData\nsteps:\n${step}\n`;

async function startWithWorkflow() {
  const started = await startFolder();
  const { workflow } = await started.api('POST /api/workflows', { body: { name: 'Orders', steps: steps() } });
  expect((await started.login()).code).toBe(0);
  expect((await started.portage(['pull'])).code).toBe(0);
  return { ...started, workflow };
}

describe('the packed command in an empty folder', () => {
  test('pulls, plans, applies, publishes, runs and logs', async () => {
    const { api, email, portage, file, edit, config, workflow } = await startWithWorkflow();
    expect((await portage(['whoami'])).out).toContain(email);
    expect((await stat(join(config, 'portage/credentials.json'))).mode & 0o777).toBe(0o600);
    expect(await readFile(file('orders.price.js'), 'utf8')).toBe(`${steps()[1]?.script}\n`);
    const pulled = await readFile(file('orders.yaml'), 'utf8');
    expect(await portage(['plan'])).toMatchObject({ code: 0, out: expect.stringContaining('are the same') });
    expect((await portage(['apply'])).code).toBe(0);
    expect((await api('GET /api/workflows/{id}', { params: { id: workflow.id } })).workflow.versionId).toBe(workflow.versionId);
    expect((await portage(['pull'])).code).toBe(0);
    expect(await readFile(file('orders.yaml'), 'utf8')).toBe(pulled);

    await edit('orders.price.js', () => 'return { total: Steps["start"].Payload.total * 3 }\n');
    await writeFile(file('report.yaml'), newFile('Report'));
    expect(await portage(['plan'])).toMatchObject({ code: 2, out: expect.stringContaining('1 to add, 1 to change, 0 to delete') });
    expect((await portage(['diff'])).out).toContain('steps.price.script');
    expect(await portage(['apply', '--publish'])).toMatchObject({ code: 0 });
    expect((await portage(['apply', '--publish'])).out).toContain('are the same');
    await writeFile(file('../data.json'), '{"total": 7}');
    expect(await portage(['run', 'Orders', '--data', 'data.json', '--wait'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Succeeded'),
    });
    // A run's summary reaches the history a moment after its end.
    await expect.poll(async () => (await portage(['logs', 'Orders'])).out).toContain('Succeeded');
    const { workflows } = await api('GET /api/workflows', { query: { sort: 'name' } });
    expect(workflows.map(({ name, isActive }) => [name, isActive])).toEqual([
      ['Orders', true],
      ['Report', true],
    ]);

    await rm(file('report.yaml'));
    expect((await portage(['apply'])).out).toContain('--delete');
    expect((await portage(['apply', '--delete'])).code).toBe(0);
    expect((await api('GET /api/workflows', { query: {} })).workflows.map(({ name }) => name)).toEqual(['Orders']);
  });

  test('refuses a workflow that was changed on the server, shows all three values, and lets people decide', async () => {
    const { api, portage, edit, file, workflow } = await startWithWorkflow();
    const params = { id: workflow.id };
    await edit('orders.price.js', () => 'return "here"\n');
    await writeFile(file('report.yaml'), newFile('Report'));
    await api('PUT /api/workflows/{id}', { params, body: { steps: steps('return "server"') } });
    const refused = await portage(['apply']);
    expect(refused.code).toBe(3);
    for (const value of ['base:   "return Steps', 'server: "return \\"server\\""', 'here:   "return \\"here\\""'])
      expect(refused.out).toContain(value);
    expect((await api('GET /api/workflows', { query: {} })).workflows).toHaveLength(1);
    expect((await portage(['pull'])).code).toBe(3);
    expect((await portage(['pull', '--keep'])).code).toBe(0);
    expect((await portage(['apply'])).code).toBe(0);
    expect((await api('GET /api/workflows/{id}', { params })).workflow.steps[1]).toMatchObject({ script: 'return "here"' });
  });

  test('refuses a workflow that was deleted on the server, and a name that is taken there', async () => {
    const { api, portage, edit, file, workflow } = await startWithWorkflow();
    await api('POST /api/workflows', { body: { name: 'Report' } });
    await writeFile(file('report.yaml'), newFile('Report'));
    expect(await portage(['plan'])).toMatchObject({
      code: 3,
      out: expect.stringContaining('workflows/report.yaml:1: The target already has'),
    });
    await rm(file('report.yaml'));
    await api('DELETE /api/workflows/{id}', { params: { id: workflow.id } });
    await edit('orders.price.js', () => 'return 2\n');
    expect(await portage(['apply'])).toMatchObject({ code: 3, out: expect.stringContaining('was deleted on the server') });
  });

  test('names the line of a missing connector, of invalid YAML and of an invalid workflow, and applies nothing', async () => {
    const { api, portage, file } = await startWithWorkflow();
    const apply = async (text: string) => {
      await writeFile(file('report.yaml'), text);
      return portage(['apply', '--publish']);
    };
    const missing = await apply(newFile('Report', '- {stepId: start, type: Trigger, triggerType: Manual, connectorId: !connector Shop}'));
    expect(missing).toMatchObject({ code: 6, out: expect.stringContaining('workflows/report.yaml:4: There is no connector “Shop”') });
    expect(await apply('name: [')).toMatchObject({ code: 6, out: expect.stringContaining('workflows/report.yaml:1:8: ') });
    const unknown = await apply(newFile('Report', '- {stepId: start, type: Nothing}'));
    expect(unknown).toMatchObject({ code: 6, out: expect.stringContaining('workflows/report.yaml:4') });
    const incomplete = await apply(
      newFile(
        'Report',
        `- {stepId: start, type: Trigger, triggerType: Manual, nextStepId: a}\n- {stepId: a, type: CustomScript, script: ''}`,
      ),
    );
    expect(incomplete).toMatchObject({ code: 6, out: expect.stringContaining('workflows/report.yaml:5: Step “a”') });
    expect((await api('GET /api/workflows', { query: {} })).workflows).toHaveLength(1);
  });

  test('says when nobody is signed in, the key is wrong, nothing responds, or the target is another Portage', async () => {
    const { portage, login, url, folder } = await startFolder();
    expect((await portage(['plan'])).code).toBe(4);
    expect((await portage(['login', url], { PORTAGE_API_KEY: 'portage_wrong' })).code).toBe(4);
    expect((await portage(['whoami'], { PORTAGE_URL: 'http://127.0.0.1:1', PORTAGE_API_KEY: 'portage_x' })).code).toBe(5);
    expect((await login()).code).toBe(0);
    await mkdir(join(folder, '.portage'));
    const state = { url: 'https://production.example.com', userId: 'someone', workflows: {} };
    await writeFile(join(folder, '.portage/staging.json'), JSON.stringify(state));
    expect(await portage(['apply'])).toMatchObject({ code: 3, out: expect.stringContaining('https://production.example.com') });
  });

  test('creates nothing twice when the command was killed before it heard of its success', async () => {
    const { api, portage, file, folder } = await startWithWorkflow();
    await writeFile(file('report.yaml'), newFile('Report'));
    const statePath = join(folder, '.portage/staging.json');
    const before = JSON.parse(await readFile(statePath, 'utf8'));
    expect((await portage(['apply', '--publish'])).code).toBe(0);
    const { userId, url, workflows } = JSON.parse(await readFile(statePath, 'utf8'));
    // What the command wrote before the call.
    const chosen = crypto.randomUUID();
    await rm(file('report.yaml'));
    await writeFile(file('again.yaml'), newFile('Again'));
    const pending = { id: chosen, versionId: null, draftVersionId: null, content: null, local: '' };
    const body = {
      description: null,
      name: 'Again',
      loggingMode: 'LogAllData' as const,
      id: chosen,
      versionId: null,
      draftVersionId: null,
    };
    await api('POST /api/workflows/apply', {
      body: {
        workflows: [
          {
            ...body,
            steps: steps()
              .slice(0, 1)
              .map((step) => ({ ...step, nextStepId: null })),
          },
        ],
      },
    });
    await writeFile(
      statePath,
      JSON.stringify({ userId, url, workflows: { ...before.workflows, report: workflows.report, again: pending } }),
    );
    expect((await portage(['apply'])).code).toBe(0);
    expect((await api('GET /api/workflows', { query: {} })).workflows.map(({ name }) => name).sort()).toEqual([
      'Again',
      'Orders',
      'Report',
    ]);
    expect((await portage(['plan'])).out).toContain('0 to add, 0 to change, 1 to delete');
  });

  test('prints completion and help without a target', async () => {
    const { portage } = await startFolder();
    for (const shell of ['bash', 'zsh', 'fish']) expect((await portage(['completion', shell])).out).toContain('whoami');
    expect((await portage(['--help'])).out).toContain('apply');
    expect((await portage(['nothing'])).code).toBe(1);
  });
});
