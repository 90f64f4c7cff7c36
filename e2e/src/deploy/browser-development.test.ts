import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInByHand } from '../browser/sign-in.ts';
import { openStep } from '../editor/open-editor.ts';
import { freePort, stillRunning, temporaryDataDir, withDescendants } from '../stack/stack.ts';
import { copyWorkTree, type WorkTreeCopy } from './work-tree-copy.ts';

const DIALOG = 'mfe-workflows/src/add-workflow/add-workflow-dialog.tsx';
const NOTE = 'mfe-workflows runs from your machine (hot reload)';
const READY = 'mfe-workflows runs from its sources';

interface Development {
  baseUrl: string;
  /** Stops it as Ctrl-C does. @returns the exit code */
  stop(): Promise<number | null>;
  pids(): number[];
}

/** `npm run dev -w mfe-workflows` in a copy of the work tree. */
async function startDevelopment({ root }: WorkTreeCopy, dataDir: string): Promise<Development> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'tools/run.mjs'), 'dev', 'workflows'], {
    cwd: join(root, 'mfe-workflows'),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, NODE_ENV: undefined, PORT: String(port), PORTAGE_DATA_DIR: dataDir },
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(READY)) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    void ended.then((code) => reject(new Error(`Ended with ${code} before it was ready:\n${output}`)));
  });
  return {
    baseUrl: `http://localhost:${port}`,
    async stop() {
      child.kill('SIGINT');
      return ended;
    },
    pids: () => withDescendants(child.pid ?? 0),
  };
}

