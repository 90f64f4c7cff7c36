import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { secretFile, writeSecretFiles } from './secret-files.ts';
import { accountProblems, readAccount, replaceTexts } from './set-up.ts';
import { environmentNames } from './worker-files.ts';

test('replaces whole values and leaves comments', () => {
  const text = '{ // "a.example" stays\n "x": "a.example", "y": "https://a.example", "z": ["a.example/api/*", "sub.a.example"] }';
  const next = replaceTexts(
    text,
    new Map([
      ['a.example', 'b.test'],
      ['a.example/api/*', 'b.test/api/*'],
    ]),
  );
  expect(next).toBe('{ // "a.example" stays\n "x": "b.test", "y": "https://a.example", "z": ["b.test/api/*", "sub.a.example"] }');
});

test('example values are reported as problems, and every environment is either set up or the example', () => {
  expect(accountProblems({ domain: 'staging.portage.example.com', registryId: '00000000000000000000000000000001' })).toHaveLength(2);
  for (const name of environmentNames) expect([0, 2]).toContain(accountProblems(readAccount(name)).length);
});

test.for([
  [{ domain: 'portage.acme.com', registryId: 'ab'.repeat(16) }, 0],
  [{ domain: 'https://portage.acme.com', registryId: 'ab'.repeat(16) }, 1],
  [{ domain: 'acme', registryId: 'registry' }, 2],
  [{ domain: 'portage.acme.com"; x', registryId: 'ab'.repeat(16) }, 1],
] as const)('%j has %d problems', ([account, count]) => {
  expect(accountProblems(account)).toHaveLength(count);
});

test('secrets are made once, are the same for both Workers that need them, and only their owner can read them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portage-secrets-'));
  const read = (worker: string) => JSON.parse(readFileSync(secretFile('production', worker, folder), 'utf8'));
  expect(writeSecretFiles('production', {}, folder).missing).toEqual(['DATABASE_URL']);
  const first = read('edge-api');
  expect(writeSecretFiles('production', { DATABASE_URL: 'postgres://u:p@h/d' }, folder).missing).toEqual([]);
  const [api, runs] = [read('edge-api'), read('durable-runs')];
  expect(api).toMatchObject({ ...first, DATABASE_URL: 'postgres://u:p@h/d' });
  expect(runs).toEqual({ DATABASE_URL: api.DATABASE_URL, CONNECTOR_KEYS: api.CONNECTOR_KEYS });
  expect(api.TOKEN_SECRET.length).toBeGreaterThanOrEqual(32);
  expect(api.CONNECTOR_KEYS).toMatch(/^k\d{8}:[\w-]{43}$/);
  expect(api.DEPLOY_TOKENS).toMatch(/^owner:pdt_[\w-]{43}$/);
  expect(statSync(secretFile('production', 'edge-api', folder)).mode & 0o077).toBe(0);
  rmSync(folder, { recursive: true });
});
