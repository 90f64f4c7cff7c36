import { shardNameOf } from '@portage/contracts';
import { type Calls, calls } from '@portage/contracts/calls';
import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Ask, rawRoutes, table } from '../../test/access/access-table.ts';
import { type Belongings, makeBelongings, nothing } from '../../test/access/belongings.ts';
import { type Answer, api, DEPLOY_TOKEN, database, impersonate, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import { routes } from '../app.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
function call(key: string, ask: Ask, token?: string): Promise<Answer<any>> {
  const [method] = key.split(' ');
  return api(`${method} ${ask.path}`, { token, ...(ask.body === undefined ? {} : { body: ask.body }) });
}

const refused = { nobody: 401, stranger: 404, plainUser: 403 };
const isDone = (status: number) => status >= 200 && status < 300;

test('HOSTILE 25: the table of who may call names every call, with the access that it declares', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(calls).sort());
  for (const [key, rule] of Object.entries(table)) {
    const access = rule.kind === 'public' || rule.kind === 'admin' || rule.kind === 'deploy' ? rule.kind : 'user';
    expect(`${key}: ${calls[key as keyof Calls].access}`).toBe(`${key}: ${access}`);
  }
});

test('HOSTILE 25: every route is a declared call or one of the few that read in their own way', () => {
  const declared = new Set(Object.keys(calls).map((key) => key.split(' ')[1]));
  const others = routes.filter(({ path }) => !declared.has(path));
  expect(Object.fromEntries(others.map(({ path, access }) => [path, access]))).toEqual(rawRoutes);
  for (const key of Object.keys(calls)) {
    const [method, path] = key.split(' ');
    expect(
      routes.some((route) => route.path === path && route.methods.includes(method as 'GET')),
      key,
    ).toBe(true);
  }
});

