import { describe, expect, test } from 'vitest';
import { humanised } from '../extracted/readable-name.ts';
import { extractDocument } from './extract-document.ts';
import { thingOfPath } from './things-of-path.ts';

const ok = { responses: { 200: { description: '' } } };
const paragraphs =
  'This event occurs when there is activity relating to branch protection rules. For more information, see "[About protected branches](https://docs.example/about)."\n\nTo subscribe to this event, an app must have at least read-level access.';

function extractOperations(paths: object) {
  return extractDocument({ openapi: '3.1.0', paths }).summary.operations;
}

describe('names of operations', () => {
  test('come from a one-line summary, or from the operationId if the summary has paragraphs, which become the description', () => {
    const [short, long] = extractOperations({
      '/models': { get: { operationId: 'listModels', summary: 'List **models** of the [account](/docs/account).', ...ok } },
      '/chat/completions': {
        post: {
          operationId: 'createChatCompletion',
          summary: `**Starting a new project?** We recommend trying [Responses](/docs/responses) to take advantage of the latest platform features.`,
          description: 'Creates a model response.',
          ...ok,
        },
      },
    });
    expect(short).toMatchObject({ name: 'List models of the account', description: null });
    expect(long).toMatchObject({ id: 'POST /chat/completions', name: 'Create chat completion', operationId: 'createChatCompletion' });
    expect(long?.description).toMatch(/^\*\*Starting a new project\?\*\*[\s\S]*\n\nCreates a model response\.$/);
  });

  test('come from the operationId in words, or from method and path without one', () => {
    const nameOf = (path: string, method: string, operationId?: string) =>
      extractOperations({ [path]: { [method]: { ...(operationId ? { operationId } : {}), ...ok } } })[0]?.name;
    expect(nameOf('/x', 'get', 'getOAuthTokenByUserID')).toBe('Get OAuth token by user ID');
    expect(nameOf('/x', 'get', 'repos/list-commits')).toBe('List commits');
    expect(nameOf('/x', 'get', 'issues/get')).toBe('Get issues');
    expect(nameOf('/x', 'get', 'get-/crm/v3/objects/{id}_getById')).toBe('Get x');
    expect(nameOf('/transactions/get', 'post')).toBe('Get transactions');
    expect(nameOf('/charges/{chargeId}/capture', 'post')).toBe('Capture charges');
    expect(nameOf('/pets/{petId}', 'get')).toBe('Get pets by pet ID');
    expect(nameOf('/', 'get')).toBe('GET /');
  });

  test.each([
    ['createChatCompletion', 'Create chat completion'],
    ['branch-protection-rule/created', 'Branch protection rule created'],
    ['invoice.payment_failed', 'Invoice payment failed'],
    ['LIST_USERS', 'List users'],
    ['listIPs', 'List IPs'],
    ['getHTTPSettings', 'Get HTTP settings'],
    ['ünïcode_näme', 'Ünïcode näme'],
    ['///', ''],
  ])('%s is written as %s', (identifier, name) => expect(humanised(identifier)).toBe(name));
});

describe('resources of operations', () => {
  test.each([
    ['/transactions/get', 'transactions'],
    ['/item/access_token/invalidate', 'access_token'],
    ['/sandbox/item/fire_webhook', 'item'],
    ['/responses/input_tokens?beta=true', 'input_tokens'],
    ['/responses/compact?beta=true', 'responses'],
    ['/responses/{response_id}/cancel', 'responses'],
    ['/orders/{id}.json', 'orders'],
    ['/orders/count.json', 'orders'],
    ['/repos/{owner}/check-runs', 'check-runs'],
    ['/v1/messages:send', 'messages'],
    ['/chat.postMessage', 'chat'],
    ['/listUsers', 'Users'],
    ['/graphql#products', 'graphql'],
    ['/v1', 'v1'],
    ['/search', 'search'],
    ['/{id}', null],
    ['', null],
  ])('are derived from %s as %s', (path, thing) => expect(thingOfPath(path).thing).toBe(thing));

  test('have readable names, separate namespaces, and one spelling', () => {
    const post = { post: ok };
    const { resources, operations } = extractDocument({
      openapi: '3.1.0',
      paths: {
        '/transactions/get': post,
        '/transactions/sync': post,
        '/v1/checkout/sessions': post,
        '/v1/billing_portal/sessions': post,
        '/files': { post: { tags: ['Files'], ...ok } },
        '/files/{id}': post,
        '/vector-stores/{id}/file_batches': post,
      },
    }).summary;
    expect(resources.map(({ name }) => name)).toEqual([
      'Billing portal sessions',
      'Checkout sessions',
      'File batches',
      'Files',
      'Transactions',
    ]);
    const ids = new Set(resources.map(({ id }) => id));
    expect(operations.every(({ resourceId }) => ids.has(resourceId))).toBe(true);
    expect(operations.filter(({ resourceId }) => resourceId === 'Files')).toHaveLength(2);
  });
});

describe('names of events', () => {
  /** Written like GitHub's: no tags, and the same paragraphs for all events of a kind. */
  const webhooks = Object.fromEntries(
    ['branch-protection-rule', 'check-run', 'issues', 'label', 'team', 'star'].flatMap((thing) =>
      ['created', 'edited', 'deleted', 'transferred'].map((action) => [
        `${thing}-${action}`,
        { post: { summary: paragraphs, description: `Something was ${action}.`, operationId: `${thing}/${action}` } },
      ]),
    ),
  );

  test('are short and unique, with paragraphs as description, and many events are grouped by subject', () => {
    const { events, resources } = extractDocument({
      openapi: '3.1.0',
      webhooks: { ...webhooks, push: { post: { summary: 'Push' } } },
    }).summary;
    expect(events[0]).toMatchObject({
      id: 'branch-protection-rule-created',
      name: 'Branch protection rule created',
      resourceId: 'Branch protection rule',
    });
    expect(events[0]?.description).toMatch(/^Something was created\.\n\nThis event occurs when/);
    expect(new Set(events.map(({ name }) => name)).size).toBe(events.length);
    expect(resources.map(({ name }) => name)).toEqual(['Branch protection rule', 'Check run', 'Issues', 'Label', 'Push', 'Star', 'Team']);
  });

  test('come from ids if several events share a summary, and few events stay in one list', () => {
    const { events } = extractDocument({
      openapi: '3.1.0',
      webhooks: {
        'card.made': { post: { summary: 'A card' } },
        'card.gone': { post: { summary: 'A card' } },
        ping: { post: { summary: 'Ping' } },
      },
    }).summary;
    expect(events.map(({ name, resourceId }) => [name, resourceId])).toEqual([
      ['Card made', 'Events'],
      ['Card gone', 'Events'],
      ['Ping', 'Events'],
    ]);
  });
});
