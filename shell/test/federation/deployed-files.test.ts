import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileKey } from '@portage/registry';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../product/faulty-server.ts';
import { startProduct } from '../product/product.ts';

const product = startProduct([
  { area: 'workflows', version: 'one' },
  { area: 'workflows', version: 'bad' },
  { area: 'workflows', version: 'ahead' },
  { area: 'connectors', version: 'one' },
]);

let reports: unknown[];

beforeEach(() => {
  reports = [];
  product.server.api['POST /api/deployments/reports'] = ({ body }) => {
    // Skips the first report of each version.
    if ((body as { outcome: string }).outcome !== 'Loading') reports.push(body);
    return { body: { isCounted: true } };
  };
});

/** A version that was shown: how long that took, and the shell's React that the federation runtime gave it. */
function shownReport(area: string, version: string) {
  const shared = expect.arrayContaining([{ package: 'react', version: expect.stringMatching(/^19\./), from: 'shell' }]);
  return { area, version, outcome: 'Shown', observed: { loadMs: expect.any(Number), mountMs: expect.any(Number), shared } };
}

/** Serves a version's file with an addition that changes only its hash. */
function change(version: string, file: string): void {
  const contentType = file.endsWith('.json') ? 'application/json' : 'text/javascript';
  const fault: Fault = {
    kind: 'body',
    body: `${readFileSync(join(product.folders.areas, 'workflows', version, file), 'utf8')}\n`,
    contentType,
  };
  product.server.addFault(`/${fileKey('workflows', version, file)}`, fault);
}

function appChunk(): string {
  const chunks = readdirSync(join(product.folders.areas, 'workflows/one/shared/js/async'));
  return `shared/js/async/${chunks.find((name) => name.startsWith('__federation_expose_app'))}`;
}

describe('a file that isn’t the deployed one', () => {
  test.for(['mf-manifest.json', 'remoteEntry.js'])('HOSTILE 35: %s is refused, the page says so, and it is reported', async (file) => {
    const { server, page } = product;
    change('one', file);
    await page.goto(`${server.origin}/workflows`);
    await page.getByText(`For safety, it wasn’t started: /mfe/workflows/one/${file} is not the file that was deployed.`).waitFor();
    expect(await page.getByTestId('version').count()).toBe(0);
    await expect
      .poll(() => reports)
      .toEqual([
        {
          area: 'workflows',
          version: 'one',
          outcome: 'LoadFailed',
          message: `/mfe/workflows/one/${file} is not the file that was deployed`,
        },
      ]);
    server.clearFaults();
    await page.getByRole('button', { name: 'Retry' }).click();
    await product.shown('workflows', 'one');
  });

  test('HOSTILE 35: a chunk is refused by the browser itself, and the area shows its fallback', async () => {
    const { server, page } = product;
    change('one', appChunk());
    await page.goto(`${server.origin}/workflows`);
    await page.getByRole('heading', { name: 'This part of Portage could not be loaded' }).waitFor();
    expect(await page.getByTestId('version').count()).toBe(0);
    await expect.poll(() => reports).toEqual([expect.objectContaining({ version: 'one', outcome: 'LoadFailed' })]);
    await product.choose('Connectors');
    await product.shown('connectors', 'one');
  });
});

/** Whether the entry script of a version of workflows has run: it then leaves the version's global. */
const hasRun = (version: string) => product.page.evaluate((name) => name in globalThis, `portage_workflows_${version}`);

test('an area built for another React says so instead of running, and offers to reload the page', async () => {
  const { server, page, live, shown, choose } = product;
  live('workflows', 'ahead');
  await page.goto(`${server.origin}/workflows`);
  await page.getByRole('heading', { name: 'This part of Portage doesn’t match the open page' }).waitFor();
  await page.getByText(/it was built for react \^20\.0\.0 \(this page has 19\.\d+\.\d+\), react-dom/).waitFor();
  expect(await hasRun('ahead')).toBe(false);
  await expect.poll(() => reports).toEqual([expect.objectContaining({ version: 'ahead', outcome: 'LoadFailed' })]);
  await choose('Connectors');
  await shown('connectors', 'one');

  live('workflows', 'one');
  await choose('Workflows');
  await shown('workflows', 'one');
  expect(await hasRun('one')).toBe(true);
});

test('what a person saw of a version is reported once per page, however often it fails', async () => {
  const { server, page, live, shown, choose } = product;
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  await choose('Connectors');
  await shown('connectors', 'one');
  await choose('Workflows');
  await shown('workflows', 'one');
  live('workflows', 'bad');
  await choose('Run History');
  for (let time = 0; time < 3; time += 1) {
    await page.getByRole('heading', { name: 'Ooops! Something went wrong' }).waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
  }
  await page.getByRole('heading', { name: 'Ooops! Something went wrong' }).waitFor();
  await page.waitForTimeout(300);
  const failures = reports.filter((report) => (report as { version: string }).version === 'bad');
  expect(failures.filter((report) => (report as { outcome: string }).outcome === 'RenderFailed')).toEqual([
    { area: 'workflows', version: 'bad', outcome: 'RenderFailed', message: 'Error: this version fails to render' },
  ]);
  expect(reports.filter((report) => !failures.includes(report))).toEqual([
    shownReport('workflows', 'one'),
    shownReport('connectors', 'one'),
  ]);
});

test('a browser without a network reports nothing', async () => {
  const { server, page, shown, choose } = product;
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  await page.context().setOffline(true);
  await choose('Connectors');
  await page.getByRole('heading', { name: 'This part of Portage could not be loaded' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await shown('connectors', 'one');
  await expect.poll(() => reports).toEqual([shownReport('workflows', 'one'), shownReport('connectors', 'one')]);
});
