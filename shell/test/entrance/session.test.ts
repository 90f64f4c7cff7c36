import { expect, test } from 'vitest';
import { logOut, pressLogout } from '../../../tools/test-settings/account-menu.ts';
import { openTab, signedInUser } from '../product/browser.ts';
import { startProduct } from '../product/product.ts';

const product = startProduct([
  { area: 'workflows', version: 'one' },
  { area: 'connectors', version: 'one' },
]);

test('Logout asks first; "No" and Escape stay, "Logout" ends the session in every tab', async () => {
  const { server, page, shown } = product;
  let signedOut = 0;
  server.api['POST /api/users/signout'] = () => {
    signedOut += 1;
    return { body: { isSuccess: true } };
  };
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  const other = await page.context().newPage();
  await other.goto(`${server.origin}/connectors`);
  await other.getByTestId('version').waitFor();

  const dialog = page.getByRole('dialog');
  for (const stay of [() => dialog.getByRole('button', { name: 'No' }).click(), () => page.keyboard.press('Escape')]) {
    await pressLogout(page);
    await stay();
    await dialog.waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'demo@portage.local');
  }
  expect(signedOut).toBe(0);

  await logOut(page);
  await page.waitForURL('**/signin');
  await other.waitForURL('**/signin');
  await expect.poll(() => signedOut).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem('portage:user'))).toBeNull();
  await page.getByTestId('version').waitFor({ state: 'detached' });
});

test('a 401 from any call ends the session', async () => {
  const { server, page, shown } = product;
  server.api['GET /api/fixture'] = () => ({ status: 401, body: { isSuccess: false, errors: [{ message: 'expired' }] } });
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  await page.getByRole('button', { name: 'call' }).click();
  await page.waitForURL('**/signin');
  await page.getByText('Your session has ended. Please sign in again.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('portage:user'))).toBeNull();
});

test('a call with an expiring token refreshes it first, once, for all tabs', async () => {
  const { server, browser } = product;
  let refreshes = 0;
  const used: (string | undefined)[] = [];
  server.api['POST /api/users/refresh-token'] = ({ body }) => {
    refreshes += 1;
    expect(body).toEqual({ refreshToken: 'refresh' });
    const expiresAt = new Date(Date.now() + 900_000).toISOString();
    return { body: { accessToken: { value: 'access-2', expiresAt }, refreshToken: { value: 'refresh-2' } } };
  };
  server.api['GET /api/fixture'] = ({ authorization }) => {
    used.push(authorization);
    return { body: {} };
  };
  const soon = new Date(Date.now() + 60_000).toISOString();
  const page = await openTab(browser, signedInUser({ accessToken: { value: 'access', expiresAt: soon } }));
  const other = await page.context().newPage();
  await Promise.all([page, other].map((tab) => tab.goto(`${server.origin}/workflows`)));
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'call' }).click()));
  await expect.poll(() => used).toEqual(['Bearer access-2', 'Bearer access-2']);
  expect(refreshes).toBe(1);
  await page.context().close();
});

test('a machine that wakes with an expired token stays signed in, even while the server can’t refresh it yet', async () => {
  const { server, page, shown } = product;
  const used: (string | undefined)[] = [];
  server.api['GET /api/fixture'] = ({ authorization }) => {
    used.push(authorization);
    return authorization === 'Bearer access-2'
      ? { body: {} }
      : { status: 401, body: { isSuccess: false, errors: [{ message: 'expired' }] } };
  };
  let unanswered = 0;
  server.api['POST /api/users/refresh-token'] = () => {
    unanswered += 1;
    return { status: 503, body: {} };
  };
  await page.goto(`${server.origin}/workflows`);
  await shown('workflows', 'one');
  await page.getByRole('button', { name: 'call' }).click();
  await expect.poll(() => unanswered).toBe(1);
  expect(used).toEqual(['Bearer access']);

  server.api['POST /api/users/refresh-token'] = () => {
    const expiresAt = new Date(Date.now() + 900_000).toISOString();
    return { body: { accessToken: { value: 'access-2', expiresAt }, refreshToken: { value: 'refresh-2' } } };
  };
  await page.getByRole('button', { name: 'call' }).click();
  await expect.poll(() => used).toEqual(['Bearer access', 'Bearer access-2']);
  expect(new URL(page.url()).pathname).toBe('/workflows');
});

