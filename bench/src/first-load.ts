import type { Browser } from 'playwright-core';
import { launchChromium, signInByHand } from './browser.ts';
import { percentile, round } from './load-client.ts';
import type { Portage } from './portage.ts';
import type { Scenario } from './scenario.ts';

const REPEATS = 5;

/** A slow line: added to each response, and bytes a second. */
const SLOW = { latencyMs: 200, downBytes: 200_000, upBytes: 100_000 };

/**
 * With an empty cache, /signin, and /workflows for a signed-in person: JavaScript over the wire and largest contentful paint. On a slow line:
 * until the list of workflows shows at the first and the second visit, and from the click on a link that the pointer rested on to its area.
 */
export const firstLoad: Scenario = {
  name: 'first-load',
  async run({ portage, api, report }) {
    await api('POST /api/workflows', { body: { name: 'Listed' } });
    const browser = await launchChromium();
    try {
      const stored = await storedUser(browser, portage);
      for (const { page, user } of [
        { page: '/signin', user: null },
        { page: '/workflows', user: stored },
      ]) {
        const visits = [];
        for (let repeat = 0; repeat < REPEATS; repeat++) visits.push(await visit(browser, portage, page, user));
        const paints = visits.map((one) => one.largestContentfulPaintMs).sort((a, b) => a - b);
        report({
          scenario: this.name,
          page,
          javaScriptKb: round((visits[0]?.javaScriptBytes ?? 0) / 1024, 1),
          requests: visits[0]?.requests ?? 0,
          largestContentfulPaintMs: round(percentile(paints, 0.5), 0),
        });
      }
      for (let repeat = 0; repeat < REPEATS; repeat++)
        report({ scenario: this.name, repeat, ...(await slowVisits(browser, portage, stored)) });
    } finally {
      await browser.close();
    }
  },
};

async function slowVisits(browser: Browser, portage: Portage, stored: Stored) {
  const context = await openContext(browser, portage, stored);
  const open = async () => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW.latencyMs,
      downloadThroughput: SLOW.downBytes,
      uploadThroughput: SLOW.upBytes,
    });
    const startMs = performance.now();
    await page.goto('/workflows', { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Listed' }).waitFor();
    const listMs = performance.now() - startMs;
    await page.waitForLoadState('networkidle');
    return { page, listMs };
  };
  const first = await open();
  await first.page.close();
  const { page, listMs: secondMs } = await open();
  const prepared = page.waitForResponse(/\/mfe\/connectors\/.*__federation_expose_app/);
  await page.getByRole('navigation').getByRole('link', { name: 'Connectors' }).hover();
  await (await prepared).finished();
  await page.waitForTimeout(1_000);
  // From within the page: a click from here would count the way to the browser, too.
  const hoveredClickMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const startMs = performance.now();
        new MutationObserver((_, observer) => {
          if (!document.querySelector('main')?.textContent.includes('Add your own API')) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - startMs));
        }).observe(document.body, { childList: true, subtree: true });
        document.querySelector<HTMLAnchorElement>('nav a[href="/connectors"]')?.click();
      }),
  );
  await context.close();
  return {
    line: '200 ms, 1.6 Mbit/s',
    firstListMs: round(first.listMs, 0),
    secondListMs: round(secondMs, 0),
    hoveredClickMs: round(hoveredClickMs, 0),
  };
}

function openContext(browser: Browser, portage: Portage, stored: Stored | null) {
  return browser.newContext({
    baseURL: portage.baseUrl,
    ...(stored ? { storageState: { cookies: [], origins: [{ origin: portage.baseUrl, localStorage: stored }] } } : {}),
  });
}

type Stored = { name: string; value: string }[];

/** The browser's storage after a sign-in. */
async function storedUser(browser: Browser, portage: Portage): Promise<Stored> {
  const context = await browser.newContext({ baseURL: portage.baseUrl });
  const page = await context.newPage();
  await signInByHand(page);
  const { origins } = await context.storageState();
  await context.close();
  return origins[0]?.localStorage ?? [];
}

async function visit(browser: Browser, portage: Portage, path: string, stored: Stored | null) {
  const context = await openContext(browser, portage, stored);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let javaScriptBytes = 0;
  let requests = 0;
  // By address: the page fetches some scripts ahead, as data.
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.endsWith('.js')) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', (event) => {
    requests++;
    if (scripts.has(event.requestId)) javaScriptBytes += event.encodedDataLength;
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const largestContentfulPaintMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
        setTimeout(() => resolve(Number.NaN), 2_000);
      }),
  );
  await context.close();
  return { javaScriptBytes, requests, largestContentfulPaintMs };
}
