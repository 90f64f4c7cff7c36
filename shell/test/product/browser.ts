import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../../../tools/test-settings/chromium-flags.ts';
import { NAVIGATION_CAP_MS } from '../../src/federation/registry.ts';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: CHROMIUM_FLAGS,
  });
}

/** The storage of a signed-in person, as the shell finds it. */
export function signedInUser(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'u1',
    email: 'demo@portage.local',
    emailConfirmed: true,
    firstName: 'Demo',
    lastName: 'Person',
    jobTitle: null,
    companyName: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastLoginAt: null,
    workflowQuotaSettings: {},
    billingDetails: null,
    dashboardType: 'None',
    scopes: [],
    hideBilling: false,
    showIntegrationApplications: false,
    showAIChat: false,
    roles: [],
    hasWorkflow: true,
    accessToken: { value: 'access', expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    refreshToken: { value: 'refresh' },
    ...changes,
  };
}

/** Long, so that no test fails because the machine is busy. */
const LONGEST_WAIT_MS = 60_000;

/** A tab in a new browser context. `user` is signed in there; null if nobody is. */
export async function openTab(browser: Browser, user: Record<string, unknown> | null, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  if (user) {
    await context.addInitScript((stored) => {
      // Once per browser: a sign-out must survive the next page load.
      if (localStorage.getItem('seeded')) return;
      localStorage.setItem('seeded', 'yes');
      localStorage.setItem('portage:user', stored);
    }, JSON.stringify(user));
  }
  return context.newPage();
}

/** For checks after a click that waited for the registry: on a busy machine its response may take longer than the cap. */
export async function liftNavigationCap(page: Page): Promise<void> {
  await page.addInitScript(
    ([cap, lifted]) => {
      const original = window.setTimeout;
      window.setTimeout = ((run: TimerHandler, ms?: number, ...given: unknown[]) =>
        original(run, ms === cap ? lifted : ms, ...given)) as typeof window.setTimeout;
    },
    [NAVIGATION_CAP_MS, LONGEST_WAIT_MS] as const,
  );
}
