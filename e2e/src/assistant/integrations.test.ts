import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logOut } from '../../../tools/test-settings/account-menu.ts';
import { CHROMIUM_FLAGS } from '../../../tools/test-settings/chromium-flags.ts';
import { ADMIN, signIn, signUp } from '../api/session.ts';
import { signInByHand } from '../browser/sign-in.ts';
import { scriptSteps } from '../editor/new-person-editor.ts';
import { openEditor, openStep } from '../editor/open-editor.ts';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';

const NAME = 'portage.example';

/** Chat, analytics and error tracking (spec SHELL-35, SHELL-36), under a name that isn't this machine's. */
describe('configured outside services', () => {
  let stack: Stack;
  let removeData: () => Promise<void>;
  let browser: Browser;
  let page: Page;
  let port: number;
  const sent: { url: string; body: string; from: string }[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    const { dataDir, remove } = await startedDataDir();
    removeData = remove;
    port = await freePort();
    const env = {
      SEGMENT_ANALYTICS_WRITE_KEY: 'write-key',
      APP_INSIGHTS_INSTRUMENTATION_KEY: 'insights-key',
      CHAT_WIDGET_URL: 'https://chat.example/box',
      PORTAGE_HOSTS: NAME,
    };
    stack = await startStack({ dataDir, port, env });
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await removeData?.();
  });

  /** @param answers how outside services respond to a call */
  async function open(hostname: string, answers: 'ok' | 'fail' | 'hang' = 'ok'): Promise<Page> {
    await page?.context().close();
    sent.length = 0;
    problems.length = 0;
    const context = await browser.newContext({ baseURL: `http://${hostname}:${port}` });
    const opened = await context.newPage();
    opened.on('console', (message) => /Content.Security.Policy/i.test(message.text()) && problems.push(message.text()));
    await context.route(/segment\.io|visualstudio\.com|chat\.example/, async (route) => {
      const request = route.request();
      sent.push({ url: request.url(), body: request.postData() ?? '', from: new URL(opened.url()).pathname });
      if (answers === 'hang') return;
      if (answers === 'fail') return route.abort();
      return route.fulfill({ status: 200, contentType: 'text/html', headers: { 'access-control-allow-origin': '*' }, body: 'ok' });
    });
    page = opened;
    return opened;
  }
  const to = (part: string) => sent.filter(({ url }) => url.includes(part));

  test('are not called or shown on the sign-in page, but are on the pages behind it', async () => {
    await open(NAME);
    await page.goto('/signin');
    await page.waitForLoadState('networkidle');
    expect(await page.locator('#portage-chat-widget').count()).toBe(0);
    expect(sent).toEqual([]);
    await signInByHand(page, ADMIN);
    const chat = page.getByRole('button', { name: 'Chat' });
    await chat.waitFor();
    await expect.poll(() => to('segment.io').length).toBeGreaterThan(0);
    expect(JSON.parse(to('segment.io')[0]?.body ?? '{}')).toMatchObject({
      type: 'page',
      writeKey: 'write-key',
      userId: expect.any(String),
    });
    expect(sent.every(({ body }) => !body.includes('/signin') && !body.includes('accessToken'))).toBe(true);
    expect(to('chat.example')).toEqual([]);
    await chat.click();
    await expect.poll(() => to('chat.example').length).toBe(1);
    expect(problems).toEqual([]);
  });

  test('are notified of a page that failed to render', async () => {
    await page.goto('/admin/maintenance');
    await page.getByRole('button', { name: 'Chat' }).waitFor();
    await page.getByRole('button', { name: 'Test Frontend Exception' }).click();
    await expect.poll(() => to('visualstudio.com').length).toBe(1);
    const [report] = JSON.parse(to('visualstudio.com')[0]?.body ?? '[]');
    expect(report).toMatchObject({ iKey: 'insights-key', data: { baseType: 'ExceptionData' } });
    expect(report.data.baseData.exceptions[0].message).toContain('triggered from the maintenance page');
  });

  test('disappear again on sign-out', async () => {
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Chat' }).waitFor();
    await logOut(page);
    await page.waitForURL('**/signin');
    await page.getByRole('button', { name: 'Chat' }).waitFor({ state: 'hidden' });
    expect(sent.filter(({ from }) => from === '/signin')).toEqual([]);
  });

  test.each(['fail', 'hang'] as const)('don’t keep the page from working when they %s', async (answers) => {
    await open(NAME, answers);
    await signInByHand(page, ADMIN);
    await page.goto('/admin/maintenance');
    await page.getByText('OK', { exact: true }).nth(1).waitFor();
    await expect.poll(() => to('segment.io').length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Test Log' }).click();
    await page.getByText('The message is in the log', { exact: false }).first().waitFor();
  });

  test('are not on the popup that adds a connector', async () => {
    await open(NAME);
    await signInByHand(page, ADMIN);
    await page.getByRole('button', { name: 'Chat' }).waitFor();
    sent.length = 0;
    await page.goto('/connectors/addPopup');
    await page.waitForLoadState('networkidle');
    expect(await page.locator('#portage-chat-widget').count()).toBe(0);
    expect(sent).toEqual([]);
  });

  test('are absent on localhost, where not even the configuration is requested', async () => {
    await open('localhost');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await signInByHand(page, ADMIN);
    await page.goto('/admin/maintenance');
    await page.getByText('OK', { exact: true }).nth(1).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('#portage-chat-widget').count()).toBe(0);
    expect(asked.filter((url) => url.includes('/api/configuration'))).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('don’t keep an editor from opening, even under a name without HTTPS, where browsers offer fewer features', async () => {
    const person = await signUp(stack.baseUrl);
    await open(NAME);
    await signInByHand(page, person);
    await openEditor(page, person.api, scriptSteps() as never);
    await openStep(page, 'work');
    await page.getByRole('button', { name: 'Chat' }).waitFor();
  });

  test('explain how to set up the script assistant if it isn’t', async () => {
    const person = await signUp(stack.baseUrl);
    const admin = await signIn(stack.baseUrl, ADMIN);
    const { users } = await admin('GET /api/users', { query: { userEmail: person.email } });
    await admin('PUT /api/users/{id}', { params: { id: users[0]?.id ?? '' }, body: { showAIChat: true } });
    await open('localhost');
    await signInByHand(page, person);
    await openEditor(page, person.api, scriptSteps() as never);
    await openStep(page, 'work');
    await page.getByRole('button', { name: 'Script assistant' }).click();
    await page.getByText('The operator can set OPENAI_API_KEY', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0);
  });
});
