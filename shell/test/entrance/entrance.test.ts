import { expect, test } from 'vitest';
import { logOut } from '../../../tools/test-settings/account-menu.ts';
import { signedInUser } from '../product/browser.ts';
import { startProduct } from '../product/product.ts';

const product = startProduct(
  [
    { area: 'workflows', version: 'one' },
    { area: 'admin', version: 'one' },
    { area: 'billing', version: 'one' },
    { area: 'playbooks', version: 'one' },
  ],
  null,
);

const refused = (message: string, status = 401) => ({
  status,
  body: { isSuccess: false, errors: [{ userMessage: message, code: 'unauthorized' }] },
});

async function fillSignIn(): Promise<void> {
  const { page } = product;
  await page.getByLabel('Email').fill('demo@portage.local');
  await page.getByRole('textbox', { name: 'Password' }).fill('portage-demo');
  await page.keyboard.press('Enter');
}

test('empty fields show the specification’s messages, only after they were touched, and the first one gets the focus', async () => {
  const { server, page } = product;
  await page.goto(`${server.origin}/signin`);
  await expect.poll(() => page.getByText('Please enter').count()).toBe(0);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Please enter Login').waitFor();
  await page.getByText('Please enter Password').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'email');
});

test('a person signs in by keyboard only, sees their workflows, and is still signed in after a reload', async () => {
  const { server, page, shown } = product;
  let sent: unknown;
  server.api['POST /api/users/signin'] = ({ body }) => {
    sent = body;
    return { body: { user: signedInUser(), hasWorkflow: true } };
  };
  await page.goto(`${server.origin}/`);
  await page.waitForURL('**/signin');
  await page.getByLabel('Email').waitFor();
  await page.keyboard.type('demo@portage.local');
  await page.keyboard.press('Tab');
  await page.keyboard.type('portage-demo');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/workflows');
  await shown('workflows', 'one');
  expect(sent).toEqual({ email: 'demo@portage.local', password: 'portage-demo' });

  await page.reload();
  await shown('workflows', 'one');
  await page.goto(`${server.origin}/signup`);
  await page.waitForURL('**/workflows');
});

test('a wrong password shows the server’s message, signs nobody in, and keeps the referral code for the next try', async () => {
  const { server, page } = product;
  const sent: unknown[] = [];
  server.api['POST /api/users/signin'] = ({ body }) => {
    sent.push(body);
    return sent.length === 1 ? refused('Login or password is wrong') : { body: { user: signedInUser(), hasWorkflow: true } };
  };
  await page.addInitScript(() => localStorage.setItem('refCode', 'FRIEND'));
  await page.goto(`${server.origin}/signin?ref=IGNORED`);
  await fillSignIn();
  await page.getByRole('alert').filter({ hasText: 'Login or password is wrong' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('portage:user'))).toBeNull();

  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/workflows');
  expect(sent).toEqual([0, 1].map(() => ({ email: 'demo@portage.local', password: 'portage-demo', refCode: 'FRIEND' })));
  expect(await page.evaluate(() => localStorage.getItem('refCode'))).toBeNull();
});

test('an admin arrives at all workflows, a person with gift cards at the gift cards, with "Back to Main App" leading out', async () => {
  const { server, page, shown, choose } = product;
  server.api['POST /api/users/signin'] = () => ({ body: { user: signedInUser({ roles: ['ADMIN'] }), hasWorkflow: true } });
  server.api['POST /api/users/signout'] = () => ({ body: { isSuccess: true } });
  await page.goto(`${server.origin}/signin`);
  await fillSignIn();
  await page.waitForURL('**/admin/workflows');
  await shown('admin', 'one');
  await logOut(page);
  await page.waitForURL('**/signin');

  server.api['POST /api/users/signin'] = () => ({
    body: { user: signedInUser({ id: 'u2', scopes: ['PandaGiftCard'] }), hasWorkflow: true },
  });
  await fillSignIn();
  await page.waitForURL('**/gift-cards');
  await shown('billing', 'one');
  await choose('Back to Main App');
  await page.waitForURL('**/workflows');
  await shown('workflows', 'one');
});