test('fifteen minutes of inactivity end the session, even if the page was closed meanwhile', async () => {
  const { server, page, shown } = product;
  server.api['POST /api/users/signout'] = () => ({ body: { isSuccess: true } });
  await page.clock.install();
  await page.goto(`${server.origin}/workflows`);
  await page.clock.runFor(2_000);
  await shown('workflows', 'one');
  await page.mouse.click(500, 500);
  await page.clock.fastForward('14:00');
  expect(new URL(page.url()).pathname).toBe('/workflows');
  await page.clock.fastForward('01:10');
  await page.waitForURL('**/signin');
  await page.getByText('You were signed out after 15 minutes without activity.').waitFor();

  const other = await openTab(product.browser, signedInUser());
  await other.addInitScript((at) => localStorage.setItem('portage:last-activity', at), String(Date.now() - 900_001));
  await other.goto(`${server.origin}/workflows`);
  await other.waitForURL('**/signin');
  await other.context().close();
});

test('two idle tabs sign out once, both say why, and no call of either is refused', async () => {
  const { server, browser } = product;
  let signedOut = 0;
  let refused = 0;
  const refuse = () => {
    refused += 1;
    return { status: 401, body: { isSuccess: false, errors: [{ message: 'expired' }] } };
  };
  server.api['POST /api/users/signout'] = () => {
    signedOut += 1;
    server.api['GET /api/fixture'] = refuse;
    return signedOut > 1 ? refuse() : { body: { isSuccess: true } };
  };
  server.api['GET /api/fixture'] = () => ({ body: {} });
  const page = await openTab(browser, signedInUser());
  const tabs = [page, await page.context().newPage()];
  for (const tab of tabs) {
    await tab.clock.install();
    await tab.goto(`${server.origin}/workflows`);
    await tab.getByTestId('version').waitFor();
  }
  // All tabs' clocks show the later time before any tab's timer reads it.
  for (const tab of tabs) await tab.clock.setSystemTime(Date.now() + 16 * 60_000);
  await page.clock.fastForward('00:10');
  for (const tab of tabs) {
    await tab.waitForURL('**/signin');
    await tab.getByText('You were signed out after 15 minutes without activity.').waitFor();
  }
  await expect.poll(() => signedOut).toBe(1);
  expect(refused).toBe(0);
  await page.context().close();
});

test('a deep link survives the sign-in and the sign-up, with its query; Logout stores none', async () => {
  const { server, browser } = product;
  const { hasWorkflow, ...user } = signedInUser();
  for (const path of ['signin', 'signup']) server.api[`POST /api/users/${path}`] = () => ({ body: { user, hasWorkflow } });
  server.api['POST /api/users/signout'] = () => ({ body: { isSuccess: true } });
  const page = await openTab(browser, null);
  const signIn = async () => {
    await page.getByLabel('Email').fill('ada@example.com');
    await page.locator('input[type=password]').fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await page.goto(`${server.origin}/workflow/import/7?sharedWorkflowCode=abc#here`);
  await page.waitForURL(`${server.origin}/signin`);
  await page.reload();
  await signIn();
  await page.waitForURL(`${server.origin}/workflow/import/7?sharedWorkflowCode=abc#here`);

  await logOut(page);
  await page.waitForURL(`${server.origin}/signin`);
  await signIn();
  await page.waitForURL(`${server.origin}/workflows`);

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server.origin}/connectors?name=shop`);
  await page.waitForURL(`${server.origin}/signin`);
  await page.getByRole('link', { name: 'Sign up' }).click();
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Email', 'ada@example.com'],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.locator('input[type=password]').fill('correct horse');
  await page.getByText('I agree to the terms and conditions').click();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL(`${server.origin}/connectors?name=shop`);
  await page.context().close();
});

test('after a session has ended, the same person returns to where they were', async () => {
  const { server, browser } = product;
  const { hasWorkflow, ...user } = signedInUser();
  server.api['GET /api/fixture'] = () => ({ status: 401, body: { isSuccess: false, errors: [{ message: 'expired' }] } });
  // A refused token isn't used again, so a new session needs its own.
  const newTokens = {
    accessToken: { value: 'access of the new session', expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    refreshToken: { value: 'refresh of the new session' },
  };
  for (const [signedInAs, back] of [
    [user, '/connectors?name=shop'],
    [{ ...user, id: 'another' }, '/workflows'],
  ] as const) {
    server.api['POST /api/users/signin'] = () => ({ body: { user: { ...signedInAs, ...newTokens }, hasWorkflow } });
    const page = await openTab(browser, null);
    await page.goto(`${server.origin}/signin`);
    await page.evaluate((text) => localStorage.setItem('portage:user', text), JSON.stringify(signedInUser()));
    await page.goto(`${server.origin}/connectors?name=shop`);
    await page.getByRole('button', { name: 'call' }).click();
    await page.getByText('Your session has ended. Please sign in again.').waitFor();
    await page.getByLabel('Email').fill('ada@example.com');
    await page.locator('input[type=password]').fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.origin}${back}`);
    await page.context().close();
  }
});

