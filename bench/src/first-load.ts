import type { Browser } from 'playwright-core';
import { launchChromium, signInByHand } from './browser.ts';
import { percentile, round } from './load-client.ts';
import type { Portage } from './portage.ts';
import type { Scenario } from './scenario.ts';

const REPEATS = 5;

/** JavaScript over the wire and largest contentful paint, with an empty cache: /signin, and /workflows for a signed-in person. */
export const firstLoad: Scenario = {
  name: 'first-load',
  async run({ portage, report }) {
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
    } finally {
      await browser.close();
    }
  },
};

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
  const context = await browser.newContext({
    baseURL: portage.baseUrl,
    ...(stored ? { storageState: { cookies: [], origins: [{ origin: portage.baseUrl, localStorage: stored }] } } : {}),
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const types = new Map<string, string>();
  let javaScriptBytes = 0;
  let requests = 0;
  session.on('Network.responseReceived', (event) => types.set(event.requestId, event.type));
  session.on('Network.loadingFinished', (event) => {
    requests++;
    if (types.get(event.requestId) === 'Script') javaScriptBytes += event.encodedDataLength;
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
