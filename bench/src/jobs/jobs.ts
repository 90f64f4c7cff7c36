import { type Client, createClient } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../browser.ts';
import type { Portage } from '../portage.ts';
import type { Scenario } from '../scenario.ts';
import { approval } from './approval.ts';
import { changeTestSee } from './change-test-see.ts';
import { copyGroup } from './copy-group.ts';
import { type Counts, countActions } from './counted-page.ts';
import { dailyReport } from './daily-report.ts';
import { findOrder } from './find-order.ts';
import { firstRun } from './first-run.ts';
import type { Hand } from './hand.ts';
import type { Job } from './job.ts';
import { keyboardOn } from './keyboard.ts';
import { mouseOn } from './mouse.ts';
import { orderInJsonOut } from './order-in-json-out.ts';
import { type OutsideSystem, startOutsideSystem } from './outside-system.ts';
import { repair } from './repair.ts';

const JOBS: readonly Job[] = [firstRun, orderInJsonOut, dailyReport, repair, approval, copyGroup, findOrder, changeTestSee];
const HANDS = { mouse: mouseOn, keyboard: keyboardOn };
const STEP_TIMEOUT_MS = 20_000;

/** How many clicks, fields and keys people need for whole jobs, with a mouse and with the keyboard alone. */
export const jobs: Scenario = {
  name: 'jobs',
  onlyByName: true,
  async run({ portage, report }) {
    const outside = await startOutsideSystem();
    const browser = await launchChromium();
    try {
      for (const job of JOBS) {
        for (const by of ['mouse', 'keyboard'] as const) {
          try {
            const counts = await doJob(job, by, { portage, outside, browser });
            const { clicks, fields, keys } = counts;
            const actions = clicks + keys + (job.isTypingFree ? 0 : fields);
            report({ scenario: this.name, job: job.name, by, ...counts, actions, target: job.target });
          } catch (error) {
            report({ scenario: this.name, job: job.name, by, error: String(error) });
            process.exitCode = 1;
          }
        }
      }
    } finally {
      await browser.close();
      outside.close();
    }
  },
};

interface Tools {
  portage: Portage;
  outside: OutsideSystem;
  browser: Browser;
}

/** A new person does the job in a new browser profile. */
async function doJob(job: Job, by: Hand['by'], { portage, outside, browser }: Tools): Promise<Counts> {
  const { api, stored } = await signUpSomeone(portage.baseUrl);
  const task = await job.prepare({ portage, api, outside });
  const localStorage = task.isSignedOut ? [] : [{ name: 'portage:user', value: stored }];
  const context = await browser.newContext({
    baseURL: portage.baseUrl,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: portage.baseUrl, localStorage }] },
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  try {
    const page = await context.newPage();
    await page.goto(task.path);
    const counted = countActions(page);
    const hand = HANDS[by](counted);
    await counted.see(task.start);
    await task.arrange?.(hand);
    const before = counted.counts();
    await task.work(hand);
    const after = counted.counts();
    return { clicks: after.clicks - before.clicks, fields: after.fields - before.fields, keys: after.keys - before.keys };
  } finally {
    await context.close();
  }
}

/** @returns a client, and what a browser stores of the session */
async function signUpSomeone(baseUrl: string): Promise<{ api: Client<Calls>; stored: string }> {
  const signedIn = await createClient<Calls>({ baseUrl })('POST /api/users/signup', {
    body: { firstName: 'Nora', lastName: 'New', email: `${crypto.randomUUID()}@example.com`, password: 'a-long-password' },
  });
  const { user, hasWorkflow } = signedIn;
  return {
    api: createClient<Calls>({ baseUrl, getAccessToken: () => user.accessToken.value }),
    stored: JSON.stringify({ ...user, hasWorkflow }),
  };
}
