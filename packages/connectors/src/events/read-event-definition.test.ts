import { describe, expect, test } from 'vitest';
import { importDocument } from '../document/import-document.ts';
import { getEventMode } from './event-definition.ts';
import { readEventDefinition } from './read-event-definition.ts';

const subscribe = { operation: 'POST /hooks', values: { 'body.url': '{webhookUrl}', 'body.secret': '{secret}' } };
const unsubscribe = { operation: 'DELETE /hooks/{id}', values: { 'path.id': '{subscriptionId}' } };
const poll = { operation: 'GET /query', values: { 'query.q': 'since {cursor}' }, cursorPath: 'changed' };

describe('readEventDefinition', () => {
  test('fills in the defaults', () => {
    expect(readEventDefinition({ subscribe, unsubscribe, match: { in: 'header', name: 'X-Event', equals: 'push' } })).toEqual({
      definition: {
        match: [{ in: 'header', name: 'x-event', equals: ['push'] }],
        subscribe: { ...subscribe, idPath: 'id', keep: {}, next: [] },
        unsubscribe,
      },
      problems: [],
    });
    expect(readEventDefinition({ poll }).definition.poll).toEqual({
      operation: 'GET /query',
      values: { 'query.q': 'since {cursor}' },
      idPath: 'id',
      cursor: { of: 'items', path: 'changed', format: 'date-time', overlapSeconds: 60 },
      first: 'skip',
      everySeconds: 60,
    });
  });

  test('uses row numbers as the cursor of a sheet', () => {
    const rows = { operation: 'GET /values', values: { 'query.range': 'A{cursor}:Z' }, itemsPath: 'values', rows: { headersPath: 'head' } };
    expect(readEventDefinition({ poll: rows })).toMatchObject({
      definition: {
        poll: { rows: { headersPath: 'head' }, idPath: 'row', cursor: { of: 'items', path: 'row', format: 'number', overlapSeconds: 0 } },
      },
      problems: [],
    });
    expect(readEventDefinition({ poll: { ...rows, rows: { header: 'x' } } }).problems).toEqual(['poll.rows has no "header".']);
  });

  test('distinguishes the four ways to get an event', () => {
    const modes = [{}, { subscribe, unsubscribe }, { subscribe, unsubscribe, fetch: poll }, { poll }];
    expect(modes.map((written) => getEventMode(readEventDefinition(written).definition))).toEqual([
      'by-hand',
      'registered',
      'fetched',
      'polled',
    ]);
  });

  test.each<[string, unknown, RegExp]>([
    ['a name that is none', { poling: poll }, /has no "poling"/],
    ['a subscription that is never removed', { subscribe }, /needs "unsubscribe"/],
    ['a match that lets everything through', { match: { in: 'body', name: 'type' } }, /match\.equals must be/],
    ['a match of nowhere', { match: { in: 'url', name: 'type', equals: 'x' } }, /match\.in must be/],
    [
      'a placeholder that is none',
      { unsubscribe: { ...unsubscribe, values: { 'path.id': '{subscription_id}' } } },
      /names \{subscription_id\}/,
    ],
    ['polling without a cursor', { poll: { ...poll, cursorPath: undefined } }, /needs "cursorPath"/],
    ['polling more often than once a minute', { poll: { ...poll, everySeconds: 5 } }, /at least 60/],
    ['a cursor of an unknown form', { poll: { ...poll, cursorFormat: 'iso' } }, /must be one of date-time/],
    ['a text', 'x', /must be an object/],
  ])('reports %s', (_, written, message) => {
    expect(readEventDefinition(written).problems.join('\n')).toMatch(message);
  });

  test('leaves braces of GraphQL and JSON alone', () => {
    const values = { 'body.query': 'mutation { webhookCreate(input: {url: "x"}) { id } }', 'body.filter': '{"a": {"b": 1}}' };
    expect(readEventDefinition({ unsubscribe: { operation: 'POST /x', values } }).problems).toEqual([]);
  });

  test('reads the events’ definitions in an imported document, with warnings for errors', () => {
    const imported = importDocument(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Hooks', version: '1' },
        paths: { '/hooks': { post: { responses: { 200: { description: 'ok' } } } } },
        webhooks: {
          sold: { post: { 'x-event': { subscribe, unsubscribe } } },
          plain: { post: {} },
        },
      }),
    );
    expect(imported.ok && imported.summary.events.map(({ id, mode }) => [id, mode])).toEqual([
      ['sold', 'registered'],
      ['plain', 'by-hand'],
    ]);
    expect(JSON.stringify(imported.ok && imported.warnings)).toContain('names the operation \\"DELETE /hooks/{id}\\", which doesn’t exist');
  });
});
