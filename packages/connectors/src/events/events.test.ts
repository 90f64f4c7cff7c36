import { describe, expect, test } from 'vitest';
import { eventsOfCall } from './deliveries-of.ts';
import type { EventDefinition } from './event-definition.ts';
import { hasOwnSecret, sharedSecret } from './event-secret.ts';
import { fillValue, MissingField } from './fill-values.ts';
import { readEventDefinition } from './read-event-definition.ts';
import { askedFrom, cursorText, parsePosition, readItem } from './reading-cursor.ts';
import { listAt, textAt, valuesAt } from './values-at.ts';

const none = new URLSearchParams();
const definition = (written: object): EventDefinition => readEventDefinition(written).definition;

describe('eventsOfCall', () => {
  const opened = definition({
    match: [
      { in: 'header', name: 'X-GitHub-Event', equals: 'issues' },
      { in: 'body', name: 'action', equals: ['opened', 'reopened'] },
    ],
    deliveryId: { in: 'header', name: 'X-GitHub-Delivery' },
  });

  test('finds the event if every part of the match is true', () => {
    const headers = { 'x-github-event': 'issues', 'x-github-delivery': 'd-1' };
    const body = { action: 'reopened' };
    expect(eventsOfCall(opened, { headers, query: none, body }, null)).toEqual([{ payload: body, id: 'd-1' }]);
    expect(eventsOfCall(opened, { headers, query: none, body: { action: 'closed' } }, null)).toEqual([]);
    expect(eventsOfCall(opened, { headers: { 'x-github-event': 'ping' }, query: none, body }, null)).toEqual([]);
  });

  test('finds each of the events in one call, in nested lists', () => {
    const quickbooks = definition({
      items: { path: 'eventNotifications[].dataChangeEvent.entities[]' },
      match: [
        { in: 'item', name: 'name', equals: 'Invoice' },
        { in: 'item', name: 'operation', equals: 'Create' },
      ],
    });
    const body = {
      eventNotifications: [
        {
          dataChangeEvent: {
            entities: [
              { name: 'Invoice', id: '1', operation: 'Create' },
              { name: 'Customer', id: '2', operation: 'Create' },
            ],
          },
        },
        { dataChangeEvent: { entities: [{ name: 'Invoice', id: '3', operation: 'Create' }] } },
      ],
    };
    const found = eventsOfCall(quickbooks, { headers: {}, query: none, body }, 'call');
    expect(found.map(({ payload, id }) => [(payload as { id: string }).id, id])).toEqual([
      ['1', 'call#0'],
      ['3', 'call#2'],
    ]);
    expect(eventsOfCall(quickbooks, { headers: {}, query: none, body }, null)[0]?.id).toBeNull();
  });

  test('accepts a body that is itself the list (HubSpot), and matches numbers and flags as texts', () => {
    const hubspot = definition({ items: { path: '', idPath: 'eventId' }, match: { in: 'item', name: 'isNew', equals: 'true' } });
    const body = [{ eventId: 7, isNew: true }, { eventId: 8, isNew: false }, 'text'];
    expect(eventsOfCall(hubspot, { headers: {}, query: none, body }, null)).toEqual([{ payload: body[0], id: '7' }]);
  });

  test('never matches anything from a prototype', () => {
    const odd = definition({ match: { in: 'body', name: 'constructor.name', equals: 'Object' } });
    expect(eventsOfCall(odd, { headers: {}, query: none, body: {} }, null)).toEqual([]);
  });
});

describe('fillValue', () => {
  const fields = { webhookUrl: 'https://p/x', 'body.tables': ['a', 'b'], 'body.owner': 'octo', 'kept.n': 5 };

  test('keeps the type of a value that is only a placeholder, and makes text of one within a text', () => {
    expect(fillValue({ a: '{body.tables}', b: '{body.owner}/{kept.n}', c: 7, d: ['{webhookUrl}?t=1'] }, fields)).toEqual({
      a: ['a', 'b'],
      b: 'octo/5',
      c: 7,
      d: ['https://p/x?t=1'],
    });
  });

  test('never fills placeholders in filled values', () => {
    expect(fillValue('{body.owner}', { 'body.owner': '{secret}', secret: 's' })).toBe('{secret}');
    expect(fillValue('<{body.owner}>', { 'body.owner': '{secret}', secret: 's' })).toBe('<{secret}>');
  });

  test('omits an absent optional value, and refuses an absent required one', () => {
    expect(fillValue({ a: '{cursor}', b: 'x' }, fields, () => 'left-out')).toEqual({ b: 'x' });
    expect(fillValue({ a: '{body.gone}', b: 'x{body.gone}y' }, fields, () => 'empty')).toEqual({ b: 'xy' });
    expect(fillValue({ a: 'since {cursor}' }, fields, () => 'left-out')).toEqual({});
    expect(() => fillValue({ a: '{secret}' }, fields)).toThrow(MissingField);
  });
});