describe.each(Object.entries(table))('%s', (key, rule) => {
  if (rule.kind === 'public') {
    test('HOSTILE 25: nobody needs a session, and no token is looked at', async () => {
      const [without, withJunk] = [await call(key, rule.ask), await call(key, rule.ask, 'junk')];
      expect(withJunk.status).toBe(without.status);
      // Refused tokens and passwords are these calls' own business; the gate's answer would be `unauthorized` for all of them.
      expect(without.status).not.toBe(401);
      expect(without.status).not.toBe(403);
    });
    return;
  }

  test('HOSTILE 25: nobody is refused before anything else is looked at', async () => {
    const of = await makeBelongings();
    const answer = await call(key, rule.ask(of));
    expect([answer.status, answer.code]).toEqual([refused.nobody, 'unauthorized']);
    const nonsense = await api(`${key.split(' ')[0]} ${rule.ask(of).path.split('?')[0]}?nonsense=1`, {
      ...(key.startsWith('GET') ? {} : { rawBody: 'nonsense' }),
    });
    expect(nonsense.status).toBe(refused.nobody);
  });

  if (rule.kind === 'deploy') {
    test('HOSTILE 25: a deploy token is as good as an admin; one that nobody gave out is nobody', async () => {
      const of = await makeBelongings();
      const { status } = await call(key, rule.ask(of), DEPLOY_TOKEN);
      if (rule.status === undefined) expect(isDone(status)).toBe(true);
      else expect(status).toBe(rule.status);
      const foreign = await call(key, rule.ask(of), `pdt_${'x'.repeat(43)}`);
      expect([foreign.status, foreign.code]).toEqual([refused.nobody, 'unauthorized']);
    });
  } else {
    test('HOSTILE 25: a deploy token is nobody here', async () => {
      expect((await call(key, rule.ask(await makeBelongings()), DEPLOY_TOKEN)).status).toBe(refused.nobody);
    });
  }

  if (rule.kind === 'admin' || rule.kind === 'deploy') {
    test('HOSTILE 25, HOSTILE 29: a plain user and an impersonator are refused, an admin is not', async () => {
      const of = await makeBelongings();
      const admin = await signedInPerson({ roles: ['ADMIN'] });
      const otherAdmin = await signedInPerson({ roles: ['ADMIN'] });
      expect((await call(key, rule.ask(of), of.owner.token)).status).toBe(refused.plainUser);
      expect((await call(key, rule.ask(of), await impersonate(admin.row.id, of.owner.row.id))).status).toBe(refused.plainUser);
      expect((await call(key, rule.ask(of), await impersonate(admin.row.id, otherAdmin.row.id))).status).toBe(refused.plainUser);
      const { status } = await call(key, rule.ask(of), admin.token);
      if (rule.status === undefined) expect(isDone(status)).toBe(true);
      else expect(status).toBe(rule.status);
    });
    return;
  }

  if (rule.kind === 'impersonated') {
    test('HOSTILE 25: neither its owner nor an admin may, one who acts as the owner may, for the owner alone', async () => {
      const of = await makeBelongings();
      const [admin, stranger] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
      const before = await stateOf(of);
      for (const { token } of [of.owner, admin, stranger]) expect((await call(key, rule.ask(of), token)).status).toBe(refused.plainUser);
      const asStranger = await call(key, rule.ask(of), await impersonate(admin.row.id, stranger.row.id));
      expect(isDone(asStranger.status), JSON.stringify(asStranger.body)).toBe(true);
      expect(await stateOf(of)).toEqual(before);
      const asOwner = await call(key, rule.ask(of), await impersonate(admin.row.id, of.owner.row.id));
      expect(isDone(asOwner.status), JSON.stringify(asOwner.body)).toBe(true);
      expect(await stateOf(of)).not.toEqual(before);
    });
    return;
  }

  if (rule.kind === 'thing') {
    test('HOSTILE 25: another user gets the answer of a thing that does not exist, and nothing changes', async () => {
      const of = await makeBelongings();
      const stranger = await signedInPerson();
      const before = await stateOf(of);
      const answer = await call(key, rule.ask(of), stranger.token);
      const ofNothing = await call(key, rule.ask(nothing(of)), stranger.token);
      expect(answer.status).toBe(refused.stranger);
      expect([answer.status, answer.body]).toEqual([ofNothing.status, ofNothing.body]);
      expect(await stateOf(of)).toEqual(before);
    });

    test(`HOSTILE 25: an admin ${rule.adminMayRead ? 'may read it' : 'is a stranger, too'}; one who impersonates is the user`, async () => {
      const of = await makeBelongings();
      const admin = await signedInPerson({ roles: ['ADMIN'] });
      const asAdmin = await call(key, rule.ask(of), admin.token);
      if (rule.adminMayRead) expect(isDone(asAdmin.status)).toBe(true);
      else expect(asAdmin.status).toBe(refused.stranger);
      const otherAdmin = await signedInPerson({ roles: ['ADMIN'] });
      const impersonator = await impersonate(admin.row.id, otherAdmin.row.id);
      expect((await call(key, rule.ask(of), impersonator)).status).toBe(refused.stranger);
      const asOwner = await call(key, rule.ask(of), await impersonate(admin.row.id, of.owner.row.id));
      expect(isDone(asOwner.status), JSON.stringify(asOwner.body)).toBe(true);
    });
    return;
  }

  if (rule.kind === 'shared') {
    test('HOSTILE 25: whoever has the code may; with another code it is the answer of a thing that does not exist', async () => {
      const of = await makeBelongings();
      const stranger = await signedInPerson();
      const before = await stateOf(of);
      expect(isDone((await call(key, rule.ask(of), stranger.token)).status)).toBe(true);
      const withoutCode = { ...of, sharedWorkflowCode: 'x'.repeat(32) };
      const answer = await call(key, rule.ask(withoutCode), stranger.token);
      const ofNothing = await call(key, rule.ask(nothing(withoutCode)), stranger.token);
      expect(answer.status).toBe(refused.stranger);
      expect([answer.status, answer.body]).toEqual([ofNothing.status, ofNothing.body]);
      expect(await stateOf(of)).toEqual(before);
    });
    return;
  }

  test('HOSTILE 25: another user sees and changes only what is their own', async () => {
    const of = await makeBelongings();
    const stranger = await signedInPerson({ showAIChat: true });
    const before = await stateOf(of);
    const answer = await call(key, rule.ask(of), stranger.token);
    expect(isDone(answer.status) || answer.status === refused.stranger).toBe(true);
    const text = JSON.stringify(answer.body);
    for (const secret of [of.owner.row.id, of.owner.row.email, of.workflowId, of.runId, of.giftCardId, of.connectorId, 'of the owner']) {
      expect(text).not.toContain(secret);
    }
    expect(await stateOf(of)).toEqual(before);
    expect(isDone((await call(key, rule.ask(of), of.owner.token)).status)).toBe(true);
  });
});

test.each([
  '/api/workflows?isAdmin=true',
  '/api/workflows?userEmail=a',
  '/api/workflows/find-instances?isAdmin=true',
  '/api/workflows/find-instances?userEmail=a',
  '/api/workflow-templates?includeInactive=true',
])('HOSTILE 25: everyone’s list %s is for admins in their own name', async (path) => {
  const of = await makeBelongings();
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const otherAdmin = await signedInPerson({ roles: ['ADMIN'] });
  expect((await call('GET', { path }, of.owner.token)).status).toBe(refused.plainUser);
  expect((await call('GET', { path }, await impersonate(admin.row.id, otherAdmin.row.id))).status).toBe(refused.plainUser);
  expect(isDone((await call('GET', { path }, admin.token)).status)).toBe(true);
});

/** Calls that let something happen: runs, tests, whole or in parts, and what makes a system answer. */
const runningCalls = [
  'POST /api/workflows/{id}/run',
  'POST /api/workflows/{id}/test-run',
  'POST /api/workflows/{id}/test-step',
  'POST /api/workflows/{id}/start-testing',
  'POST /api/workflows/{id}/stop-testing',
  'GET /api/workflows/{id}/schedule-preview',
  'GET /api/workflows/instances/{id}/re-run',
  'GET /api/workflows/instances/{id}/cancel',
  'POST /api/connectors/{id}/test',
  'POST /api/dashboards/{id}/run-workflows',
  'POST /api/connectors/find-lookup-options',
  'POST /api/connectors/find-autocomplete-options',
] as const satisfies (keyof Calls)[];

