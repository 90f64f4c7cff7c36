import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { launchBrowser, type OpenBrowser } from '../browser/browser.ts';
import { signInAs } from '../browser/sign-in.ts';
import { openEditor } from '../editor/open-editor.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type ConnectedSystem, choose, createConnectorType, makeConnector, openList, realDocument, startSystem } from './step-system.ts';

const trains = realDocument('readme-train-travel-3.1.yaml');

const stations = [
  { id: 'efdbb9d1-02c2-4bc3-afb7-6788d8782b1e', name: 'Berlin Hauptbahnhof', country_code: 'DE' },
  { id: 'b2e783e1-c824-4d63-b37a-d8d698862f1d', name: 'Paris Gare du Nord', country_code: 'FR' },
  { id: 'c8f2a1d0-4a53-4f0e-9c4e-2f7d1a9b6c11', name: 'Paris Gare de Lyon', country_code: 'FR' },
];

/** The real document, with the source of its stations' choices. */
function withChoices(document: string): string {
  const placed = (text: string, after: string, added: string) => {
    expect(text.split(after)).toHaveLength(2);
    return text.replace(after, after + added);
  };
  const origin = placed(
    document,
    'description: The ID of the origin station\n',
    '          x-lookup: { operation: GET /stations, itemsPath: data, namePath: "{name} ({country_code})" }\n',
  );
  const destination = placed(
    origin,
    'description: The ID of the destination station\n',
    '          x-autocomplete: { operation: GET /stations, searchParameter: query.search, itemsPath: data, searchField: station }\n',
  );
  return placed(destination, 'operationId: get-stations\n', '      parameters: [{ name: search, in: query, schema: { type: string } }]\n');
}

