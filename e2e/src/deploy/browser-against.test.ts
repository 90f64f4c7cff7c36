import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInByHand } from '../browser/sign-in.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { freePort, stillRunning, withDescendants } from '../stack/stack.ts';
import { readRegistry } from './deployed.ts';
import { copyWorkTree, type WorkTreeCopy } from './work-tree-copy.ts';

const GIFT_CARDS = 'mfe-billing/src/gift-cards/gift-card-list-page.tsx';
const CONNECTORS = 'mfe-connectors/src/connector-list/connector-list-page.tsx';
const READY = 'mfe-billing, mfe-connectors run from their sources';

interface Development {
  baseUrl: string;
  output(): string;
  /** Stops it as Ctrl-C does. @returns the exit code */
  stop(): Promise<number | null>;
  pids(): number[];
}

/** `npm run dev -- mfe-billing mfe-connectors --against …` in a copy of the work tree. */
async function startAgainst({ root }: WorkTreeCopy, target: string): Promise<Development> {
  const port = await freePort();
  const args = [join(root, 'tools/run.mjs'), 'dev', 'mfe-billing', 'mfe-connectors', '--against', target];
  const env = { ...process.env, NODE_ENV: undefined, PORT: String(port), PORTAGE_DATA_DIR: undefined };
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true, env });
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
    output: () => output,
    async stop() {
      child.kill('SIGINT');
      return ended;
    },
    pids: () => withDescendants(child.pid ?? 0),
  };
}

let copy: WorkTreeCopy;
let development: Development;
let open: OpenBrowser;
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  copy = copyWorkTree({ hasBuilds: true });
  cleanups.push(() => copy.remove());
  development = await startAgainst(copy, sharedBaseUrl());
  cleanups.push(() => development.stop());
  open = await launchBrowser(development.baseUrl);
  cleanups.push(() => open.close());
});
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

test('two areas run from their sources in a deployed Portage, the others as they are deployed, after a sign-in there', async () => {
  const { page } = open;
  const asked: string[] = [];
  const reported: string[] = [];
  page.on('request', (request) => {
    asked.push(new URL(request.url()).pathname);
    if (request.url().endsWith('/api/deployments/reports')) reported.push(request.postData() ?? '');
  });
  const before = await readRegistry({ baseUrl: sharedBaseUrl() });
  await signInByHand(page, DEMO);
  await page.goto('/workflows');
  await page.getByRole('link', { name: 'Orders' }).first().waitFor();
  await page.goto('/connectors');
  await page.getByRole('heading', { name: 'Connectors' }).waitFor();
  const host = new URL(sharedBaseUrl()).host;
  await page.getByText(`mfe-billing, mfe-connectors run from your machine (hot reload), with the data of ${host}`).waitFor();
  expect(asked).toContain(`/mfe/workflows/${before.workflows?.version}/remoteEntry.js`);
  expect(asked.filter((path) => path.startsWith('/mfe/connectors/') && !path.startsWith('/mfe/connectors/dev/'))).toEqual([]);
  expect(await readRegistry({ baseUrl: sharedBaseUrl() })).toEqual(before);
  expect(development.output()).toContain(`Everything else is ${sharedBaseUrl()}`);
  // They end at this machine (tools/dev/against/proxy.test.ts).
  expect(reported.length).toBeGreaterThan(0);
});

test.for([
  ['/gift-cards', GIFT_CARDS, 'Card Number', 'label="Search gift cards"', 'label="Find gift cards"', 'Find gift cards'],
  ['/connectors', CONNECTORS, 'Name', 'label="Search connectors"', 'label="Find connectors"', 'Find connectors'],
] as const)('an edit of %s shows at once and keeps what was typed', async ([address, file, field, was, is, name]) => {
  const { page } = open;
  await page.goto(address);
  await page.getByRole('textbox', { name: field, exact: true }).fill('half a na');
  await page.waitForURL(/half/);
  await page.evaluate(() => {
    document.documentElement.dataset.loaded = 'once';
  });
  copy.change(file, was, is);
  await page.getByRole('search', { name }).waitFor();
  expect(await page.getByRole('textbox', { name: field, exact: true }).inputValue()).toBe('half a na');
  expect(await page.evaluate(() => document.documentElement.dataset.loaded)).toBe('once');
});

test('code that doesn’t build shows its errors until it’s fixed', async () => {
  const { page } = open;
  copy.change(CONNECTORS, 'label="Find connectors"', 'label="Find connectors');
  const overlay = page.locator('rsbuild-error-overlay');
  await overlay.waitFor({ state: 'attached' });
  copy.change(CONNECTORS, 'label="Find connectors', 'label="Look for connectors"');
  await overlay.waitFor({ state: 'detached' });
  await page.goto('/connectors');
  await page.getByRole('search', { name: 'Look for connectors' }).waitFor();
});

test('Ctrl-C stops everything', async () => {
  const pids = development.pids();
  expect(pids.length).toBeGreaterThan(3);
  expect(await development.stop()).toBe(0);
  expect(stillRunning(pids)).toEqual([]);
});
