import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createRsbuild, loadConfig } from '@rsbuild/core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    galleryAddress: string;
  }
}

const contentTypes: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };

/** Builds the step form gallery once for all files and serves it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, '..');
  const folder = mkdtempSync(join(tmpdir(), 'portage-forms-'));
  const { content } = await loadConfig({ cwd: root, path: 'gallery/rsbuild.config.ts' });
  const rsbuild = await createRsbuild({
    cwd: root,
    rsbuildConfig: { ...content, mode: 'production', logLevel: 'error', output: { ...content.output, distPath: { root: folder } } },
  });
  await (await rsbuild.build()).close();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://gallery').pathname;
    try {
      const file = readFileSync(join(folder, path === '/' ? 'index.html' : path));
      response.setHeader('content-type', contentTypes[extname(path) || '.html'] ?? 'application/octet-stream').end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('galleryAddress', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  };
}
