import { type ApiKeyScope, apiKeyScopes, type CallDeclaration } from '@portage/contracts';
import { type ApiKeyUse, calls, revealingCalls, runningCalls } from '@portage/contracts/calls';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { table } from '../../test/access/access-table.ts';
import { type Belongings, makeBelongings } from '../../test/access/belongings.ts';
import { call, isDone, readState, refused } from '../../test/access/calling.ts';
import { createApiKey, type Person, signedInPerson } from '../../test/api.ts';
import { routes } from '../app.ts';

/** No key changes anything under these: accounts, sessions, keys, payment, code for browsers, apps that make connectors. */
const PERSONS_ONLY = ['/api/account/', '/api/users/', '/api/billing/', '/api/deployments/', '/api/apps/', '/api/own-apis'];
/** Other changes that may touch a secret. */
const SECRET_CALLS = [
  'POST /api/connectors',
  'POST /api/connectors/simulated',
  'PUT /api/connectors/{id}',
  'DELETE /api/connectors/{id}',
  'POST /api/connectors/{id}/reconnect',
  'POST /api/connector-types',
  'PUT /api/connector-types/{id}',
  'DELETE /api/connector-types/{id}',
  'POST /api/connector-types/{id}/share',
  'PUT /api/alerts/settings',
  'POST /api/alerts/settings/webhook-secret',
  'PUT /api/workflows/{id}/webhook-verification',
  'POST /api/variables',
  'PUT /api/variables/{id}',
  'DELETE /api/variables/{id}',
  // An approval waits for a person's yes and must not get a program's.
  'POST /api/approvals/{runId}/{approvalId}/answer',
  'POST /api/approvals/{runId}/{approvalId}/links',
];

/** Changes and runs that execute what the caller sends. */
const CARRYING_CALLS = [
  'POST /api/integration/integrations/{id}/{workflowId}/{direction}/{integrationType}',
  'POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}',
  'POST /api/workflows',
  'POST /api/workflows/apply',
  'POST /api/workflows/import',
  'POST /api/workflows/{id}/test-step',
  'PUT /api/playbooks/{id}/wizard/steps/{stepId}/save',
  'PUT /api/workflows/{id}',
  'PUT /api/workflows/{id}/draft',
  'PUT /api/workflows/{id}/pins',
];
/** Changes whose response contains stored steps. */
const SHOWING_CALLS = [
  'DELETE /api/playbooks/{id}/wizard/steps/{stepId}',
  'PATCH /api/workflow-templates/{id}',
  'POST /api/playbooks/{id}/pause',
  'POST /api/playbooks/{id}/resume',
  'POST /api/playbooks/{id}/take-newer-template',
  'POST /api/playbooks/{id}/update-from-wizard',
  'POST /api/workflow-templates/{id}/activate',
  'POST /api/workflow-templates/{id}/deactivate',
  'POST /api/workflows/{id}/draft/publish',
  'PUT /api/workflow-templates/{id}',
  'PUT /api/workflows/{id}/versions/{versionId}',
];

/** Reads that make a connected system respond. */
const ASKING = /^GET \/api\/(?:custom-playbooks\/|apps\/(?!aggregation-services\/)|playbooks\/\{id\}\/lookup-options\/)/;

/** The scopes that a call needs, derived independently of the rule in packages/contracts. */
function computeExpectedUse(key: string, { access, effect }: CallDeclaration): ApiKeyUse {
  const [method = '', path = ''] = key.split(' ');
  if (access === 'public') return null;
  const isLook = method === 'GET' && effect === 'read';
  if (!isLook && (SECRET_CALLS.includes(key) || PERSONS_ONLY.some((prefix) => path.startsWith(prefix)))) return 'refused';
  if (ASKING.test(key)) return ['run', 'read', 'manage'];
  if (effect === 'read') return ['read'];
  const isFurther = [...CARRYING_CALLS, ...SHOWING_CALLS, ...revealingCalls].includes(key);
  if ((runningCalls as readonly string[]).includes(key)) return isFurther ? ['run', 'read', 'manage'] : ['run'];
  return isFurther ? ['manage', 'read'] : ['manage'];
}

const findRouteUse = (key: string): ApiKeyUse => {
  const [method, path] = key.split(' ');
  return routes.find((route) => route.path === path && route.methods[0] === method)?.apiKeyUse ?? null;
};

test('HOSTILE 44: a key needs what each call’s access, effect and address require', () => {
  for (const [key, declaration] of Object.entries<CallDeclaration>(calls)) {
    expect(`${key}: ${findRouteUse(key)}`).toBe(`${key}: ${computeExpectedUse(key, declaration)}`);
  }
  for (const key of SECRET_CALLS) expect(Object.keys(calls)).toContain(key);
});

test('HOSTILE 44: a change whose body or response has a field for a secret accepts no key, wherever the field is', () => {
  const NAME = /"(?!has|revoke)\w*(password|secret|apiKey|accessToken|refreshToken|credentials?)\w*":\{/i;
  const isNamedIn = (schema: z.ZodType, io: 'input' | 'output') =>
    NAME.test(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })));
  const hasSecret = ({ effect, body, response }: CallDeclaration) =>
    effect === 'write' && ((body && isNamedIn(body, 'input')) || isNamedIn(response, 'output'));
  const found = Object.entries<CallDeclaration>(calls).filter(
    ([, declaration]) => declaration.access !== 'public' && hasSecret(declaration),
  );
  expect(found.map(([key]) => key)).toEqual(
    expect.arrayContaining(['POST /api/connectors', 'PUT /api/connectors/{id}', 'POST /api/account/keys']),
  );
  for (const [key] of found) expect(`${key}: ${findRouteUse(key)}`).toBe(`${key}: refused`);
});

