import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { activeWebhook, postWebhook, waitForRun } from '../api/runs.ts';
import { ADMIN, DEMO, signIn } from '../api/session.ts';
import { launchBrowser } from '../browser/browser.ts';
import {
  freePort,
  killHard,
  type Stack,
  type StackSettings,
  startStack,
  startToEnd,
  temporaryDataDir,
  withDescendants,
} from '../stack/stack.ts';

const admin = { email: 'operator@example.test', password: 'only the operator knows' };
const STRANGER = '203.0.113.9';
const REFUSED = 'nobody@example.test';

let folder: Awaited<ReturnType<typeof temporaryDataDir>>;
let settings: StackSettings;
let stack: Stack;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;

beforeAll(async () => {
  mailServer = await startMailServer(REFUSED);
  folder = await temporaryDataDir();
  const port = await freePort();
  settings = { dataDir: folder.dataDir, port, isProduction: true, env: { PORTAGE_ORIGIN: `http://localhost:${port}` } };
});
afterAll(async () => {
  await stack?.stop();
  await mailServer.stop();
  await folder.remove();
});

/** `fetch` sets the Host header itself. */
function call(path: string, headers: Record<string, string>, body?: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = { ...headers, connection: 'close', ...(body ? { 'content-type': 'application/json' } : {}) };
    const calling = request(new URL(path, stack.baseUrl), { method: body ? 'POST' : 'GET', headers: sent }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
    calling.once('error', reject);
    calling.end(body && JSON.stringify(body));
  });
}

function readAdminLink(): string {
  return /http\S+\/signup\?firstAdmin=\S+/.exec(stack.output())?.[0] ?? '';
}

/** The address of the session that a sign-in with these headers opens. */
async function addressOfSignIn(headers: Record<string, string>): Promise<string> {
  const { status, text } = await call('/api/users/signin', headers, admin);
  expect(status).toBe(200);
  const token = JSON.parse(text).user.accessToken.value;
  const list = await call('/api/account/sessions', { ...headers, authorization: `Bearer ${token}` });
  return JSON.parse(list.text).sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).ipAddress;
}

interface ReceivedMail {
  to: string[];
  text: string;
}

/** An SMTP server that wants a password and refuses mail to one address. */
async function startMailServer(refusedAddress: string) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      username === 'portage' && password === 's@crets' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onRcptTo: ({ address }, _, done) =>
      address === refusedAddress ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })) : done(),
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        // Long lines are wrapped in transit.
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: text.replaceAll('=\r\n', '').replaceAll('=3D', '=') });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://portage:s%40crets@127.0.0.1:${port}`, mails, stop: () => new Promise<void>((resolve) => server.close(resolve)) };
}

test('a wrong setting ends the start with one line that names it', async () => {
  const refused = async (env: Record<string, string>) => startToEnd({ ...settings, env });
  expect(await refused({})).toEqual({ code: 1, lines: [expect.stringMatching(/^PORTAGE_ORIGIN is missing/)] });
  expect(await refused({ ...settings.env, PORTAGE_ORIGN: 'x' })).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^PORTAGE_ORIGN isn't a setting of Portage/)],
  });
});

test('REL2: a first start that is killed on the way leaves a folder that the next start completes', async () => {
  const starting = startStack({
    ...settings,
    onSpawn: (child) =>
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('Preparing the database')) for (const pid of withDescendants(child.pid ?? 0)) killHard(pid);
      }),
  });
  await expect(starting).rejects.toThrow('before it was ready');
  stack = await startStack(settings);
  expect(readAdminLink()).toContain(stack.baseUrl);
});

