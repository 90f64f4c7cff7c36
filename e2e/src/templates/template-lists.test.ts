import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { launchBrowser } from '../browser/browser.ts';
import { signInByHand } from '../browser/sign-in.ts';
import { type ConnectorPerson, choose, newConnectorPerson, toast, typeMaker } from '../connectors/connector-people.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type AdminPerson, expectInOrder, makeTemplate, newName, openAsAdmin, START } from './template-people.ts';

const baseUrl = sharedBaseUrl();
const LONG = `${'A description of a hundred and twenty characters, that lists and cards cut, so that each of them has '}${'the same height.'.padEnd(20, '!')}`;

describe('the templates', () => {
  let admin: AdminPerson;
  let user: ConnectorPerson;
  const mark = newName('Many');
  let typeId: string;
  let typeName: string;

  beforeAll(async () => {
    [admin, user] = [await openAsAdmin(baseUrl), await newConnectorPerson(baseUrl)];
    const type = await (await typeMaker(baseUrl))('Chat', { baseUrl: 'https://chat.example.com' });
    [typeId, typeName] = [type.id, type.name];
    for (let at = 1; at <= 20; at += 1) await makeTemplate(admin.api, `${mark} ${String(at).padStart(2, '0')}`);
    await makeTemplate(admin.api, `${mark} with chat`, {
      description: LONG,
      steps: [
        { ...START, nextStepId: 'tell' },
        { stepId: 'tell', type: 'ConnectorOperation', connectorTypeId: typeId, operationId: 'POST /messages' },
      ],
    });
  });
  afterAll(() => Promise.all([admin?.close(), user?.close()]));

  test('TPL-02..06: the admin’s list has its columns, filters and pages of ten', async () => {
    const { page } = admin;
    await page.goto('/admin/workflows');
    await page.getByRole('link', { name: 'Templates', exact: true }).click();
    await page.getByRole('heading', { name: 'Workflow Templates' }).waitFor();
    await page.getByRole('textbox', { name: 'Template Name' }).fill(mark);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('1–10 of 21').waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Name', 'Description', 'Connectors', 'Active', 'Action']);
    expect(await page.getByRole('row').count()).toBe(11);
    await choose(page, 'Connector Type', typeName);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('1–1 of 1').waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: `${LONG.slice(0, 97)}…` })
      .waitFor();
    await page.getByRole('row').getByText(typeName).waitFor({ state: 'attached' });
    await expectInOrder(admin, 'admin templates');
  });

  test('TPL-04, TPL-08..12: Edit, Deactivate, Activate and Delete, each with its message', async () => {
    const { page } = admin;
    const [name, renamed] = [newName('Tea'), newName('Green tea')];
    const id = await makeTemplate(admin.api, name);
    await page.goto(`/admin/templates?query=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `Deactivate ${name}` }).click();
    await toast(page, 'WorkflowTemplate updated.');
    await page.getByRole('row').filter({ hasText: 'Not Active' }).waitFor();
    await user.page.goto(`/workflows/add-from-template-id/${id}/`);
    await user.page.getByText('This template is not available').waitFor();
    await expectInOrder(user, 'template not available');
    await page.getByRole('button', { name: `Activate ${name}` }).click();
    await page.getByRole('button', { name: `Deactivate ${name}` }).waitFor();

    await page.getByRole('button', { name: `Edit ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Workflow Template' });
    await dialog.getByRole('textbox', { name: 'Template Name' }).fill(`${mark} 01`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(`There is already a template called “${mark} 01”.`).waitFor();
    await dialog.getByRole('textbox', { name: 'Template Name' }).fill(renamed);
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Makes tea');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast(page, `WorkflowTemplate "${renamed}" updated.`);

    await page.goto(`/admin/templates?query=${encodeURIComponent(renamed)}`);
    await page.getByRole('row').filter({ hasText: 'Makes tea' }).waitFor();
    await page.getByRole('button', { name: `More actions for ${renamed}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Please confirm' });
    await question.getByRole('button', { name: 'No' }).click();
    await page.getByRole('button', { name: `More actions for ${renamed}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'WorkflowTemplate deleted.');
    await page.getByText('Nothing matches the search').waitFor();
  });

  test('WFL-35: any user’s workflow is copied to a template from the list of all workflows', async () => {
    const { page } = admin;
    const name = newName('Of the user');
    await user.api('POST /api/workflows', { body: { name, steps: [START] } });
    await page.goto(`/admin/workflows?name=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: `More actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Copy to Template' }).click();
    await page.getByRole('dialog', { name: 'Workflow Template' }).getByRole('button', { name: 'Save' }).click();
    await toast(page, `WorkflowTemplate "${name}" created.`);
    expect((await user.api('GET /api/workflow-templates', { query: { query: name } })).totalCount).toBe(1);
  });

  test('WFL-05, TPL-14..19: the picker shows twenty cards a page, four in a row, with next and previous pages', async () => {
    const { page } = admin;
    await page.goto('/workflows');
    await page.getByRole('link', { name: 'Add from template' }).click();
    await page.getByRole('heading', { name: 'Add Workflow: Select Template' }).waitFor();
    expect(await page.getByRole('link', { name: 'Add from template' }).count()).toBe(0);
    await page.goto(`/workflows/add-from-template?filter=${encodeURIComponent(mark)}`);
    await expect.poll(() => page.getByRole('searchbox', { name: 'Template Name' }).inputValue()).toBe(mark);
    const cards = page.getByRole('list', { name: 'Templates' }).locator(':scope > li');
    await expect.poll(() => cards.count()).toBe(20);
    const tops = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top)));
    expect(tops.filter((top) => top === tops[0])).toHaveLength(4);
    await expectInOrder(admin, 'picker');
    await page
      .getByRole('button', { name: 'Next' })
      .or(page.getByRole('link', { name: 'Next' }))
      .first()
      .click();
    await page.getByText(`${LONG.slice(0, 97)}…`).waitFor();
    await page.getByRole('list', { name: 'Connectors' }).getByText(typeName).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('**/workflows');
  });

  test('the templates that come with Portage are available to everyone', async () => {
    const { page } = user;
    await page.goto('/playbooks-and-templates?tab=templates');
    await page.getByRole('searchbox', { name: 'Template Name' }).fill('Slack');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('New Shopify orders in Slack').waitFor();
    await expect
      .poll(() =>
        page.locator('[aria-label="Templates"] img').evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
      )
      .toBe(true);
    await expectInOrder(user, 'gallery');
    await page.getByRole('link', { name: /New Shopify orders in Slack/ }).click();
    await page.getByRole('list', { name: 'Steps' }).getByText('A new order in the shop').waitFor();
    await expectInOrder(user, 'fill connectors of a shipped template');
    await page.goto('/playbooks-and-templates?filter=no-such-template');
    await page.getByText('No template matches').waitFor();
    await expectInOrder(user, 'gallery, nothing matches');
  });

  test('AUTH-29: a person who may not use workflows lands here after signing in, and from the root', async () => {
    const person = await signUp(baseUrl);
    const opened = await launchBrowser(baseUrl);
    onTestFinished(() => opened.close());
    const { page } = opened;
    await page.route('**/api/users/signin', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), hasWorkflow: false } });
    });
    await signInByHand(page, person);
    await page.waitForURL('**/playbooks-and-templates');
    await page.getByRole('list', { name: 'Playbooks' }).waitFor();
    await page.goto('/');
    await page.waitForURL('**/playbooks-and-templates');
  });

  test('TPL-07, TPL-09: a person who isn’t an admin reads the active ones at the open address, and changes nothing', async () => {
    const { page } = user;
    await page.goto(`/admin/workflow-templates?query=${encodeURIComponent(mark)}`);
    await page.getByText('1–10 of 21').waitFor();
    expect(await page.getByRole('button', { name: /^(Edit|Delete|Deactivate)/ }).count()).toBe(0);
    await page.getByRole('link', { name: `Use ${mark} 01` }).click();
    await page.getByText('This template works without connectors.').waitFor();
    await page.goto('/admin/templates');
    await page.waitForURL((url) => !url.pathname.startsWith('/admin'));
  });

  test('a type that is closed to new connectors, or deleted, is reported', async () => {
    const type = { name: typeName, baseUrl: 'https://chat.example.com', authorizationType: 'ApiKey', visibility: 'AllUsers' } as const;
    const { templates } = await admin.api('GET /api/workflow-templates', { query: { connectorTypeId: typeId } });
    const address = `/workflows/add-from-template-id/${templates[0]?.id}/`;
    const params = { id: typeId };
    await admin.api('PUT /api/connector-types/{id}', { params, body: { ...type, isHiddenForNewConnectors: true } });
    await user.page.goto(address);
    await user.page.getByText('New connectors of this type can’t be created right now.').waitFor();
    expect(await user.page.getByRole('link', { name: /Add connector/ }).count()).toBe(0);
    await admin.api('DELETE /api/connector-types/{id}', { params });
    await user.page.reload();
    await user.page.getByText('This template can’t be used right now').waitFor();
    expect(await user.page.getByRole('button', { name: 'Continue to Designer' }).isDisabled()).toBe(true);
    await expectInOrder(user, 'fill connectors, system gone');
    const offered = await user.api('GET /api/workflow-templates', { query: { connectorTypeId: typeId } });
    expect(offered.totalCount).toBe(0);
  });

  test('HOSTILE 31: names and descriptions are texts, whatever they look like', async () => {
    const name = `<img src=x onerror="window.hacked=1"> ${crypto.randomUUID().slice(0, 8)}`;
    await makeTemplate(admin.api, name, { description: '<script>window.hacked=1</script>' });
    for (const path of ['/admin/templates?query=', '/workflows/add-from-template?filter=']) {
      await admin.page.goto(path + encodeURIComponent(name));
      await admin.page.getByText(name).first().waitFor();
      expect(await admin.page.evaluate(() => 'hacked' in window)).toBe(false);
    }
    // The taken name was refused with 409 above.
    expect(admin.problems.filter((text) => !text.includes('409'))).toEqual([]);
  });

  test('a failure to load says so and can be retried', async () => {
    const { page } = user;
    await page.route('**/api/workflow-templates**', (route) =>
      route.fulfill({ status: 500, json: { errors: [{ userMessage: 'Out of order' }] } }),
    );
    await page.goto('/playbooks-and-templates?tab=templates');
    await page.getByText('The templates could not be loaded').waitFor();
    await expectInOrder(user, 'gallery, failed');
    await page.unroute('**/api/workflow-templates**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('list', { name: 'Templates' }).waitFor();
  });
});
