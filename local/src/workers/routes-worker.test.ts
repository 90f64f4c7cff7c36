import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { afterAll, describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', '..', 'workerd');
const worker = (name: string, modules: Record<string, string>, main: string, env = {}) => ({
  config: {
    name,
    compatibilityDate: '2026-11-01',
    manifest: {
      mainModule: main,
      modulesRoot: FOLDER,
      modules: Object.fromEntries(Object.entries(modules).map(([file, contents]) => [file, { type: 'esm' as const, contents }])),
    },
    env,
  },
});
const answers = (name: string) => `export default { fetch: (request) => new Response('${name} ' + request.method + ' ' + request.url) }`;
const routes = stripTypeScriptTypes(readFileSync(join(FOLDER, 'routes-worker.ts'), 'utf8'));

const miniflare = new Miniflare({
  host: '127.0.0.1',
  port: 0,
  cf: false,
  workers: [
    worker('edge-api', { 'routes.js': routes, 'worker.js': answers('api') }, 'routes.js', { SHELL: { type: 'worker', worker: 'shell' } }),
    worker('shell', { 'worker.js': answers('shell') }, 'worker.js'),
  ],
});
const port = Number((await miniflare.ready).port);
afterAll(() => miniflare.dispose());

/** Sends the path as it is written: a client that tidies it up would hide what arrives. */
function ask(path: string, method = 'GET'): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(text.split(' ')[0] ?? ''));
    })
      .on('error', reject)
      .end();
  });
}

describe('the routes of the local port', () => {
  it.each(['/api', '/api/', '/api?x=1', '/api/health', '/api/webhooks/code?next=/mfe/'])('%s goes to edge-api', async (path) => {
    expect(await ask(path)).toBe('api');
    expect(await ask(path, 'POST')).toBe('api');
  });

  it.each(['/', '/apis', '/apix/health', '/workflows/api/', '/mfe/api/1/x.js', '/?to=/api/health', '//api/health', '/local/outbox'])(
    '%s goes to the shell',
    async (path) => {
      expect(await ask(path)).toBe('shell');
    },
  );
});