test('HOSTILE 26: every call that runs, tests or previews is one of those that need the right to run', () => {
  // A schedule that is handed in belongs to nobody.
  const own = ['POST /api/workflows/preview-schedule'];
  const found = Object.keys(calls).filter((key) => /\/(run|re-run|test|preview)(-|$)|-(testing|preview|options)$/.test(key));
  expect(found.sort()).toEqual([...runningCalls, ...own].filter((key) => !key.endsWith('/cancel')).sort());
});

test.each(runningCalls)(
  'HOSTILE 26: %s needs the right to run: who may only read, as an admin or by a link, starts nothing',
  async (key) => {
    const rule = table[key];
    if (rule.kind !== 'thing') throw new Error('A running call names what it runs');
    const of = await makeBelongings();
    const [admin, guest] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
    const before = await stateOf(of);
    // They may read: an admin the run and the list of workflows, the guest what was shared.
    expect((await api(`GET /api/workflows/instances/${of.runId}`, { token: admin.token })).status).toBe(200);
    const infoPath = `/api/workflows/${of.workflowId}/import-info?sharedWorkflowCode=${of.sharedWorkflowCode}`;
    expect((await api(`GET ${infoPath}`, { token: guest.token })).status).toBe(200);
    for (const { token } of [admin, guest]) {
      const answer = await call(key, rule.ask(of), token);
      expect([answer.status, answer.body.workflowInstanceId]).toEqual([refused.stranger, undefined]);
    }
    expect((await call(key, rule.ask(of))).status).toBe(refused.nobody);
    expect(await stateOf(of)).toEqual(before);
    expect(await openRunsOf(of.owner)).toBe(1);
  },
);

/** Calls by which somebody's own things change; what only reads is not logged. */
const changingCalls = (Object.keys(table) as (keyof Calls)[]).filter((key) => {
  // A schedule that is only looked at, and what a page tells of itself.
  const changesNothing = ['POST /api/workflows/preview-schedule', 'POST /api/deployments/reports'].includes(key);
  const isWrite = !key.startsWith('GET ') && !changesNothing;
  return ['self', 'list', 'thing', 'shared', 'impersonated'].includes(table[key].kind) && (isWrite || /\/(re-run|cancel)$/.test(key));
});

test.each(changingCalls)('HOSTILE 29: %s in somebody’s name stands in the audit log under both names', async (key) => {
  const rule = table[key];
  if (typeof rule.ask !== 'function') throw new Error('Nobody makes it in another’s name');
  const of = await makeBelongings();
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const token = await impersonate(admin.row.id, of.owner.row.id);
  const linesOf = () => database().select().from(schema.auditLog).where(eq(schema.auditLog.impersonatorUserId, admin.row.id));
  expect(await linesOf()).toEqual([]);
  const answer = await call(key, rule.ask(of), token);
  expect(isDone(answer.status), JSON.stringify(answer.body)).toBe(true);
  const lines = await linesOf();
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatchObject({ actorUserId: of.owner.row.id, subjectUserId: of.owner.row.id });
});

/** How many runs of a person go on; ends them. */
async function openRunsOf({ row }: Person): Promise<number> {
  const shardNames = [0, 1, 2, 3].map((lane) => shardNameOf(row.id, Date.now(), lane));
  const counts = await Promise.all(
    shardNames.map((name) => testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(name)).cancelOpenRuns() as Promise<number>),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** All that a stranger could have changed. */
async function stateOf({ owner, workflowId, runId }: Belongings): Promise<unknown> {
  const db = database();
  const shard = testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(runId.slice(0, runId.lastIndexOf('-'))));
  return {
    user: await db.select().from(schema.users).where(eq(schema.users.id, owner.row.id)),
    sessions: await db.select().from(schema.sessions).where(eq(schema.sessions.userId, owner.row.id)),
    workflow: await db.select().from(schema.workflows).where(eq(schema.workflows.ownerUserId, owner.row.id)),
    versions: await db.select().from(schema.workflowVersions).where(eq(schema.workflowVersions.workflowId, workflowId)),
    connectors: await db.select().from(schema.connectors).where(eq(schema.connectors.userId, owner.row.id)),
    connectorTypes: await db.select().from(schema.connectorTypes).where(eq(schema.connectorTypes.userId, owner.row.id)),
    dashboards: await db.select().from(schema.dashboards).where(eq(schema.dashboards.ownerUserId, owner.row.id)),
    dashboardItems: await db.select().from(schema.dashboardItems).where(eq(schema.dashboardItems.ownerUserId, owner.row.id)),
    run: JSON.stringify(await shard.getRun(runId)),
  };
}
