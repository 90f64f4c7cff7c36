import { changeDatabase, runCrons } from '@portage/local/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertMailsTo, failingSteps } from '../api/outbox.ts';
import { activeWebhook, postWebhook, waitForRun } from '../api/runs.ts';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { createConnectorType, makeConnector, startSystem } from '../connectors/step-system.ts';
import { sharedBaseUrl, sharedDataDir } from '../stack/shared-stack.ts';

const HOUR_MS = 3_600_000;
const baseUrl = sharedBaseUrl();
const dataDir = sharedDataDir();
type Person = Awaited<ReturnType<typeof signUp>>;

/** How an alert is caused, what it says, and what its link leads to. */
interface Kind {
  /** Alerts about runs that fail along the way. */
  silentKinds?: ('RunFailed' | 'ManyFailures')[];
  cause(person: Person): Promise<void>;
  title: RegExp;
  path: RegExp;
  /** Finds the cause on the page that the link leads to. */
  find(page: Page): Promise<unknown>;
}

async function setQuota(person: Person, maxWorkflowInstancesPerDay: number): Promise<void> {
  const admin = await signIn(baseUrl, ADMIN);
  const { users } = await admin('GET /api/users', { query: { userEmail: person.email } });
  const body = { workflowQuotaSettings: { maxWorkflowInstancesPerDay } };
  await admin('PUT /api/users/{id}', { params: { id: users[0]?.id ?? '' }, body });
}

async function makeActive({ api }: Person, name: string, steps: unknown[]): Promise<string> {
  const { workflow } = await api('POST /api/workflows', { body: { name, steps: steps as never } });
  await api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
  return workflow.id;
}

const scheduled = (schedule: object, nextStepId: string | null) => ({
  stepId: 'start',
  type: 'Trigger',
  triggerType: 'Scheduled',
  schedule: { frequency: 1, period: 'Hour', ...schedule },
  nextStepId,
});

