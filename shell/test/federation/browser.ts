import { type Browser, chromium, type Page } from 'playwright-core';

/** Chromium as it is on this machine. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.PORTAGE_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** What the shell finds in storage when somebody is signed in. */
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

/** A tab in which somebody is signed in. */
export async function openSignedIn(browser: Browser, changes: Record<string, unknown> = {}): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript(
    (user) => {
      // Once: a sign-out must stay one over the next page load.
      if (sessionStorage.getItem('seeded')) return;
      sessionStorage.setItem('seeded', 'yes');
      localStorage.setItem('portage:user', user);
    },
    JSON.stringify(signedInUser(changes)),
  );
  return context.newPage();
}