describe('npm run dev of one area', () => {
  let copy: WorkTreeCopy;
  let development: Development;
  let open: OpenBrowser;
  const cleanups: (() => unknown)[] = [];

  beforeAll(async () => {
    const { dataDir, remove } = await temporaryDataDir();
    cleanups.push(remove);
    copy = copyWorkTree({ hasBuilds: true });
    cleanups.push(() => copy.remove());
    development = await startDevelopment(copy, dataDir);
    cleanups.push(() => development.stop());
    open = await launchBrowser(development.baseUrl);
    cleanups.push(() => open.close());
    await signInByHand(open.page, { email: 'demo@portage.local', password: 'portage-demo' });
  });
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  test('shows the area in the full product, with a note that it comes from this machine, and the others as built', async () => {
    const { page } = open;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/workflows');
    await page.getByText(NOTE).waitFor();
    await page.getByRole('link', { name: 'Orders' }).first().waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Connectors' }).click();
    await page.getByRole('heading', { name: 'Connectors' }).waitFor();
    await page.getByText(NOTE).waitFor();
    const ofWorkflows = asked.filter((path) => path.startsWith('/mfe/workflows/'));
    expect(ofWorkflows).toContain('/mfe/workflows/dev/remoteEntry.js');
    expect(ofWorkflows.filter((path) => !path.startsWith('/mfe/workflows/dev/'))).toEqual([]);
    await expect.poll(() => asked.some((path) => /^\/mfe\/connectors\/\w{12}\/remoteEntry\.js$/.test(path))).toBe(true);
  });

  test('shows an edit of a component at once, without loading the page, and keeps typed text', async () => {
    const { page } = open;
    await page.goto('/workflows/add');
    const dialog = page.getByRole('dialog', { name: 'Add Workflow' });
    await dialog.getByLabel('Workflow Name').fill('Half a na');
    await page.evaluate(() => {
      document.documentElement.dataset.loaded = 'once';
    });
    copy.change(DIALOG, '>Cancel<', '>Rather not<');
    await dialog.getByRole('button', { name: 'Rather not' }).waitFor();
    expect(await dialog.getByLabel('Workflow Name').inputValue()).toBe('Half a na');
    expect(await page.evaluate(() => document.documentElement.dataset.loaded)).toBe('once');
  });

  test('shows an edit whole, and keeps typed text, if an editor empties the file before writing it', async () => {
    const { page } = open;
    const dialog = page.getByRole('dialog', { name: 'Add Workflow' });
    await copy.changeInTwoWrites(DIALOG, '>Rather not<', '>Never mind<');
    await dialog.getByRole('button', { name: 'Never mind' }).waitFor();
    expect(await dialog.getByLabel('Workflow Name').inputValue()).toBe('Half a na');
    expect(await page.evaluate(() => document.documentElement.dataset.loaded)).toBe('once');
  });

  test('runs the script editor’s workers, and the page’s policy blocks none of it', async () => {
    const { page, problems } = open;
    await page.goto('/workflows');
    await page.getByRole('link', { name: 'Orders' }).first().click();
    await page.waitForURL('**/edit');
    await openStep(page, 'price');
    await page.locator('[data-step-panel] .monaco-editor .view-line').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(problems.filter((text) => /Content Security Policy|Failed to construct 'Worker'/.test(text))).toEqual([]);
  });

  test('HOSTILE 35: no query parameter, stored value or message brings in another area or another server', async () => {
    const { page } = open;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.evaluate(() => {
      for (const key of ['development', 'PORTAGE_DEVELOPMENT_AREA', 'portage:development', 'mfe-registry', 'portage:registry']) {
        localStorage.setItem(key, 'connectors');
        sessionStorage.setItem(key, 'http://127.0.0.1:27102/mf-manifest.json');
      }
    });
    await page.goto(
      '/connectors?development=connectors&area=connectors&entry=http://127.0.0.1:27102/mf-manifest.json#development=connectors',
    );
    await page.getByRole('heading', { name: 'Connectors' }).waitFor();
    await page.evaluate(() => {
      postMessage({ development: { area: 'connectors' } }, '*');
      postMessage({ type: 'override', area: 'connectors', entry: 'http://127.0.0.1:27102/mf-manifest.json' }, '*');
    });
    await page.getByRole('navigation').getByRole('link', { name: 'Workflows' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Connectors' }).click();
    await page.getByRole('heading', { name: 'Connectors' }).waitFor();
    expect(asked.filter((url) => new URL(url).pathname.startsWith('/mfe/connectors/dev/'))).toEqual([]);
    expect(asked.filter((url) => new URL(url).host !== new URL(development.baseUrl).host)).toEqual([]);
    for (const path of [
      '/mfe/connectors/dev/mf-manifest.json',
      '/mfe/workflows/dev/..%2f..%2fconnectors/dev/mf-manifest.json',
      '/mfe/dev/x.js',
    ]) {
      expect([403, 404], path).toContain((await fetch(development.baseUrl + path)).status);
    }
    const { development: named } = (await (await fetch(`${development.baseUrl}/mfe-registry.json?development=admin`)).json()) as {
      development: unknown;
    };
    expect(named).toEqual({ areas: ['workflows'] });
  });

  test('reports nothing about the area under development to the registry', async () => {
    const { page } = open;
    const told: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/deployments/reports') && told.push(request.postData() ?? ''));
    await page.goto('/workflows');
    await page.getByRole('link', { name: 'Orders' }).first().waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Connectors' }).click();
    await page.getByRole('heading', { name: 'Connectors' }).waitFor();
    await expect.poll(() => told.length).toBe(2);
    expect(told.map((body) => JSON.parse(body))).toMatchObject([
      { area: 'connectors', outcome: 'Loading' },
      { area: 'connectors', outcome: 'Shown' },
    ]);
  });

  test('shows errors in code that doesn’t build, and the page again once it is fixed', async () => {
    const { page } = open;
    copy.change(DIALOG, '>Never mind<', '>Never mind');
    const overlay = page.locator('rsbuild-error-overlay');
    await overlay.waitFor({ state: 'attached', timeout: 60_000 });
    copy.change(DIALOG, '>Never mind', '>Never mind<');
    await overlay.waitFor({ state: 'detached', timeout: 60_000 });
    await page.goto('/workflows/add');
    await page.getByRole('button', { name: 'Never mind' }).waitFor();
  });

  test('stops everything on Ctrl-C', async () => {
    const pids = development.pids();
    expect(pids.length).toBeGreaterThan(3);
    expect(await development.stop()).toBe(0);
    expect(stillRunning(pids)).toEqual([]);
  });
});