describe('cursors', () => {
  const cursor = (cursorFormat: string, overlapSeconds?: number) => {
    const read = definition({ poll: { operation: 'GET /x', values: {}, cursorPath: 'at', cursorFormat, overlapSeconds } }).poll;
    if (read?.cursor.of !== 'items') throw new Error('no cursor');
    return read.cursor;
  };
  const NOON = Date.parse('2026-11-21T12:00:00.500Z');

  test.each([
    ['date-time', '2026-11-21T11:59:00.500Z'],
    ['date-time-seconds', '2026-11-21T11:59:00Z'],
    ['date', '2026-11-21'],
    ['unix', Date.parse('2026-11-21T11:59:00Z') / 1_000],
    ['unix-ms', Date.parse('2026-11-21T11:59:00.500Z')],
  ])('are sent for %s as one minute before what was reached', (format, text) => {
    expect(cursorText(cursor(format), NOON)).toBe(text);
  });

  test('remember exactly what is requested again: a format without fractions starts at the whole second', () => {
    expect(askedFrom(cursor('date-time-seconds', 0), NOON)).toBe(Date.parse('2026-11-21T12:00:00Z'));
    expect(askedFrom(cursor('date', 0), NOON)).toBe(Date.parse('2026-11-21T00:00:00Z'));
    expect(askedFrom(cursor('number'), 41)).toBe(41);
  });

  test('accept times as systems write them', () => {
    const instant = Date.parse('2026-11-21T10:00:00Z');
    const written = [
      '2026-11-21T10:00:00.000+0000',
      '2026-11-21T12:00:00+02:00',
      '2026-11-21T10:00:00',
      '2026-11-21 10:00:00',
      '2026-11-21T10:00:00Z',
      '20261121T100000Z',
      '20261121100000',
      ' 20261121T120000+0200 ',
    ];
    expect(written.map((text) => parsePosition(cursor('date-time'), text))).toEqual(written.map(() => instant));
    expect(parsePosition(cursor('unix'), '1795255200')).toBe(1_795_255_200_000);
    expect(parsePosition(cursor('unix-ms'), '2026-11-21T10:00:00.000Z')).toBe(Date.parse('2026-11-21T10:00:00Z'));
    expect(parsePosition(cursor('date-time'), '/Date(1795255200000-0500)/')).toBe(instant);
    expect(parsePosition(cursor('date-time'), 'soon')).toBeNull();
  });

  test.each([
    ['13/05/2026', '2026-05-13T00:00:00Z'],
    ['05/13/2026', '2026-05-13T00:00:00Z'],
    ['5/13/2026 10:30:00 PM', '2026-05-13T22:30:00Z'],
    ['05/05/2026', '2026-05-05T00:00:00Z'],
    ['13.05.2026 10:30', '2026-05-13T10:30:00Z'],
    ['05.06.2026', '2026-06-05T00:00:00Z'],
    ['13-05-2026T10:30:00', '2026-05-13T10:30:00Z'],
    ['2026/05/13', '2026-05-13T00:00:00Z'],
    ['Wed, 13 May 2026 10:30:00 GMT', '2026-05-13T10:30:00Z'],
    ['May 13, 2026 10:30 UTC', '2026-05-13T10:30:00Z'],
    ['May 13, 2026', '2026-05-13T00:00:00Z'],
    ['13 May 2026 10:30 pm', '2026-05-13T22:30:00Z'],
    ['13 May 2026 10:30 PM EST', '2026-05-14T03:30:00Z'],
    ['Wed May 13 2026 10:30:00 GMT+0200 (Central European Summer Time)', '2026-05-13T08:30:00Z'],
    ['2026-05-13 10:30:00 +0200', '2026-05-13T08:30:00Z'],
    // Day or month first: not known, so the position stays.
    ['05/06/2026', null],
    ['5-6-2026 10:30', null],
    ['05/06/26', null],
    ['13/13/2026', null],
    ['05.13.2026', null],
    // Date.parse makes a date of each.
    ['Order 7', null],
    ['v2.1', null],
    ['12', null],
  ])('read %s as %s', (text, expected) => {
    expect(parsePosition(cursor('date-time'), text)).toBe(expected === null ? null : Date.parse(expected));
  });

  test('treat an item whose date can’t be read as another event once its date changes', () => {
    const reading = { idPath: 'Id', cursor: cursor('date-time') };
    const key = (at: string) => readItem(reading, { Id: 7, [cursor('date-time').path]: at })?.key;
    expect(key('05/06/2026')).not.toBe(key('06/06/2026'));
    expect(key('05/06/2026')).toBe(key('05/06/2026'));
  });

  test('treat a changed item as another event, and an unchanged one as the same', () => {
    const reading = { idPath: 'Id', cursor: cursor('date-time') };
    const key = (at: string) => readItem(reading, { Id: 'a', at })?.key;
    expect(key('2026-11-21T10:00:00.000+0000')).toBe(key('2026-11-21T10:00:00Z'));
    expect(key('2026-11-21T10:00:01Z')).not.toBe(key('2026-11-21T10:00:00Z'));
    expect(readItem(reading, { at: '2026-11-21T10:00:01Z' })).toBeNull();
  });
});

