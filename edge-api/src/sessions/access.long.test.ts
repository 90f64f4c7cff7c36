import { type Calls, calls } from '@portage/contracts/calls';
import { describe, expect, test } from 'vitest';
import { rawRoutes, table } from '../../test/access/access-table.ts';
import { type Belongings, makeBelongings, nothing } from '../../test/access/belongings.ts';
import { call, isDone, readState, refused } from '../../test/access/calling.ts';
import { api, DEPLOY_TOKEN, impersonate, signedInPerson } from '../../test/api.ts';
import { routes } from '../app.ts';

let shared: Promise<Belongings> | undefined;

/** Belongings for tests that leave them as they were. Tests that change something make their own. */
function sharedBelongings(): Promise<Belongings> {
  shared ??= makeBelongings();
  return shared;
}

/** Belongings that a call may change. Half of the calls only read, and making belongings takes longer than everything else here. */
function belongingsFor(key: string): Promise<Belongings> {
  return calls[key as keyof Calls].effect === 'read' ? sharedBelongings() : makeBelongings();
}

test('HOSTILE 25: the access table names every call, with the access that it declares', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(calls).sort());
  for (const [key, rule] of Object.entries(table)) {
    const access = rule.kind === 'public' || rule.kind === 'admin' || rule.kind === 'deploy' ? rule.kind : 'user';
    expect(`${key}: ${calls[key as keyof Calls].access}`).toBe(`${key}: ${access}`);
  }
});

