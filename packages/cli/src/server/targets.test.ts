import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PortageClient } from './portage-client.ts';
import { type Environment, findTarget, nameTarget, saveTarget } from './targets.ts';

let env: Environment = {};
let config = '';
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'portage-cli-'));
  env = { XDG_CONFIG_HOME: config };
});
afterEach(() => rmSync(config, { recursive: true }));

const production = { name: 'production', url: 'https://portage.example.com', apiKey: 'k' };

test('the last target is the default, and the environment comes before it', () => {
  saveTarget(production, env);
  expect(findTarget(undefined, env)).toEqual(production);
  expect(findTarget('staging', { ...env, PORTAGE_URL: 'http://localhost:1', PORTAGE_API_KEY: 'x' })).toEqual({
    name: 'staging',
    url: 'http://localhost:1',
    apiKey: 'x',
  });
});

test('a pipeline without its key doesn’t use the target that someone signed in to', () => {
  saveTarget(production, env);
  expect(() => findTarget(undefined, { ...env, PORTAGE_URL: 'https://staging.example.com' })).toThrow('PORTAGE_API_KEY');
});

test.each(['../outside', 'a/b', 'a\\b', '', '.hidden', 'x'.repeat(300)])('%j can’t be a target', (name) => {
  expect(() => findTarget(name, { PORTAGE_URL: production.url, PORTAGE_API_KEY: 'x' })).toThrow('can’t be the --target');
});

test('a member of every object is no target, and unreadable credentials have a message', () => {
  expect(() => findTarget('constructor', env)).toThrow('You aren’t signed in to “constructor”');
  mkdirSync(join(config, 'portage'));
  writeFileSync(join(config, 'portage/credentials.json'), '{');
  expect(() => findTarget(undefined, env)).toThrow('sign in again');
});

test.each([
  ['http://[::1]:8787', '1-8787'],
  ['https://portage-2.example.com:8443/x', 'portage-2.example.com-8443'],
])('the target of %s is called %s', (url, name) => {
  expect(nameTarget(url)).toBe(name);
});

test('a redirect gets no key, and its origin is named', async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.host);
    response.writeHead(302, { location: 'http://localhost:1/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    await expect(new PortageClient({ name: 'x', url, apiKey: 'k' }).get('/api/users/me')).rejects.toMatchObject({
      exitCode: 5,
      message: `${url} redirects to http://localhost:1. If that’s your Portage, use its address.`,
    });
    expect(seen).toHaveLength(1);
  } finally {
    server.close();
  }
});