test('the link of the first start creates the admin in a browser, once', async () => {
  const link = readAdminLink();
  const { page, close, problems } = await launchBrowser(stack.baseUrl);
  await page.goto(link);
  await page.getByRole('heading', { name: 'Create the admin account' }).waitFor();
  await page.getByLabel('First name').fill('Olive');
  await page.getByLabel('Last name').fill('Operator');
  await page.getByLabel('Email').fill(admin.email);
  await page.locator('input[name="password"]').fill(admin.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL((url) => url.pathname !== '/signup');
  await page.goto('/admin/users');
  await page.getByText(admin.email).first().waitFor();
  expect(problems).toEqual([]);
  await close();

  const firstAdminToken = new URL(link).searchParams.get('firstAdmin');
  const again = { firstName: 'Eve', lastName: 'Late', email: 'eve@example.test', password: admin.password, firstAdminToken };
  expect((await call('/api/users/signup', {}, again)).status).toBe(403);
});

test('production has no sample accounts, no local pages and no simulators', async () => {
  for (const account of [ADMIN, DEMO]) expect((await call('/api/users/signin', {}, account)).status).toBe(401);
  for (const path of ['/local/outbox', '/local/simulators', '/local/simulators/shopify']) {
    expect((await call(path, { accept: 'application/json' })).status).toBe(404);
  }
});

test('HOSTILE 41: another Host is refused, and a stranger’s forwarding headers say nothing', async () => {
  for (const path of ['/', '/api/health', '/mfe-registry.json']) expect((await call(path, { host: 'evil.example' })).status).toBe(421);
  const forged = {
    'x-forwarded-for': STRANGER,
    'x-forwarded-host': 'evil.example',
    'cf-connecting-ip': STRANGER,
    'mf-cf-blob': JSON.stringify({ clientIp: `${STRANGER}:1` }),
  };
  expect(await addressOfSignIn(forged)).toMatch(/^(127\.0\.0\.1|::1)$/);
});

test('without mail, the start says so, and so does the page for a forgotten password', async () => {
  expect(stack.output()).toContain('Mail       none is sent');
  const { status, text } = await call('/api/users/forgot-password', {}, { email: admin.email });
  expect(status).toBe(503);
  expect(text).toContain('This Portage can’t send mail yet.');
});

test('SIGTERM loses no run: exit code 0, and the next start continues what was waiting', async () => {
  const api = await signIn(stack.baseUrl, admin);
  const { webhookUrl } = await activeWebhook(api, 'Waits', [
    { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'wait' },
    { stepId: 'wait', type: 'DelayStep', delayType: 'Seconds', delayValue: 5, nextStepId: 'double' },
    { stepId: 'double', type: 'CustomScript', script: 'return Steps["start"].Payload.number * 2' },
  ]);
  const ids = await Promise.all([1, 2, 3].map((number) => postWebhook(webhookUrl, { number })));
  expect(await stack.stop('SIGTERM')).toBe(0);
  stack = await startStack(settings);
  const later = await signIn(stack.baseUrl, admin);
  for (const id of ids) expect(await waitForRun(later, id)).toMatchObject({ status: 'Succeeded' });
});

test('after kill -9 of everything it starts again, with the proxy’s addresses once the proxy is trusted', async () => {
  await stack.kill();
  const env = { PORTAGE_ORIGIN: 'https://portage.example', PORTAGE_TRUSTED_PROXIES: '127.0.0.1' };
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'Portage <portage@portage.example>' };
  stack = await startStack({ ...settings, env: { ...env, ...mail } });
  expect(stack.output()).not.toContain('firstAdmin');
  const host = 'portage.example';
  expect(await addressOfSignIn({ host, 'x-forwarded-for': `6.6.6.6, ${STRANGER}` })).toBe(STRANGER);
  const api = await signIn(stack.baseUrl, admin);
  const { webhookUrl } = await activeWebhook(api, 'Public', [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook' }]);
  expect(webhookUrl).toMatch(/^https:\/\/portage\.example\//);
});

test('mail leaves through the SMTP server; admins see in the audit log which mail it refused', async () => {
  expect(stack.output()).not.toContain('s%40crets');
  expect((await call('/api/users/forgot-password', {}, { email: admin.email })).status).toBe(200);
  await expect
    .poll(() => mailServer.mails.find(({ to }) => to.includes(admin.email))?.text)
    .toContain('https://portage.example/reset-password?token=');
  const newcomer = { firstName: 'No', lastName: 'Body', email: REFUSED, password: admin.password };
  expect((await call('/api/users/signup', {}, newcomer)).status).toBe(200);
  const api = await signIn(stack.baseUrl, admin);
  const listFailures = async () => (await api('GET /api/audit', { query: { action: 'mail.failed' } })).auditEntries;
  await expect.poll(listFailures).toMatchObject([{ details: { to: REFUSED, reason: expect.stringContaining('550') } }]);
});
