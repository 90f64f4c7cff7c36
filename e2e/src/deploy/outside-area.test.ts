import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';
import { deployClient, readRegistry } from './deployed.ts';
import { choose, newPerson, openTab } from './people.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const KIT = 'node_modules/@portage/area-kit/package.json';

interface CommandEnd {
  code: number;
  output: string;
}

function run(folder: string, env: Record<string, string>, ...args: string[]): Promise<CommandEnd> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    );
  });
}

/** The packages that npm would install, without asking a registry: the kit from its tarballs, the others from this repository. */
async function installOffline(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@portage'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@portage' && name !== '.vite') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const file of readdirSync(join(folder, 'vendor'))) {
    const [, name = ''] = /^portage-([a-z-]+)-\d/.exec(file) ?? [];
    const target = join(modules, '@portage', name);
    mkdirSync(target);
    await new Promise((resolve, reject) =>
      execFile('tar', ['xzf', join(folder, 'vendor', file), '--strip-components=1', '-C', target], (error) =>
        error ? reject(error) : resolve(null),
      ),
    );
  }
}

/** Each test continues where the previous one ended. */
describe('an area in a repository of its own', () => {
  let stack: Stack;
  let folder: string;
  let env: Record<string, string>;
  let open: OpenBrowser;
  let tab: Page;
  let otherTab: Page;
  const cleanups: (() => unknown)[] = [];

  beforeAll(async () => {
    const { dataDir, remove } = await startedDataDir();
    cleanups.push(remove);
    stack = await startStack({ dataDir, port: await freePort() });
    cleanups.push(() => stack.stop());
    open = await launchBrowser(stack.baseUrl);
    cleanups.push(() => open.close());
    const parent = mkdtempSync(join(tmpdir(), 'portage-outside-'));
    cleanups.push(() => rmSync(parent, { recursive: true, force: true }));
    folder = join(parent, 'reports');
    const { deployToken } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { deployToken: string };
    // The area's tests aren't part of this run.
    env = { PORTAGE_URL: stack.baseUrl, PORTAGE_DEPLOY_TOKEN: deployToken, VITEST: '' };
    tab = await openTab(open, stack.baseUrl, await newPerson(stack.baseUrl));
    otherTab = await openTab(open, stack.baseUrl, await newPerson(stack.baseUrl));
  });
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  const area = (...args: string[]) => run(folder, env, 'node_modules/@portage/deploy-client/src/outside/main.js', ...args);
  const heading = (name: string) => tab.getByRole('heading', { name, level: 2 });
  const change = (file: string, before: string, after: string) => {
    const text = readFileSync(join(folder, file), 'utf8');
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
    writeFileSync(join(folder, file), text.replace(before, after));
  };

  test('is made and built from tarballs alone', async () => {
    const made = await run(ROOT, {}, 'tools/new-area/main.ts', 'reports', '--label', 'All Reports', '--outside', folder);
    expect(made.output).toContain('The repository of the area reports is in');
    await installOffline(folder);
    expect((await area('build')).output).toMatch(/^mfe-reports \w{12}: \d+\.\d KB before the first page/);
  });

  test('is shown as a preview to who opens the link, before anybody else has it', async () => {
    const { output, code } = await area('deploy', '--anyway', '--preview', 'copy');
    expect([code, output]).toEqual([0, expect.stringContaining('End it: npm run preview -- --delete copy')]);
    const [link = ''] = /http\S+\/preview#\S+/.exec(output) ?? [];
    await tab.goto(link);
    await heading('All Reports').waitFor();
    await choose(tab, 'Connectors');
    await tab.getByText('No connectors yet', { exact: true }).waitFor();
    await choose(tab, 'All Reports');
    await heading('All Reports').waitFor();

    await otherTab.goto(`${stack.baseUrl}/reports`);
    await otherTab.getByRole('heading', { name: 'Page not found' }).first().waitFor();
    expect(await otherTab.getByRole('link', { name: 'All Reports' }).count()).toBe(0);
    expect((await readRegistry(stack)).reports).toBeUndefined();

    expect(await area('preview', '--delete', 'copy')).toMatchObject({ code: 0 });
    await choose(tab, 'Connectors');
    await tab.getByText('The preview “copy” of reports has ended. Nothing of it is live yet.').first().waitFor();
    await tab.getByRole('link', { name: 'All Reports' }).waitFor({ state: 'detached' });
  });

  test('is deployed to a running Portage that never heard of it, which shows it in the menu and at its address', async () => {
    const { output, code } = await area('deploy');
    expect(output).toMatch(/mfe-reports \w{12} is live for everyone: http:\/\/localhost:\d+\/reports/);
    expect([code, output.includes(' -w ')]).toEqual([0, false]);
    await choose(otherTab, 'Connectors');
    await otherTab.getByRole('link', { name: 'All Reports' }).waitFor();
    await tab.goto(`${stack.baseUrl}/reports`);
    await heading('All Reports').waitFor();
    await choose(tab, 'Connectors');
    await tab.getByText('No connectors yet', { exact: true }).waitFor();
    await choose(tab, 'All Reports');
    await heading('All Reports').waitFor();
  });

  test('the same checks as inside refuse wrong types, failing tests, what is too heavy, does not load, or uses a call that the target lacks', async () => {
    const live = (await readRegistry(stack)).reports?.version;
    change('src/app.tsx', 'export const', 'export const rows: number = "none";\nexport const');
    change('src/routes.test.tsx', 'toContain', 'not.toContain');
    const { output } = await area('deploy');
    expect(output).toMatch(/Type 'string' is not assignable to type 'number'/);
    expect(output).toMatch(/routes\.test\.tsx[\s\S]*mfe-reports has type errors or failing unit tests\. Nothing was uploaded\./);
    change('src/app.tsx', 'export const rows: number = "none";\n', '');
    change('src/routes.test.tsx', 'not.toContain', 'toContain');
    change('package.json', '"firstKb": 70', '"firstKb": 7');
    expect((await area('deploy', '--anyway')).output).toMatch(/its budget is 7\.0 KB.*raise the budget in package\.json/);
    change('package.json', '"firstKb": 7', '"firstKb": 70');
    change('src/app.tsx', 'export const', "throw new Error('not today');\nexport const");
    expect((await area('deploy', '--anyway')).output).toMatch(/does not load in the live page of Portage: .*not today/);
    change('src/app.tsx', "throw new Error('not today');\n", '');
    // A kit of a tree that has a further call.
    const contract = join(folder, 'node_modules/@portage/contracts/contract.json');
    const calls = JSON.parse(readFileSync(contract, 'utf8')) as Record<string, object>;
    writeFileSync(contract, JSON.stringify({ ...calls, 'GET /api/reports': calls['GET /api/gift-cards'] }));
    change('src/reports-page.tsx', "usePageTitle('All Reports')", "usePageTitle(String('GET /api/reports').slice(0, 7))");
    expect((await area('deploy', '--anyway')).output).toMatch(/uses what the running API does not have.*GET \/api\/reports/);
    expect((await readRegistry(stack)).reports?.version).toBe(live);
    change('src/reports-page.tsx', "usePageTitle(String('GET /api/reports').slice(0, 7))", "usePageTitle('All Reports')");
  });

  test('a newer kit is refused by name until the live shell has it; then an older one works too', async () => {
    change('src/reports-page.tsx', 'title="All Reports"', 'title="Newer Reports"');
    change(KIT, '"version": "1.0.0"', '"version": "1.1.0"');
    expect((await area('deploy', '--anyway')).output).toMatch(
      /is built with @portage\/area-kit 1\.1\.0, and the live shell has the older 1\.0\.0/,
    );

    // A shell with the newer kit, as far as the record of deployments says.
    const api = deployClient(stack);
    const { deployments } = await api('GET /api/deployments');
    const shell = deployments.find(({ name }) => name === 'shell');
    const shared = { ...shell?.versions.find(({ version }) => version === shell.live)?.shared, '@portage/area-kit': '1.1.0' };
    const params = { name: 'shell', version: 'newer' };
    await api('POST /api/deployments/{name}/versions/{version}', { params, body: { files: [], shared, sizeBrotliBytes: 0 } });
    await api('POST /api/deployments/{name}/live', { params: { name: 'shell' }, body: { version: 'newer' } });
    expect((await area('deploy', '--anyway')).output).toContain('is live for everyone');
    await tab.reload();
    await heading('Newer Reports').waitFor();

    change(KIT, '"version": "1.1.0"', '"version": "1.0.0"');
    change('src/reports-page.tsx', 'title="Newer Reports"', 'title="Reports of an older kit"');
    expect((await area('deploy', '--anyway')).output).toContain('is live for everyone');
    await tab.reload();
    await heading('Reports of an older kit').waitFor();
  });

  test('is frozen, goes back to the version before, and is removed with its menu entry, until it is rolled back', async () => {
    expect(await area('freeze', '--until', '2999-12-01T08:00', '--reason', 'Sale')).toMatchObject({ code: 1 });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await area('freeze', '--until', until, '--reason', 'Sale')).output).toMatch(/: Sale\n {2}End it: npm run unfreeze$/m);
    expect((await area('rollback')).output).toContain('is frozen until');
    expect(await area('unfreeze')).toMatchObject({ code: 0 });
    expect(await area('rollback')).toMatchObject({ code: 0, output: expect.stringContaining('is live again for everyone') });
    await tab.reload();
    await heading('Newer Reports').waitFor();

    expect((await area('remove')).output).toContain('is removed, with its menu entry.');
    await choose(tab, 'Connectors');
    await tab.getByRole('link', { name: 'All Reports' }).waitFor({ state: 'detached' });
    await tab.goto(`${stack.baseUrl}/reports`);
    await tab.getByRole('heading', { name: 'Page not found' }).first().waitFor();
    expect(await area('rollback')).toMatchObject({ code: 0 });
  });

  test('a link to one of its pages, opened by a signed-out person, leads there after the sign-in', async () => {
    const arrived = await openTab(open, stack.baseUrl, await newPerson(stack.baseUrl), '/reports?month=5');
    await arrived.waitForURL('**/reports?month=5');
    await arrived.getByRole('heading', { name: 'Newer Reports', level: 2 }).waitFor();
  });
});