describe.skipIf(trains === null)('a workflow with a connector operation, built by hand from an uploaded document', () => {
  let system: ConnectedSystem;
  let browser: OpenBrowser;
  let isDown = false;
  beforeAll(async () => {
    system = await startSystem(({ method, url }) => {
      const { pathname, searchParams } = new URL(url, 'http://system');
      if (isDown) return { status: 503, body: { message: 'Timetables are being changed' } };
      if (method !== 'GET') return;
      if (pathname === '/stations') {
        const wanted = searchParams.get('search')?.toLowerCase() ?? '';
        // Slower than a person: the list is open before its choices arrive.
        return { delayMs: 1_500, body: { data: stations.filter(({ name }) => name.toLowerCase().includes(wanted)) } };
      }
      if (pathname === '/trips') return { body: { data: [{ id: 'trip-1', price: 50, operator: 'Night Express' }], links: {} } };
      return;
    });
  });
  afterAll(() => system.close());
  afterEach(() => browser.close());

  test('EDIT-39, STEP-29..48: tile, resource, operation, lookup and autocompletion; it runs and shows the result', async () => {
    const person = await signUp(sharedBaseUrl());
    const name = `Trains ${crypto.randomUUID().slice(0, 8)}`;
    const typeId = await createConnectorType(sharedBaseUrl(), {
      name,
      fileName: 'trains.yaml',
      document: withChoices(trains ?? ''),
      baseUrl: system.url,
    });
    await makeConnector(person.api, typeId, 'older');
    await makeConnector(person.api, typeId, 'newest');
    browser = await launchBrowser(sharedBaseUrl());
    const { page } = browser;
    await signInAs(page, person);
    const workflowId = await openEditor(page, person.api, [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }] as never);
    const panel = page.locator('[data-step-panel]');

    await page.getByRole('button', { name: 'Add a step after start', exact: true }).click();
    await page.getByRole('dialog', { name: 'New Step' }).getByRole('button', { name }).click();
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('trips');
    await panel.getByRole('button', { name: /^newest / }).waitFor();
    await choose(page, 'Resource', 'Trips');
    await choose(page, 'Operation', /^Get available train trips/);

    // STEP-44: the system's records are offered by name; the step stores the id.
    await choose(page, 'origin', 'Berlin Hauptbahnhof (DE)');
    // STEP-46: not before three characters.
    await openList(page, 'destination');
    await page.keyboard.type('Pa');
    await page.getByText('Type at least 3 characters').waitFor();
    await page.keyboard.type('ri');
    await page.getByRole('option', { name: 'Paris Gare du Nord' }).waitFor();
    expect(await page.getByRole('option').count()).toBe(2);
    await page.keyboard.type('zz');
    await page.getByText('No results').waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.getByRole('option', { name: 'Paris Gare du Nord' }).click();
    await panel.getByText('Please enter date').waitFor({ state: 'detached' });
    await panel.getByRole('textbox', { name: /^date/ }).fill('2026-12-01T09:00:00Z');
    expect(system.calls.filter(({ url }) => url.startsWith('/stations')).map(({ url }) => url)).toEqual([
      '/stations',
      '/stations?search=Pari',
      '/stations?search=Parizz',
    ]);

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved \d\d:\d\d:\d\d$/).waitFor();
    const { workflow } = await person.api('GET /api/workflows/{id}', { params: { id: workflowId } });
    expect(workflow.steps.find(({ stepId }) => stepId === 'trips')).toMatchObject({
      type: 'ConnectorOperation',
      operationId: 'GET /trips',
      useAutoPaging: true,
      pagedItemsLimit: 10,
      requestParameterMappings: [
        { toParameterPath: 'query.origin', fromParameterExpression: stations[0]?.id },
        { toParameterPath: 'query.destination', fromParameterExpression: stations[1]?.id },
        { toParameterPath: 'query.date', fromParameterExpression: '2026-12-01T09:00:00Z' },
      ],
    });
    expect(workflow.steps.find(({ type }) => type === 'Loop')).toMatchObject({ stepId: 'Loop for trips' });

    // The step has only the id; the field still shows the name after a reload.
    await page.reload();
    await page.locator('[data-flowchart] [data-card="trips"]').click();
    const destination = panel.getByRole('combobox', { name: /^destination/ });
    await destination.waitFor();
    expect(await destination.inputValue()).toBe('Paris Gare du Nord');

    await page.getByText('Workflow is valid and can be started').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/tab=Last\+Run&workflowInstanceId=/);
    await page.getByText(/^Took /).waitFor();
    const trip = system.calls.find(({ url }) => url.startsWith('/trips'));
    expect(Object.fromEntries(new URL(trip?.url ?? '', 'http://system').searchParams)).toMatchObject({
      origin: stations[0]?.id,
      destination: stations[1]?.id,
    });
    expect(trip?.authorization).toContain('key-of-newest-0123456789');
    await page.locator('[data-flowchart] [data-card="trips"]').click();
    await page.getByText('{ 3 fields }').click();
    await page.getByText('Night Express').waitFor();
    expect(browser.problems).toEqual([]);
  });

  test('STEP-111: the system’s refusal appears in its own words next to the field; trying again loses nothing', async () => {
    const person = await signUp(sharedBaseUrl());
    const document = withChoices(trains ?? '');
    const name = `Trains ${crypto.randomUUID().slice(0, 8)}`;
    const typeId = await createConnectorType(sharedBaseUrl(), { name, fileName: 'trains.yaml', document, baseUrl: system.url });
    const connectorId = await makeConnector(person.api, typeId, 'trains');
    browser = await launchBrowser(sharedBaseUrl());
    const { page } = browser;
    await signInAs(page, person);
    isDown = true;
    await openEditor(page, person.api, [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'trips' },
      {
        stepId: 'trips',
        type: 'ConnectorOperation',
        connectorId,
        connectorTypeId: typeId,
        operationId: 'GET /trips',
        requestParameterMappings: [{ toParameterPath: 'query.date', fromParameterExpression: '2026-12-01T09:00:00Z' }],
      },
    ] as never);
    await page.locator('[data-flowchart] [data-card="trips"]').click();
    const panel = page.locator('[data-step-panel]');
    await panel.getByText('“trains” responded with 503: Timetables are being changed.').waitFor();
    isDown = false;
    await panel.getByRole('button', { name: 'Retry: choices of origin' }).click();
    await choose(page, 'origin', 'Paris Gare de Lyon (FR)');
    expect(await panel.getByRole('textbox', { name: /^date/ }).textContent()).toContain('2026-12-01T09:00:00Z');
  });
});
