import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type AdminPerson, expectInOrder, openAsAdmin } from '../templates/template-people.ts';

const at = (day: number) => new Date(Date.UTC(2026, 2, 1 + day, 10, 30)).toISOString();
const LONG = 'a-very-long-name-that-somebody-has-really-chosen-for-themselves@departments.example-company.com';
const ten = <Row>(make: (index: number) => Row): Row[] => Array.from({ length: 10 }, (_, index) => make(index));
const id = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;

interface AdminList {
  path: string;
  call: string;
  empty: string;
  answer: (rows: unknown[], totalCount: number) => object;
  row: (index: number) => object;
}

/** The admins' lists, with their calls' responses for large amounts. */
const LISTS: AdminList[] = [
  {
    path: '/admin/users',
    call: '**/api/users?**',
    empty: 'No users yet',
    answer: (rows: unknown[], totalCount: number) => ({ users: rows, totalCount }),
    row: (index: number) => ({
      id: id(index),
      email: index === 2 ? LONG : `person${index}@example.com`,
      emailConfirmed: true,
      firstName: index === 4 ? '' : 'Ada',
      lastName: 'Lovelace',
      jobTitle: index % 2 ? 'Head of Operations' : null,
      companyName: index % 3 ? 'Example Company' : null,
      createdAt: at(index),
      lastLoginAt: index % 4 ? at(index + 1) : null,
      workflowQuotaSettings: {},
      billingDetails: null,
      dashboardType: 'None',
      scopes: [],
      hideBilling: false,
      showIntegrationApplications: false,
      showAIChat: false,
      roles: [],
    }),
  },
  {
    path: '/admin/workflows',
    call: '**/api/workflows?**',
    empty: 'No workflows yet',
    answer: (rows: unknown[], totalCount: number) => ({ workflows: rows, totalCount }),
    row: (index: number) => ({
      id: id(index),
      name: index === 2 ? LONG : `Orders ${index}`,
      description: null,
      ownerUserId: id(index),
      ownerUserEmail: index === 3 ? LONG : `person${index}@example.com`,
      createdAt: at(index),
      lastRunAt: index % 3 ? at(index) : null,
      lastUpdatedAt: at(index),
      isDeleted: false,
      deletedAt: null,
      isActive: index % 2 === 0,
      isDashboard: false,
      dashboardId: null,
      versionId: id(index),
      triggerCode: `code${index}`,
      triggerType: 'Webhook',
      loggingMode: 'LogAllData',
    }),
  },
  {
    path: '/admin/run-history',
    call: '**/api/workflows/find-instances?**',
    empty: 'No runs yet',
    answer: (rows: unknown[], totalCount: number) => ({ workflowInstances: rows, totalCount }),
    row: (index: number) => ({
      id: `${'0'.repeat(32)}-abcde-0-abcdefgh000${index}`,
      name: index === 2 ? LONG : `Orders ${index}`,
      ownerUserId: id(index),
      ownerUserEmail: index === 3 ? LONG : `person${index}@example.com`,
      workflowId: id(index),
      workflowVersionId: id(index),
      status: ['Succeeded', 'Failed', 'InProgress', 'Delayed', 'Cancelled', 'Scheduled'][index % 6],
      createdAt: at(index),
      lastUpdatedAt: at(index),
      continueAt: null,
      startedAt: at(index),
      finishedAt: index % 6 < 2 ? at(index) : null,
      errorMessage: null,
      isTest: false,
      stepCount: 3,
    }),
  },
  {
    path: '/admin/audit',
    call: '**/api/audit?**',
    empty: 'Nothing yet',
    answer: (rows: unknown[], totalCount: number) => ({ auditEntries: rows, totalCount }),
    row: (index: number) => ({
      id: index,
      at: at(index),
      action: ['workflow.saved', 'session.signed-in', 'impersonation.call'][index % 3],
      actor: { id: id(index), email: index === 3 ? LONG : `person${index}@example.com` },
      impersonator: index % 3 === 2 ? { id: id(9), email: 'admin@portage.local' } : null,
      subject: { id: id(index), email: index === 5 ? null : `person${index}@example.com` },
      ipAddress: index === 6 ? '2001:0db8:85a3:0000:0000:8a2e:0370:7334' : '192.0.2.1',
      requestId: id(index),
      details: index === 4 ? { path: `/${'x'.repeat(290)}` } : { workflowId: id(index), changed: ['steps'] },
    }),
  },
];

let admin: AdminPerson;
beforeAll(async () => {
  admin = await openAsAdmin(sharedBaseUrl());
});
afterAll(() => admin?.close());

async function show({ path, call }: AdminList, status: number, body: unknown): Promise<Page> {
  const { page } = admin;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.unroute(call);
  await page.route(call, (route) => route.fulfill({ status, json: body }));
  await page.goto(path);
  return page;
}

describe.each(LISTS)('the list at $path', (list) => {
  const { path, empty, answer, row } = list;

  test('looks right when full, also with long names', async () => {
    const page = await show(list, 200, answer(ten(row), 200));
    await page.getByRole('row').nth(10).waitFor();
    await page.getByText(/^1–(10|20) of 200$/).waitFor();
    await expectInOrder(admin, `${path} full`);
    // On a laptop every column is visible.
    await page.setViewportSize({ width: 1280, height: 800 });
    const hidden = () =>
      page
        .getByRole('table')
        .evaluate((table) => [table.scrollWidth, table.parentElement?.clientWidth ?? 0] as const)
        .then(([inside, outside]) => inside - outside);
    await expect.poll(hidden).toBeLessThanOrEqual(0);
    await expect.poll(() => page.getByRole('table').evaluate(brokenWords)).toEqual([]);
  });

  test('says what to expect when it is empty, and when nothing matches', async () => {
    const page = await show(list, 200, answer([], 0));
    await page.getByText(empty).waitFor();
    await page.goto(`${path}?userEmail=nobody`);
    await page.getByText('Nothing matches the search').waitFor();
  });
});

// Every list shows these states with the same ListCard.
describe('a list', () => {
  const [list] = LISTS as [AdminList];
  const { path, call, empty, answer, row } = list;

  test('looks right when it’s empty', async () => {
    const page = await show(list, 200, answer([], 0));
    await page.getByText(empty).waitFor();
    await expectInOrder(admin, `${path} empty`);
  });

  test('says that it failed and why, and can be retried', async () => {
    const page = await show(list, 500, { errors: [{ userMessage: 'The database is being moved' }] });
    await page.getByText('The database is being moved').waitFor();
    await expectInOrder(admin, `${path} failed`);
    await page.unroute(call);
    await page.route(call, (route) => route.fulfill({ json: answer(ten(row), 10) }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('row').nth(10).waitFor();
    expect(await page.getByText('The database is being moved').count()).toBe(0);
  });
});

/** Short parts of e-mail addresses, and IPv4 addresses, that wrap to more than one line. */
function brokenWords(table: Element): string[] {
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  let seen = 0;
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent ?? '';
    if (!/^(\w{1,20}@(\w{1,15}\.\w+)?|\w{1,15}\.(com|local)|[\d.]{7,15})$/.test(text)) continue;
    seen += 1;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(text);
  }
  return seen === 0 ? ['(no address was found)'] : broken;
}