test('HOSTILE 44: routes that aren’t declared calls follow the same rule', () => {
  const declared = new Set(Object.keys(calls).map((key) => key.split(' ')[1]));
  const others = routes.filter(({ path }) => !declared.has(path) && path !== '/api/webhooks/{triggerCode}');
  const uses = others
    .filter(({ apiKeyUse }) => apiKeyUse !== null)
    .map(({ methods, path, apiKeyUse }) => [`${methods[0]} ${path}`, apiKeyUse]);
  expect(Object.fromEntries(uses)).toEqual({
    'POST /api/ai-custom-script/adjust-with-ai/stream': ['manage'],
    'PUT /api/deployments/{name}/versions/{version}/files': 'refused',
    'GET /api/files/download/{fileName}': ['read'],
    'POST /api/files/upload': ['manage'],
    'POST /api/files/upload-text': ['manage'],
    'GET /api/metrics': ['read'],
  });
});

interface Keys {
  of: Belongings;
  everything: string;
  only: Record<ApiKeyScope, string>;
  /** Keys with the other two scopes. */
  without: Record<ApiKeyScope, string>;
}

async function createKeys(of: Belongings, holder: Person): Promise<Keys> {
  const keys = { of, everything: await createApiKey(holder, ...apiKeyScopes), only: {} as Keys['only'], without: {} as Keys['without'] };
  for (const scope of apiKeyScopes) {
    keys.only[scope] = await createApiKey(holder, scope);
    keys.without[scope] = await createApiKey(holder, ...apiKeyScopes.filter((other) => other !== scope));
  }
  return keys;
}

let shared: Promise<{ owner: Keys; admin: Keys }> | undefined;

/** Keys of an owner of some belongings and of an admin, for calls that leave everything unchanged. */
function sharedKeys(): Promise<{ owner: Keys; admin: Keys }> {
  shared ??= (async () => {
    const of = await makeBelongings();
    return { owner: await createKeys(of, of.owner), admin: await createKeys(of, await signedInPerson({ roles: ['ADMIN'] })) };
  })();
  return shared;
}

const guarded = Object.entries(table).flatMap(([key, rule]) => {
  return rule.kind === 'public'
    ? []
    : [{ key, rule, use: findRouteUse(key), isForAdmins: rule.kind === 'admin' || rule.kind === 'deploy' }];
});

test('HOSTILE 44: no key, not even an admin’s with all scopes, makes a call reserved for people; nothing changes', async () => {
  const { owner, admin } = await sharedKeys();
  const before = await readState(owner.of);
  const refusing = guarded.filter(({ use }) => use === 'refused');
  expect(refusing.length).toBeGreaterThan(20);
  for (const { key, rule } of refusing) {
    for (const token of [owner.everything, admin.everything]) {
      const answer = await call(key, rule.ask(owner.of), token);
      expect([key, answer.status, answer.code]).toEqual([key, refused.plainUser, 'api-key-refused']);
    }
  }
  expect(withoutUse(await readState(owner.of))).toEqual(withoutUse(before));
});

test('HOSTILE 44: a call refuses a key that lacks any of its scopes, and an admin call refuses a plain person’s key; nothing changes', async () => {
  const { owner, admin } = await sharedKeys();
  const before = await readState(owner.of);
  for (const { key, rule, use, isForAdmins } of guarded) {
    if (use === 'refused' || use === null) continue;
    for (const scope of use) {
      const lacking = await call(key, rule.ask(owner.of), (isForAdmins ? admin : owner).without[scope]);
      expect([key, scope, lacking.status, lacking.code]).toEqual([key, scope, refused.plainUser, 'api-key-scope']);
      expect(lacking.headers.get('www-authenticate')).toContain(`scope="${use.join(' ')}"`);
    }
    if (!isForAdmins) continue;
    const ofPlainUser = await call(key, rule.ask(owner.of), owner.everything);
    expect([key, ofPlainUser.status, ofPlainUser.code]).toEqual([key, refused.plainUser, 'forbidden']);
  }
  expect(withoutUse(await readState(owner.of))).toEqual(withoutUse(before));
});

describe.each(guarded.filter(({ use }) => use !== 'refused'))('$key', ({ key, rule, use, isForAdmins }) => {
  test(`HOSTILE 44: a key with no scope but ${use} makes it as its person`, async () => {
    const { owner, admin } = await sharedKeys();
    const looked = use?.[0] === 'read' ? await call(key, rule.ask(owner.of), (isForAdmins ? admin : owner).only.read) : null;
    // Test objects for runs and other systems eventually forget what the shared belongings told them.
    const { status, body } = looked && isDone(looked.status) ? looked : await callWithOwnKey();
    // Only an admin who acts as the owner may, and a key acts only for its owner.
    if (rule.kind === 'impersonated') expect(status).toBe(refused.plainUser);
    else if ('status' in rule && rule.status !== undefined) expect(status).toBe(rule.status);
    else if ('ownerStatus' in rule && rule.ownerStatus !== undefined) expect(status).toBe(rule.ownerStatus);
    else expect(isDone(status), JSON.stringify(body)).toBe(true);
  });

  async function callWithOwnKey() {
    const of = await makeBelongings();
    const holder = isForAdmins ? await signedInPerson({ roles: ['ADMIN'] }) : of.owner;
    return call(key, rule.ask(of), await createApiKey(holder, ...(use as readonly ApiKeyScope[])));
  }
});

/** Without the time of a key's last use, which changes even if the call is refused. */
function withoutUse(state: unknown): unknown {
  return JSON.parse(JSON.stringify(state), (name, value) => (name === 'lastUsedAt' ? undefined : value));
}
