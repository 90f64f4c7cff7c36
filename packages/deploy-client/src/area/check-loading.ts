import { createHash } from 'node:crypto';
import { buildEntryPath, fileKey, findContentType, isAreaName, MANIFEST_FILE, REMOTE_ENTRY_FILE } from '@portage/registry';
import { chromium, type Page, type Route } from 'playwright-core';
import { type Bundle, findContent, plainFiles } from '../bundle.ts';
import { DeployError } from '../deploy-error.ts';
import { findChromium } from './find-chromium.ts';

const PATIENCE_MS = 30_000;
/** Pages whose parts load late may throw a little after they are shown. */
const QUIET_CAP_MS = 5_000;

/** A signed-in person, as the shell stores them. The API is never called. */
const PERSON = {
  id: 'deploy-check',
  email: 'deploy-check@portage.invalid',
  emailConfirmed: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  workflowQuotaSettings: {},
  dashboardType: 'None',
  scopes: [],
  hideBilling: false,
  showIntegrationApplications: false,
  showAIChat: false,
  accessToken: { value: 'deploy-check', expiresAt: '2999-01-01T00:00:00.000Z' },
  refreshToken: { value: 'deploy-check' },
};

interface Outcome {
  outcome: string;
  message?: string;
}

/**
 * Shows the area's first page in a Chromium, with the shell that people have now. Everything comes from `url`, except the area's files, which
 * are served from memory at their future addresses, and the API, which knows nothing. The shell itself says how the area does.
 *
 * @throws DeployError with what the page reported
 */
export async function checkLoading(bundle: Bundle, firstPage: string, url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  try {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    const problem = await findProblem(page, bundle, { firstPage, url });
    if (problem !== null) throw new DeployError(problem);
  } finally {
    await browser.close();
  }
}

async function findProblem(page: Page, bundle: Bundle, { firstPage, url }: { firstPage: string; url: string }): Promise<string | null> {
  const { area } = bundle;
  const problems: string[] = [];
  const verdict = Promise.withResolvers<Outcome>();
  let failure: Outcome | undefined;
  const onReport = (report: Outcome) => {
    if (report.outcome === 'Loading') return;
    if (report.outcome !== 'Shown') failure ??= report;
    verdict.resolve(report);
  };
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.routeWebSocket(/./, (socket) => socket.close());
  await page.route('**/*', (route) => serve(route, bundle, url, onReport));
  const roles = area === 'admin' ? ['ADMIN'] : [];
  await page.addInitScript((user) => localStorage.setItem('portage:user', user), JSON.stringify({ ...PERSON, roles }));
  const opened = await page.goto(`${url}${firstPage}`, { timeout: PATIENCE_MS }).catch(() => null);
  if (!opened?.ok())
    return `The page of Portage at ${url} does not open, and mfe-${area} can be checked in no other. Deploy the shell first.`;

  const timer = setTimeout(
    () => verdict.resolve({ outcome: 'LoadFailed', message: `nothing after ${PATIENCE_MS / 1000} seconds` }),
    PATIENCE_MS,
  );
  await verdict.promise;
  clearTimeout(timer);
  if (!failure) await page.waitForLoadState('networkidle', { timeout: QUIET_CAP_MS }).catch(() => {});
  if (!failure) return null;
  const { message = 'it failed' } = failure;
  if (message.startsWith('it was built for')) {
    return `mfe-${area} does not fit the shell that is live: ${message}. Deploy a shell that has it first (npm run deploy -w shell), or build the area with the live shell’s versions.`;
  }
  const said = [...new Set([message.split('\n')[0] ?? '', ...problems])]
    .slice(0, 3)
    .join('; ')
    .replace(/\.+(;|$)/g, '$1');
  return `mfe-${area} does not load in the live page of Portage: ${said}. Mend it and deploy again; its src/app.tsx has to export bootstrap, mount and unmount.`;
}

async function serve(route: Route, bundle: Bundle, url: string, onReport: (report: Outcome) => void): Promise<void> {
  const request = route.request();
  const { origin, pathname } = new URL(request.url());
  if (origin !== url) return route.abort();
  if (pathname === '/mfe-registry.json')
    return route.fulfill({ json: { revision: 1, areas: { [bundle.area]: publishedVersion(bundle) } } });
  if (pathname === '/api/deployments/reports') {
    onReport(request.postDataJSON() as Outcome);
    return route.fulfill({ json: { isSuccess: true, isCounted: true } });
  }
  if (pathname.startsWith('/api/'))
    return route.fulfill({ status: 404, json: { isSuccess: false, errors: [{ message: 'a deploy check' }] } });
  const file = plainFiles(bundle).find(({ path }) => pathname === `/${fileKey(bundle.area, bundle.version, path)}`);
  if (!file && !pathname.startsWith(`/${fileKey(bundle.area, bundle.version, '')}`)) return route.continue();
  const body = file?.content;
  return route.fulfill(body ? { body, contentType: findContentType(pathname) ?? 'text/plain' } : { status: 404, body: 'Not found' });
}

function publishedVersion(bundle: Bundle) {
  const { area, version } = bundle;
  const integrity = { manifest: computeIntegrity(bundle, MANIFEST_FILE), remoteEntry: computeIntegrity(bundle, REMOTE_ENTRY_FILE) };
  // Without a menu entry, the shell has no address for an area of another repository.
  const menu = isAreaName(area) ? {} : { menu: { label: 'Checked' } };
  return { version, entry: buildEntryPath(area, version), integrity, ...menu };
}

function computeIntegrity(bundle: Bundle, path: string): string {
  return `sha256-${createHash('sha256')
    .update(findContent(bundle, path) ?? '')
    .digest('base64')}`;
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