const kinds: Record<string, Kind> = {
  ManyFailures: {
    silentKinds: ['RunFailed'],
    async cause({ api }) {
      await api('PUT /api/alerts/settings', { body: { failureCount: 2, failureMinutes: 60 } });
      const { webhookUrl } = await activeWebhook(api, 'Orders', failingSteps);
      for (const order of [1, 2]) await postWebhook(webhookUrl, { order });
    },
    title: /^“Orders” keeps failing$/,
    path: /^\/run-history\/[^/]+\/view$/,
    find: (page) => page.getByText('No stock').first().waitFor(),
  },
  ScheduleLate: {
    async cause(person) {
      await setQuota(person, 0);
      await makeActive(person, 'Hourly stock', [
        scheduled({ startAt: new Date(Date.now() + 1_000).toISOString(), period: 'Minute' }, null),
      ]);
    },
    title: /^The schedule of “Hourly stock” did not fire in time$/,
    path: /^\/run-history\?workflowId=/,
    find: (page) => page.getByText('Nothing matches the search').waitFor(),
  },
  ConnectorSignedOut: {
    silentKinds: ['RunFailed'],
    async cause({ api }) {
      const system = await startSystem(() => ({ status: 401, body: {} }));
      const document = 'openapi: 3.0.0\ninfo: { title: Store, version: "1" }\npaths: {}\n';
      const name = `Store ${crypto.randomUUID().slice(0, 8)}`;
      const typeId = await createConnectorType(baseUrl, { name, fileName: 'store.yaml', document, baseUrl: system.url });
      const connectorId = await makeConnector(api, typeId, 'My store');
      const { webhookUrl } = await activeWebhook(api, 'Read the store', [
        { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'read' },
        { stepId: 'read', type: 'HttpRequest', httpMethod: 'GET', url: '/stock', connectorId },
      ]);
      await waitForRun(api, await postWebhook(webhookUrl, {}));
      await system.close();
    },
    title: /^The connector “My store” no longer works$/,
    path: /^\/connectors\/[^/]+\/edit$/,
    find: (page) => page.getByRole('main').getByText('Credentials refused').waitFor(),
  },
  SyncLag: {
    async cause(person) {
      const { api } = person;
      const connect = async (connectorTypeId: string) =>
        (await api('POST /api/connectors/simulated', { body: { connectorTypeId } })).connector.id;
      const source = { sourceConnectorTypeId: 'system-mindbody', sourceConnectorId: await connect('system-mindbody') };
      const target = { targetConnectorTypeId: 'system-shopify', targetConnectorId: await connect('system-shopify') };
      // Its next hour is half an hour away, so that only the test syncs.
      const startAt = new Date(Date.now() - 9.5 * HOUR_MS).toISOString();
      const sync = { stepId: 'sync', type: 'SyncStep', syncType: 'Products', ...source, ...target };
      const id = await makeActive(person, 'Products', [scheduled({ startAt }, 'sync'), sync]);
      const { workflowInstanceId } = await api('POST /api/workflows/{id}/run', { params: { id }, body: {} });
      expect(await waitForRun(api, workflowInstanceId)).toMatchObject({ status: 'Succeeded' });
      // Five hours pass without a sync.
      const { flows } = await api('GET /api/integrations/flows', { query: { workflowId: id } });
      const pass = async (table: string, columns: string[], of: string | undefined) =>
        changeDatabase(
          dataDir ?? '',
          `update ${table} set ${columns.map((column) => `${column} = ${column} - interval '5 hours'`).join(', ')} where id = $1`,
          [of],
        );
      await pass('sync_flows', ['synced_at', 'created_at'], flows[0]?.id);
      await pass('workflows', ['last_updated_at'], id);
    },
    title: /^The sync “Products”, Products, lags behind$/,
    path: /^\/workflows\/[^/]+\/edit\?tab=Sync%20Data&flow=/,
    async find(page) {
      await page.getByRole('tab', { name: 'Sync Data', selected: true }).waitFor();
      await page
        .getByRole('region', { name: /^Items of / })
        .getByRole('row')
        .nth(1)
        .waitFor();
    },
  },
  QuotaNear: {
    async cause(person) {
      await setQuota(person, 5);
      const { webhookUrl } = await activeWebhook(person.api, 'Orders', [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook' }]);
      for (const order of [1, 2, 3, 4]) await postWebhook(webhookUrl, { order });
    },
    title: /^Your quota of 5 runs a day is nearly used up$/,
    path: /^\/account\/quota$/,
    find: (page) =>
      page
        .getByText(/4 of 5/)
        .first()
        .waitFor(),
  },
};

/**
 * A failed run is covered in alerts.test.ts. Each alert is for a different person: within the hour after a first mail,
 * the next one is a digest.
 */
describe.skipIf(dataDir === undefined)('each kind of alert is mailed, listed, and leads to a page where its owner can act', () => {
  const people = new Map<string, Person>();
  let open: OpenBrowser;

  beforeAll(async () => {
    for (const [kind, { cause, silentKinds = [] }] of Object.entries(kinds)) {
      const person = await signUp(baseUrl);
      people.set(kind, person);
      await person.api('PUT /api/alerts/settings', { body: { silentKinds } });
      await cause(person);
    }
    open = await launchBrowser(baseUrl);
  });
  afterAll(() => open?.close());

  test.each(Object.entries(kinds))('%s', async (kind, { title, path, find }) => {
    const { page } = open;
    const person = people.get(kind) as Person;
    const { api, email } = person;
    const listed = async () => {
      const { alerts } = await api('GET /api/alerts', { query: {} });
      // Syncs and schedules are checked every five minutes.
      if (alerts.length === 0) await runCrons(dataDir ?? '');
      return alerts.map((alert) => alert.kind);
    };
    await expect.poll(listed).toEqual([kind]);
    await expect.poll(() => alertMailsTo(baseUrl, email)).toHaveLength(1);
    const [mail] = await alertMailsTo(baseUrl, email);
    expect(mail?.subject).toMatch(title);
    const links = [...(mail?.text ?? '').matchAll(/^https?:\/\/\S+$/gm)].map(([link]) => link.slice(new URL(link).origin.length));
    const link = links.find((one) => path.test(one)) ?? '';
    expect(link, links.join('\n')).toMatch(path);

    // The previous person's page would request its workflow in the next person's name.
    await page.goto('about:blank');
    await signInAs(page, person);
    await page.goto(link);
    await find(page);
    await page.goto('/run-history');
    await page.getByRole('link', { name: '1 unread alert' }).click();
    await page.getByRole('link', { name: title }).click();
    await page.waitForURL((url) => url.pathname + url.search === link);
    await find(page);
    expect(open.problems).toEqual([]);
  });
});