test('a new person agrees to the terms, signs up, answers two questions and sees the wizard of the playbook that they came for', async () => {
  const { server, page, shown } = product;
  const sent: Record<string, unknown> = {};
  server.api['POST /api/users/signup'] = ({ body }) => {
    sent.signup = body;
    return { body: { user: signedInUser({ firstName: 'Nora' }), hasWorkflow: true } };
  };
  server.api['PUT /api/users/info'] = ({ body, authorization }) => {
    sent.info = body;
    sent.authorization = authorization;
    const { accessToken, refreshToken, hasWorkflow, ...user } = signedInUser({ firstName: 'Nora', jobTitle: 'Porter' });
    return { body: { user } };
  };
  server.api['POST /api/playbooks'] = ({ body }) => {
    sent.playbook = body;
    return { body: { playbookId: 'p1' } };
  };
  await page.goto(`${server.origin}/onboarding?playbookTemplateId=7`);
  await page.waitForURL('**/signup?playbookTemplateId=7');
  const button = page.getByRole('button', { name: 'Sign up' });
  expect(await button.isDisabled()).toBe(true);
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('New');
  await page.getByLabel('Email').fill('nora');
  await page.getByRole('textbox', { name: 'Password' }).fill('short');
  await page.getByRole('checkbox').check();
  await button.click();
  await page.getByText('Email should have valid format').waitFor();
  await page.getByText('Password is too short').waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill('x'.repeat(129));
  await page.getByText('Password is too long').waitFor();
  expect(sent.signup).toBeUndefined();

  await page.getByLabel('Email').fill('nora@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('porters');
  await button.click();
  await page.waitForURL('**/userinfo?playbookTemplateId=7');
  await page.getByRole('heading', { name: 'Welcome, Nora' }).waitFor();
  await page.getByLabel('Job Title').fill('Porter');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/playbook-wizards/p1');
  await shown('playbooks', 'one');
  expect(sent).toEqual({
    playbook: { playbookTemplateId: '7' },
    signup: { firstName: 'Nora', lastName: 'New', email: 'nora@example.com', password: 'porters' },
    info: { jobTitle: 'Porter', companyName: '' },
    authorization: 'Bearer access',
  });
});

test('AUTH-27, AUTH-35: a chosen template survives a password reset; a deleted one leads to the list', async () => {
  const { server, page, shown } = product;
  server.api['POST /api/users/signin'] = () => ({ body: { user: signedInUser(), hasWorkflow: true } });
  let playbooks = 0;
  server.api['POST /api/playbooks'] = () => {
    playbooks += 1;
    return playbooks === 1 ? refused('Try again', 503) : refused('There is no such template', 404);
  };
  await page.goto(`${server.origin}/onboarding?playbookTemplateId=gone`);
  await page.waitForURL('**/signup?playbookTemplateId=gone');
  await page.goto(`${server.origin}/forgot-password`);
  await page.goto(`${server.origin}/signin`);
  await fillSignIn();
  // A response that says nothing about the template keeps the person there.
  await page.getByRole('alert').filter({ hasText: 'Try again' }).waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.waitForURL('**/playbookslist');
  await shown('playbooks', 'one');
  await page.getByText('Playbook template not found').waitFor();
  expect(playbooks).toBe(2);
});

test('AUTH-36, AUTH-37: the first questions say that a template is gone, and lead to the list', async () => {
  const { server, page, shown } = product;
  const { accessToken, refreshToken, hasWorkflow, ...user } = signedInUser();
  server.api['POST /api/users/signin'] = () => ({ body: { user: signedInUser(), hasWorkflow: true } });
  server.api['PUT /api/users/info'] = () => ({ body: { user } });
  server.api['POST /api/playbooks'] = () => refused('There is no such template', 404);
  await page.goto(`${server.origin}/userinfo?playbookTemplateId=gone`);
  await page.waitForURL('**/signin');
  await fillSignIn();
  await page.waitForURL('**/userinfo?playbookTemplateId=gone');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/playbookslist');
  await shown('playbooks', 'one');
  await page.getByText('Playbook template not found').waitFor();
});

test('requesting a reset link shows the same message whether or not the address is known', async () => {
  const { server, page } = product;
  server.api['POST /api/users/forgot-password'] = () => ({ body: { isSuccess: true } });
  await page.goto(`${server.origin}/forgot-password`);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Please enter Email').waitFor();
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.keyboard.press('Enter');
  await page
    .getByText('If the user with the provided email username exists, an email will be sent to this email address to reset your password.')
    .waitFor();
});

test('a failed reset says why and can be retried; a successful one leads to sign-in', async () => {
  const { server, page } = product;
  let tries = 0;
  server.api['POST /api/users/reset-password'] = ({ body }) => {
    expect(body).toEqual({ password: 'porters', token: 'a.b' });
    tries += 1;
    return { body: tries === 1 ? { success: false, errorMessage: 'The link has expired.' } : { success: true, errorMessage: null } };
  };
  await page.goto(`${server.origin}/reset-password?token=a.b`);
  await page.getByRole('textbox', { name: 'New password' }).fill('porters');
  const button = page.getByRole('button', { name: 'Set the password' });
  await button.click();
  await page.getByRole('alert').filter({ hasText: 'The link has expired.' }).waitFor();
  await expect.poll(() => button.isDisabled()).toBe(false);
  await button.click();
  await page.waitForURL('**/signin');
  await page.getByText('Your password has been changed. Sign in with the new one.').waitFor();
});
