import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '@portage/build-output';
import { type Bundle, DeployError, findContent } from '@portage/deploy-client';
import { buildEntryPath, fileKey, findContentType, MANIFEST_FILE, REMOTE_ENTRY_FILE } from '@portage/registry';
import { SECURITY_HEADERS } from '@portage/shell/security-headers';
import { chromium, type Page } from 'playwright-core';
import { hashInputs } from '../../build/hash-inputs.ts';
import { isUpToDate, runTarget } from '../../build/run-target.ts';
import type { Target } from '../../build/targets.ts';
import { collectFolders } from '../../build/workspaces.ts';
import { findChromium } from '../../test/find-chromium.ts';

/** No server listens here: the browser's requests are served from memory. */
const ORIGIN = 'http://localhost:1';
const PATIENCE_MS = 30_000;

declare function portageLoadArea(version: unknown): Promise<Record<string, unknown>>;

/**
 * Loads the area as a page of Portage does: in a Chromium, with the shell's own loader, under the shell's security
 * headers, from its future addresses. Its lifecycles must exist; nothing is mounted.
 *
 * @throws DeployError with what the page reported
 */
export async function checkLoading(bundle: Bundle): Promise<void> {
  const page = await buildCheckPage();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  try {
    await loadIn(await browser.newPage(), page, bundle);
  } finally {
    await browser.close();
  }
}

async function loadIn(page: Page, script: Buffer, bundle: Bundle): Promise<void> {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.route('**/*', async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const folder = `/${fileKey(bundle.area, bundle.version, '')}`;
    const file = pathname.startsWith(folder) ? findContent(bundle, pathname.slice(folder.length)) : undefined;
    const served =
      origin !== ORIGIN
        ? undefined
        : pathname === '/'
          ? { body: '<!doctype html><title>Check</title><script src="/check.js"></script>', contentType: 'text/html' }
          : pathname === '/check.js'
            ? { body: script, contentType: 'text/javascript' }
            : file && { body: file, contentType: findContentType(pathname) ?? 'text/plain' };
    await route.fulfill(served ? { ...served, headers: { ...SECURITY_HEADERS } } : { status: 404, body: 'Not found' });
  });
  await page.goto(ORIGIN);
  const version = {
    area: bundle.area,
    version: bundle.version,
    entry: buildEntryPath(bundle.area, bundle.version),
    integrity: { manifest: computeIntegrity(bundle, MANIFEST_FILE), remoteEntry: computeIntegrity(bundle, REMOTE_ENTRY_FILE) },
  };
  const answer = await Promise.race([
    page.evaluate(
      (wanted) =>
        portageLoadArea(wanted).then(
          () => null,
          (error: unknown) => String(error instanceof Error ? error.message : error),
        ),
      version,
    ),
    new Promise<string>((resolve) => setTimeout(() => resolve(`nothing after ${PATIENCE_MS / 1000} seconds`), PATIENCE_MS).unref()),
  ]);
  if (answer === null) return;
  const told = [...new Set([answer.split('\n')[0] ?? '', ...problems])]
    .slice(0, 3)
    .join('; ')
    .replace(/\.+(;|$)/g, '$1');
  throw new DeployError(
    `mfe-${bundle.area} does not load in a page of Portage: ${told}. Mend its src/app.tsx, which has to export bootstrap, mount and unmount.`,
  );
}

function computeIntegrity(bundle: Bundle, path: string): string {
  return `sha256-${createHash('sha256')
    .update(findContent(bundle, path) ?? '')
    .digest('base64')}`;
}

/** The page's script, built once per state of the shell. */
async function buildCheckPage(): Promise<Buffer> {
  const output = join(CACHE, 'deploy-check/static/js/check.js');
  const folder = join(import.meta.dirname, '../check-page');
  const target: Target = {
    name: 'deploy check',
    label: 'the page that areas are checked in',
    version: hashInputs(['package-lock.json', ...collectFolders('shell'), 'tools/deploy/check-page']),
    command: ['rsbuild', 'build'],
    cwd: folder,
    env: { NODE_ENV: 'production' },
    output,
  };
  if (!isUpToDate(target)) await runTarget(target);
  return readFileSync(output);
}

function chromiumPath(): string {
  try {
    return findChromium();
  } catch {
    throw new DeployError(
      `An area is loaded in Chromium before it is deployed, and no Chromium was found. Install one, or set CHROMIUM to its path.`,
    );
  }
}
