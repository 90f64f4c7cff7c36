import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { runTool } from '../../run-tool.ts';
import { buildShares } from './deploy-worker.ts';
import { type PlatformStub, startPlatformStub } from './platform-stub.ts';
import { wranglerFor } from './wrangler.ts';

// The real wrangler, with a Worker of one line, against a stub of Cloudflare's API.
const folder = mkdtempSync(join(tmpdir(), 'portage-wrangler-'));
writeFileSync(join(folder, 'worker.js'), 'export default { fetch: () => new Response("ok") };');
writeFileSync(
  join(folder, 'wrangler.json'),
  JSON.stringify({
    name: 'edge-api',
    main: 'worker.js',
    compatibility_date: '2026-11-01',
    account_id: 'account',
    workers_dev: false,
    preview_urls: false,
    env: { staging: {} },
  }),
);
const stub: PlatformStub = await startPlatformStub();
afterAll(async () => {
  await stub.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => stub.reset());

const wrangler = wranglerFor('edge-api', 'staging', (tool, args) =>
  runTool(tool, args, folder, {
    CLOUDFLARE_API_BASE_URL: stub.url,
    CLOUDFLARE_API_TOKEN: 'token',
    CLOUDFLARE_ACCOUNT_ID: 'account',
    WRANGLER_LOG_SANITIZE: 'false',
  }),
);
const live = () => stub.deployments.at(-1)?.map(({ version_id, percentage }) => `${stub.findTag(version_id)} ${percentage}`);

test('a build that was a canary goes to everyone without a second upload, and can be rolled back to', async () => {
  await wrangler.deploy('one', 'first');
  await wrangler.upload('two', 'canary');
  await wrangler.share(buildShares('one', 'two', 10), '10 percent');
  expect(live()).toEqual(['one 90', 'two 10']);
  await wrangler.deploy('two', 'everyone');
  expect(live()).toEqual(['two 100']);
  expect(stub.uploads.map(({ tag }) => tag)).toEqual(['one', 'two']);
  await wrangler.share([{ version: 'one', percent: 100 }], 'rollback');
  expect(live()).toEqual(['one 100']);
  expect(stub.unknown).toEqual([]);
});

test('a build that was uploaded twice by an earlier release is rolled back to by its newest upload', async () => {
  stub.addUpload('one');
  stub.addUpload('one');
  const newest = stub.uploads.at(-1)?.id;
  await wrangler.share([{ version: 'one', percent: 100 }], 'rollback');
  expect(stub.deployments.at(-1)?.map(({ version_id }) => version_id)).toEqual([newest]);
});
