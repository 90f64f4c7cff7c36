import { type CallDeclaration, dataLimits } from '@portage/contracts';
import { calls } from '@portage/contracts/calls';
import { beforeAll, expect, test } from 'vitest';
import { rawRoutes, table } from '../../test/access/access-table.ts';
import { makeBelongings } from '../../test/access/belongings.ts';
import type { Ask } from '../../test/access/rule.ts';
import { type ApiResponse, api, type CallOptions, DEPLOY_TOKEN, impersonate, signedInPerson } from '../../test/api.ts';
import { routes } from '../app.ts';

interface GoodCall extends Ask {
  key: string;
  method: string;
  declaration: CallDeclaration;
  token: string | undefined;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const tokens: Record<string, string | undefined> = { deploy: DEPLOY_TOKEN };

/** Every call as its owner, an admin or a deployer makes it, with valid input. */
let goodCalls: GoodCall[] = [];

beforeAll(async () => {
  const of = await makeBelongings();
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  Object.assign(tokens, { user: of.owner.token, admin: admin.token, impersonated: await impersonate(admin.row.id, of.owner.row.id) });
  goodCalls = Object.entries(table).map(([key, rule]) => {
    const declaration: CallDeclaration = calls[key as keyof typeof calls];
    const token = rule.kind === 'public' ? undefined : (tokens[rule.kind] ?? tokens.user);
    return { key, method: key.split(' ')[0] ?? '', declaration, token, ...(rule.kind === 'public' ? rule.ask : rule.ask(of)) };
  });
});

/** Browsers and Request send none with GET. */
const takesBody = ({ method }: GoodCall) => method !== 'GET';

/** Makes the calls in parallel. @returns the calls that weren't refused as expected, with their responses */
async function notRefused<Call extends GoodCall>(
  asked: readonly Call[],
  change: (call: Call) => CallOptions & { path?: string },
  isRefusal: (response: ApiResponse) => boolean,
) {
  const answers = await Promise.all(
    asked.map(async (call) => {
      const { path = call.path, ...options } = change(call);
      const response = await api(`${call.method} ${path}`, { token: call.token, ...options });
      return isRefusal(response) && isInShape(response)
        ? []
        : [`${call.method} ${path}: ${response.status} ${JSON.stringify(response.body).slice(0, 300)}`];
    }),
  );
  return answers.flat();
}

/** The specification's error shape, with a bounded size. */
function isInShape(response: ApiResponse): boolean {
  const isEntry = ({ userMessage, message, code }: Entry) => [userMessage, message, code].every((text) => text && typeof text === 'string');
  return getEntries(response).length > 0 && getEntries(response).every(isEntry) && JSON.stringify(response.body).length < 10_000;
}

type Entry = Record<'userMessage' | 'message' | 'code', unknown>;

function getEntries({ body }: ApiResponse): Entry[] {
  return (body as { errors?: Entry[] }).errors ?? [];
}

const isRefused = (status: number, text: string) => (response: ApiResponse) =>
  response.status === status && getEntries(response).some(({ message }) => String(message).includes(text));
const isClientError = ({ status }: ApiResponse) => status >= 400 && status < 500;

test('every call refuses an undeclared query parameter, and says what it accepts', async () => {
  const strict = goodCalls.filter(({ key }) => key !== 'GET /api/health');
  const change = ({ path, body }: GoodCall) => ({ path: `${path}${path.includes('?') ? '&' : '?'}colour=red`, body });
  expect(await notRefused(strict, change, isRefused(400, 'Unknown query parameter "colour". This call accepts'))).toEqual([]);
});

test('routes with their own reader refuse one too, unless the query belongs to the sender', async () => {
  const ofSender = ['/api/webhooks/{triggerCode}', '/api/connectors/callback', '/api/billing/stripe/webhook'];
  const strict = routes.filter(({ path }) => path in rawRoutes && !ofSender.includes(path));
  const asked = strict.map(({ methods, path, access }) => ({
    call: `${methods[0]} ${path.replaceAll(/\{\w+\}/g, 'x')}`,
    token: tokens[access],
  }));
  for (const { call, token } of asked) {
    expect(await api(`${call}?colour=red`, { token }), call).toMatchObject({ status: 400, message: expect.stringContaining('"colour"') });
  }
});

test('every call refuses an undeclared body field', async () => {
  const change = ({ body }: GoodCall) => ({ body: { ...(body as object), colour: 'red' } });
  const isExpected = (response: ApiResponse) =>
    isRefused(400, '"colour". This call accepts')(response) || isRefused(400, 'doesn’t accept a body')(response);
  expect(await notRefused(goodCalls.filter(takesBody), change, isExpected)).toEqual([]);
});

test('every call refuses a body that isn’t an object, or isn’t declared as JSON', async () => {
  const asked = goodCalls.filter(takesBody);
  expect(await notRefused(asked, () => ({ rawBody: 'null', headers: JSON_TYPE }), isClientError)).toEqual([]);
  const form = { rawBody: 'colour=red', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expect(await notRefused(asked, () => form, isClientError)).toEqual([]);
});

test('every call refuses a body over its limit', async () => {
  const change = ({ declaration: { bodyLimitBytes = dataLimits.callBodyBytes } }: GoodCall) => ({
    rawBody: spaces(bodyLimitBytes + 1),
    headers: JSON_TYPE,
  });
  expect(await notRefused(goodCalls.filter(takesBody), change, isRefused(413, 'larger than'))).toEqual([]);
});

test('HOSTILE 25: every call with an id in its address refuses an invalid id, in each position separately', async () => {
  const asked = goodCalls.flatMap((call) => findIdPositions(call).map((position) => ({ ...call, place: position })));
  for (const id of ['..%2F..%2Fusers', '%27%20or%201%3D1', 'constructor', '__proto__', '7'.repeat(3_000)]) {
    const change = ({ path, place, body }: (typeof asked)[number]) => ({ path: withIdAt(place, path, id), body });
    expect(await notRefused(asked, change, isClientError)).toEqual([]);
  }
});

test('a call without a body accepts the empty objects and bodies that clients send anyway', async () => {
  const { token } = await signedInPerson();
  const end = 'POST /api/account/sessions/end-others';
  for (const options of [{ body: {} }, { rawBody: '', headers: JSON_TYPE }, { rawBody: ' {} ', headers: JSON_TYPE }, { rawBody: '{}' }]) {
    expect((await api(end, { token, ...options })).status).toBe(200);
  }
  const form = { rawBody: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expect((await api(end, { token, ...form })).status).toBe(200);
});

/** A body of this many bytes that takes no memory. */
function spaces(bytes: number): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(100_000).fill(0x20);
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk.slice(0, left));
      left -= chunk.byteLength;
      if (left <= 0) controller.close();
    },
  });
}

/** Values that others define: Merge its categories, a workflow its called workflows and types of integration. Unknown ones return nothing. */
const FREE_PLACES = ['{category}', '{calledId}', '{integrationType}'];

/** Which parts of the address identify something that exists. */
function findIdPositions({ key }: GoodCall): number[] {
  const parts = (key.split(' ')[1] ?? '').split('/');
  return parts.flatMap((part, place) => (part.startsWith('{') && !FREE_PLACES.includes(part) ? [place] : []));
}

function withIdAt(place: number, path: string, id: string): string {
  const [address = '', query] = path.split('?');
  const parts = address.split('/').with(place, id);
  return [parts.join('/'), ...(query === undefined ? [] : [query])].join('?');
}