describe('secrets', () => {
  const own = definition({
    subscribe: { operation: 'POST /h', values: { body: { config: { secret: '{secret}' } } } },
    unsubscribe: { operation: 'DELETE /h' },
  });

  test('come with a subscription that sends or receives a secret', () => {
    expect(hasOwnSecret(own)).toBe(true);
    expect(hasOwnSecret(definition({ subscribe: { operation: 'POST /h', secretPath: 'secret' } }))).toBe(true);
    expect(hasOwnSecret(definition({ subscribe: { operation: 'POST /h' } }))).toBe(false);
  });

  test('otherwise come from the event, the connector or the type, in this order, and can’t be empty', () => {
    const fields = { clientSecret: 'client', 'customOptions.webhook::secret': 'by hand' };
    const named = definition({ signature: { secret: '{connector.clientSecret}' } });
    expect(sharedSecret(named, 'type', fields)).toBe('client');
    expect(sharedSecret(named, 'type', {})).toBeNull();
    expect(sharedSecret(named, 'type', { 'customOptions.webhook::secret': 'by hand' })).toBe('by hand');
    expect(sharedSecret({ match: [] }, 'type', {})).toBe('type');
    expect(sharedSecret({ match: [] }, 'type', fields)).toBe('by hand');
    expect(sharedSecret({ match: [] }, ' ', {})).toBeNull();
    expect(sharedSecret({ match: [] }, null, {})).toBeNull();
  });
});

describe('valuesAt', () => {
  const answer = { data: { errors: [{ message: 'a' }, { message: 'b' }] }, list: [[1], [2]], 'a.b': { c: 1 } };

  test('goes through lists if [] or a name says so', () => {
    expect(valuesAt(answer, 'data.errors[].message')).toEqual(['a', 'b']);
    expect(valuesAt(answer, 'data.errors.message')).toEqual(['a', 'b']);
    expect(valuesAt(answer, 'data.errors[1].message')).toEqual(['b']);
    expect(valuesAt(answer, '["a.b"].c')).toEqual([1]);
    expect(valuesAt(answer, '')).toEqual([answer]);
    expect(valuesAt(answer, '__proto__.x')).toEqual([]);
    expect(listAt(answer, 'data.errors')).toHaveLength(2);
    expect(listAt([1, 2], '')).toEqual([1, 2]);
    expect(listAt(answer, 'data.gone')).toEqual([]);
    expect(textAt({ id: 5 }, 'id')).toBe('5');
  });
});