test('an admin’s changes to a person reach their browser with the next check', async () => {
  const { server, browser } = product;
  const { hasWorkflow, accessToken: _, refreshToken: __, ...user } = signedInUser();
  server.api['GET /api/users/me'] = () => ({ body: { user: { ...user, dashboardType: 'Event' }, hasWorkflow } });
  const page = await openTab(browser, signedInUser());
  await page.goto(`${server.origin}/workflows`);
  await page.getByRole('link', { name: 'Event Dashboard' }).waitFor();
  server.api['GET /api/users/me'] = () => ({ status: 401, body: { isSuccess: false, errors: [{ message: 'gone' }] } });
  await page.evaluate(() => localStorage.removeItem('portage:user-read'));
  await page.reload();
  await page.waitForURL(`${server.origin}/signin`);
  await page.context().close();
});

test('a person who isn’t an admin and asks for an admin page ends up at their own start page', async () => {
  const { server, page, shown } = product;
  await page.goto(`${server.origin}/admin/users`);
  await page.waitForURL('**/workflows');
  await shown('workflows', 'one');
});

test('links and the back button ask about unsaved work, and "Stay" stays', async () => {
  const { server, page, shown, choose } = product;
  await page.goto(`${server.origin}/connectors`);
  await shown('connectors', 'one');
  await choose('Workflows');
  await shown('workflows', 'one');
  await page.getByRole('button', { name: 'edit' }).click();

  const dialog = page.getByRole('dialog');
  await choose('Connectors');
  await dialog.getByText('You have unsaved changes').waitFor();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(new URL(page.url()).pathname).toBe('/workflows');

  await page.goBack();
  await dialog.getByText('You have unsaved changes').waitFor();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await page.waitForURL('**/workflows');
  await shown('workflows', 'one');

  await page.goBack();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/connectors');
  await shown('connectors', 'one');
});

test('an unknown address shows the not-found page, inside the frame', async () => {
  const { server, page } = product;
  await page.goto(`${server.origin}/nowhere`);
  await page.getByRole('heading', { name: 'Page not found' }).first().waitFor();
  await page.getByRole('navigation').waitFor();
});

test('every page says that an address is unconfirmed, sends the link again, and reports a refusal', async () => {
  const { server, browser } = product;
  const refusal = { status: 429, body: { isSuccess: false, errors: [{ message: 'Please wait a few minutes.' }] } };
  server.api['POST /api/account/email-confirmation'] = () => refusal;
  const page = await openTab(browser, signedInUser({ emailConfirmed: false }));
  await page.goto(`${server.origin}/connectors`);
  await page.getByText('Alerts don’t reach demo@portage.local until you open the link in the e-mail that we sent.').waitFor();
  await page.getByRole('button', { name: 'Send again' }).press('Enter');
  await page.getByText('Please wait a few minutes.').first().waitFor();

  server.api['POST /api/account/email-confirmation'] = () => ({ body: { isSuccess: true } });
  await page.getByRole('button', { name: 'Send again' }).press('Enter');
  await page.getByText('We sent a new link to demo@portage.local.').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Workflows' }).click();
  await page.waitForURL('**/workflows');
  await page.getByText('We sent a new link to demo@portage.local.').waitFor();
  expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
  await page.context().close();
});
