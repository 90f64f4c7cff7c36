import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openDocumentedSystem } from '../testing/document-calls.ts';

const open = async () => {
  const account = await openDocumentedSystem('zoom', {
    baseUrl: 'https://api.zoom.us/v2',
    headers: { Authorization: 'Bearer portage-demo' },
  });
  account.system.limits.isOff = true;
  return account;
};
type Account = Awaited<ReturnType<typeof open>>;
const ME = { path: { userId: 'me' } };

/** The ids of the past and the future meeting or webinar in a new account. */
async function readIds({ read }: Account, kind: 'meeting' | 'webinar'): Promise<[past: string, coming: string]> {
  const all = (await read(`GET /users/{userId}/${kind}s`, ME))[`${kind}s`] as { id: number }[];
  return all.map(({ id }) => String(id)) as [string, string];
}

describe('the simulated Zoom', () => {
  test('every operation of the document works', async () => {
    const account = await open();
    const { read, call, untried } = account;
    const { users } = await read('GET /users');
    expect(await read('GET /users/{userId}', { path: { userId: users[0].email } })).toEqual(await read('GET /users/{userId}', ME));
    for (const kind of ['meeting', 'webinar'] as const) {
      const [past, coming] = await readIds(account, kind);
      const idIs = (id: string | number) => ({ path: { [`${kind}Id`]: String(id) } });
      const settings = { approval_type: 1 };
      const fields = { topic: 'Launch', start_time: '2026-12-01T10:00:00', timezone: 'Europe/Berlin', settings };
      const made = await read(`POST /users/{userId}/${kind}s`, { ...ME, body: fields });
      expect(made).toMatchObject({ topic: 'Launch', start_time: '2026-12-01T09:00:00Z' });
      await read(`PATCH /${kind}s/{${kind}Id}`, { ...idIs(made.id), body: { topic: 'Great launch' } });
      expect(await read(`GET /${kind}s/{${kind}Id}`, idIs(made.id))).toMatchObject({
        topic: 'Great launch',
        registration_url: expect.any(String),
      });
      const registrants = `/${kind}s/{${kind}Id}/registrants`;
      const ada = { email: 'ada@example.com', first_name: 'Ada' };
      const { registrant_id } = await read(`POST ${registrants}`, { ...idIs(made.id), body: ada });
      expect((await read(`GET ${registrants}`, idIs(made.id))).registrants).toEqual([]);
      await read(`PUT ${registrants}/status`, { ...idIs(made.id), body: { action: 'approve', registrants: [{ id: registrant_id }] } });
      expect((await read(`GET ${registrants}`, idIs(made.id))).registrants).toMatchObject([
        { ...ada, id: registrant_id, status: 'approved' },
      ]);
      if (kind === 'meeting') {
        await read(`DELETE ${registrants}/{registrantId}`, { path: { meetingId: String(made.id), registrantId: registrant_id } });
        expect(await read('GET /past_meetings/{meetingId}', idIs(past))).toMatchObject({ participants_count: 2 });
        expect((await read('GET /users/{userId}/recordings', ME)).meetings).toMatchObject([{ recording_count: 1 }]);
        await read('GET /meetings/{meetingId}/recordings', idIs(past));
      }
      expect((await read(`GET /past_${kind}s/{${kind}Id}/participants`, idIs(past))).participants).toHaveLength(2);
      expect((await call(`GET /past_${kind}s/{${kind}Id}/participants`, idIs(coming))).status).toBe(404);
      await read(`DELETE /${kind}s/{${kind}Id}`, idIs(made.id));
      expect(await call(`GET /${kind}s/{${kind}Id}`, idIs(made.id))).toMatchObject({ status: 404, body: { code: 3001 } });
    }
    expect(untried()).toEqual([]);
  });

  test('a sync reads and finds everything the document says about its entities', async () => {
    const account = await open();
    const [meetingId] = await readIds(account, 'meeting');
    const [webinarId] = await readIds(account, 'webinar');
    const counts = await account.readEntities({ meetingId, webinarId });
    expect(counts).toMatchObject({
      Meetings: 2,
      MeetingRegistrants: 3,
      MeetingParticipants: 2,
      Webinars: 2,
      WebinarRegistrants: 3,
      WebinarParticipants: 2,
    });
  });

  test('pages by tokens that expire after 15 minutes', async () => {
    const account = await open();
    const { read, call, fill, pass } = account;
    fill('meetingRegistrants', 40);
    const [, meetingId] = await readIds(account, 'meeting');
    const ask = (query: Record<string, string | number>) => ({ path: { meetingId }, query });
    const first = await read('GET /meetings/{meetingId}/registrants', ask({ page_size: 10 }));
    const second = ask({ page_size: 10, next_page_token: first.next_page_token });
    const next = await read('GET /meetings/{meetingId}/registrants', second);
    expect(new Set([...first.registrants, ...next.registrants].map(({ id }: { id: string }) => id)).size).toBe(20);
    pass(15 * 60_000 + 1);
    expect(await call('GET /meetings/{meetingId}/registrants', second)).toMatchObject({ status: 400, body: { code: 300 } });
    expect((await call('GET /meetings/{meetingId}/registrants', ask({ page_size: 301 }))).status).toBe(400);
  });

  test('lists meetings between days, and future meetings', async () => {
    const account = await open();
    const count = async (query: Record<string, string>) =>
      (await account.read('GET /users/{userId}/meetings', { ...ME, query })).total_records;
    expect([await count({}), await count({ type: 'upcoming' }), await count({ type: 'previous_meetings' })]).toEqual([2, 1, 1]);
    expect([await count({ from: '2026-11-24', to: '2026-11-24' }), await count({ to: '2026-11-19' })]).toEqual([1, 1]);
  });

  test('one address has one registration, and a host has none', async () => {
    const account = await open();
    const [, meetingId] = await readIds(account, 'meeting');
    const register = async (fields: object) =>
      (await account.call('POST /meetings/{meetingId}/registrants', { path: { meetingId }, body: fields })).body;
    const first = await register({ email: 'grace@example.com', first_name: 'Grace' });
    expect((await register({ email: 'Grace@example.com', first_name: 'Grace', last_name: 'H' })).registrant_id).toBe(first.registrant_id);
    const { email } = await account.read('GET /users/{userId}', ME);
    expect(await register({ email, first_name: 'Me' })).toMatchObject({ code: 3027 });
    await account.read('PATCH /meetings/{meetingId}', { path: { meetingId }, body: { settings: { approval_type: 2 } } });
    expect(await register({ email: 'x@example.com', first_name: 'X' })).toMatchObject({ code: 404 });
  });

  test('notifies the app’s address who registered, with a call signed as Zoom signs', async () => {
    const account = await open();
    const { sent, entity } = account;
    const [, meetingId] = await readIds(account, 'meeting');
    entity('apps')?.change('portage-demo', { eventUrl: 'http://localhost:8080/hook', secretToken: 'zoom-secret' });
    await account.read('POST /meetings/{meetingId}/registrants', {
      path: { meetingId },
      body: { email: 'ada@example.com', first_name: 'Ada' },
    });
    expect(sent.map(({ event }) => event)).toEqual(['meeting.registration_created', 'meeting.registration_approved']);
    const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = sent;
    expect(JSON.parse(body).payload.object).toMatchObject({ id: meetingId, registrant: { email: 'ada@example.com' } });
    const signature = createHmac('sha256', 'zoom-secret').update(`v0:${headers['x-zm-request-timestamp']}:${body}`).digest('hex');
    expect(headers['x-zm-signature']).toBe(`v0=${signature}`);
  });

  test('refuses an expired token with the code that connectors look for, and calls that come too often', async () => {
    const { send, call, system, pass } = await open();
    const form = { authorization: `Basic ${btoa('portage-demo:portage-demo')}`, 'content-type': 'application/x-www-form-urlencoded' };
    const { access_token } = (await send('POST', 'https://zoom.us/oauth/token', form, 'grant_type=client_credentials')).body;
    const me = () => send('GET', 'https://api.zoom.us/v2/users/me', { authorization: `Bearer ${access_token}` });
    expect((await me()).status).toBe(200);
    pass(3_600_001);
    expect(await me()).toMatchObject({ status: 401, body: { code: 124 } });
    system.limits.isOff = false;
    const statuses = [];
    for (let calls = 0; calls < 61; calls += 1) statuses.push((await call('GET /users')).status);
    expect(statuses.indexOf(429)).toBe(60);
  });
});