test('HOSTILE 25: every route is a declared call or one of the few with their own reader', () => {
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
    test('HOSTILE 25: needs no session and looks at no token', async () => {
      const [without, withJunk] = [await call(key, rule.ask), await call(key, rule.ask, 'junk')];
      expect(withJunk.status).toBe(without.status);
      // These calls check tokens and passwords themselves; the gate would return `unauthorized` for all of them.
      expect(without.status).not.toBe(401);
      expect(without.status).not.toBe(403);
    });
    return;
  }

  test('HOSTILE 25: an anonymous caller is refused first', async () => {
    const of = await sharedBelongings();
    const response = await call(key, rule.ask(of));
    expect([response.status, response.code]).toEqual([refused.nobody, 'unauthorized']);
    const nonsense = await api(`${key.split(' ')[0]} ${rule.ask(of).path.split('?')[0]}?nonsense=1`, {
      ...(key.startsWith('GET') ? {} : { rawBody: 'nonsense' }),
    });
    expect(nonsense.status).toBe(refused.nobody);
  });

  if (rule.kind === 'deploy') {
    test('HOSTILE 25: a deploy token counts as an admin; an unissued one counts as anonymous', async () => {
      const of = await belongingsFor(key);
      const { status } = await call(key, rule.ask(of), DEPLOY_TOKEN);
      if (rule.status === undefined) expect(isDone(status)).toBe(true);
      else expect(status).toBe(rule.status);
      const foreign = await call(key, rule.ask(of), `pdt_${'x'.repeat(43)}`);
      expect([foreign.status, foreign.code]).toEqual([refused.nobody, 'unauthorized']);
    });
  } else {
    test('HOSTILE 25: a deploy token counts as anonymous here', async () => {
      expect((await call(key, rule.ask(await sharedBelongings()), DEPLOY_TOKEN)).status).toBe(refused.nobody);
    });
  }

  if (rule.kind === 'admin' || rule.kind === 'deploy') {
    test('HOSTILE 25, HOSTILE 29: a plain user and an impersonator are refused, an admin isn’t', async () => {
      const of = await belongingsFor(key);
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
    test('HOSTILE 25: the owner and an admin may not; an admin who acts as the owner may, only for that owner', async () => {
      const of = await belongingsFor(key);
      const [admin, stranger] = [await signedInPerson({ roles: ['ADMIN'] }), await signedInPerson()];
      const before = await readState(of);
      for (const { token } of [of.owner, admin, stranger]) expect((await call(key, rule.ask(of), token)).status).toBe(refused.plainUser);
      const asStranger = await call(key, rule.ask(of), await impersonate(admin.row.id, stranger.row.id));
      expect(isDone(asStranger.status), JSON.stringify(asStranger.body)).toBe(true);
      expect(await readState(of)).toEqual(before);
      const asOwner = await call(key, rule.ask(of), await impersonate(admin.row.id, of.owner.row.id));
      expect(isDone(asOwner.status), JSON.stringify(asOwner.body)).toBe(true);
      expect(await readState(of)).not.toEqual(before);
    });
    return;
  }

  if (rule.kind === 'thing') {
    test('HOSTILE 25: another user gets the response for something that doesn’t exist, and nothing changes', async () => {
      const of = await sharedBelongings();
      const stranger = await signedInPerson();
      const before = await readState(of);
      const response = await call(key, rule.ask(of), stranger.token);
      const ofNothing = await call(key, rule.ask(nothing(of)), stranger.token);
      expect(response.status).toBe(refused.stranger);
      expect([response.status, response.body]).toEqual([ofNothing.status, ofNothing.body]);
      expect(await readState(of)).toEqual(before);
    });

    test(`HOSTILE 25: an admin ${rule.adminMayRead ? 'may read it' : 'is a stranger, too'}; one who impersonates is the user`, async () => {
      const of = await belongingsFor(key);
      const admin = await signedInPerson({ roles: ['ADMIN'] });
      const asAdmin = await call(key, rule.ask(of), admin.token);
      if (rule.adminMayRead) expect(isDone(asAdmin.status)).toBe(true);
      else expect(asAdmin.status).toBe(refused.stranger);
      const otherAdmin = await signedInPerson({ roles: ['ADMIN'] });
      const impersonator = await impersonate(admin.row.id, otherAdmin.row.id);
      expect((await call(key, rule.ask(of), impersonator)).status).toBe(refused.stranger);
      const asOwner = await call(key, rule.ask(of), await impersonate(admin.row.id, of.owner.row.id));
      if (rule.ownerStatus) expect(asOwner.status).toBe(rule.ownerStatus);
      else expect(isDone(asOwner.status), JSON.stringify(asOwner.body)).toBe(true);
    });
    return;
  }

  if (rule.kind === 'shared') {
    test('HOSTILE 25: whoever has the code may; another code gets the response for something that doesn’t exist', async () => {
      const of = await belongingsFor(key);
      const stranger = await signedInPerson();
      const before = await readState(of);
      expect(isDone((await call(key, rule.ask(of), stranger.token)).status)).toBe(true);
      const withoutCode = { ...of, sharedWorkflowCode: 'x'.repeat(32) };
      const response = await call(key, rule.ask(withoutCode), stranger.token);
      const ofNothing = await call(key, rule.ask(nothing(withoutCode)), stranger.token);
      expect(response.status).toBe(refused.stranger);
      expect([response.status, response.body]).toEqual([ofNothing.status, ofNothing.body]);
      expect(await readState(of)).toEqual(before);
    });
    return;
  }

  if (rule.kind === 'own') {
    test('HOSTILE 29: an admin who acts as the owner may not: what it makes would outlive their session', async () => {
      const of = await sharedBelongings();
      const before = await readState(of);
      const admin = await signedInPerson({ roles: ['ADMIN'] });
      const asOwner = await call(key, rule.ask(of), await impersonate(admin.row.id, of.owner.row.id));
      expect([asOwner.status, asOwner.code]).toEqual([refused.plainUser, 'not-while-impersonating']);
      expect(withoutSessions(await readState(of))).toEqual(withoutSessions(before));
    });
  }

  test('HOSTILE 25: another user sees and changes only their own things', async () => {
    const of = await belongingsFor(key);
    const stranger = await signedInPerson({ showAIChat: true });
    const before = await readState(of);
    const response = await call(key, rule.ask(of), stranger.token);
    expect(isDone(response.status) || response.status === refused.stranger).toBe(true);
    const text = JSON.stringify(response.body);
    for (const secret of [of.owner.row.id, of.owner.row.email, of.workflowId, of.runId, of.giftCardId, of.connectorId, 'of the owner']) {
      expect(text).not.toContain(secret);
    }
    expect(await readState(of)).toEqual(before);
    const ofOwner = await call(key, rule.ask(of), of.owner.token);
    if ('ownerStatus' in rule) expect(ofOwner.status).toBe(rule.ownerStatus);
    else expect(isDone(ofOwner.status)).toBe(true);
  });
});

/** Without sessions, since acting as a person opens one of theirs. */
function withoutSessions(state: Awaited<ReturnType<typeof readState>>) {
  return { ...(state as object), sessions: undefined };
}

test.each([
  '/api/workflows?isAdmin=true',
  '/api/workflows?userEmail=a',
  '/api/workflows/find-instances?isAdmin=true',
  '/api/workflows/find-instances?userEmail=a',
  '/api/workflow-templates?includeInactive=true',
  '/api/search?text=a&isAdmin=true',
])('HOSTILE 25: only admins in their own name get everyone’s list %s', async (path) => {
  const of = await sharedBelongings();
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const otherAdmin = await signedInPerson({ roles: ['ADMIN'] });
  expect((await call('GET', { path }, of.owner.token)).status).toBe(refused.plainUser);
  expect((await call('GET', { path }, await impersonate(admin.row.id, otherAdmin.row.id))).status).toBe(refused.plainUser);
  expect(isDone((await call('GET', { path }, admin.token)).status)).toBe(true);
});
