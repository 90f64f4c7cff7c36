import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { readSystemFolder, systemNames } from '../../tools/read-system-types.ts';
import { type ArrivedEvent, eventsOfCall, readEventDefinition } from '../events/index.ts';

function readEvents(name: string): Record<string, unknown> {
  const { webhooks = {}, 'x-webhooks': more = {} } = load(readSystemFolder(name).yaml) as Record<string, Record<string, { post: unknown }>>;
  return Object.fromEntries(
    Object.entries({ ...webhooks, ...more }).map(([id, { post }]) => [id, (post as Record<string, unknown>)['x-event']]),
  );
}

test.each(systemNames())('%s: says how Portage gets each event, and all of it is valid', (name) => {
  const problems = Object.entries(readEvents(name)).flatMap(([id, written]) =>
    written === undefined ? [] : readEventDefinition(written).problems.map((problem) => `${id}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

/** Which events of a system are in a call, as the system sends it. */
function arriving(name: string, body: unknown): Record<string, ArrivedEvent[]> {
  const found = Object.entries(readEvents(name)).map(([id, written]) => {
    const { definition } = readEventDefinition(written);
    const events =
      definition.poll || definition.fetch ? [] : eventsOfCall(definition, { headers: {}, query: new URLSearchParams(), body }, null);
    return [id, events] as const;
  });
  return Object.fromEntries(found.filter(([, events]) => events.length > 0));
}

describe('calls as systems send them', () => {
  test('Zoom: carry one event, named in the body', () => {
    const body = {
      event: 'meeting.registration_created',
      event_ts: 1,
      payload: { account_id: 'a', object: { id: '1', registrant: { email: 'ada@example.com' } } },
    };
    expect(arriving('zoom', body)).toEqual({ 'meeting.registration_created': [{ payload: body, id: null }] });
    expect(arriving('zoom', { event: 'meeting.alert' })).toEqual({});
  });

  test('Xero: carry changes of several records in a list', () => {
    const change = (resourceId: string, eventCategory: string, eventType: string) => ({
      resourceId,
      eventCategory,
      eventType,
      tenantId: 't',
    });
    const [made, changed, other] = [change('1', 'INVOICE', 'CREATE'), change('2', 'INVOICE', 'UPDATE'), change('3', 'INVOICE', 'CREATE')];
    const found = arriving('xero', { events: [made, changed, other], firstEventSequence: 1, lastEventSequence: 3, entropy: 'x' });
    expect(Object.fromEntries(Object.entries(found).map(([id, events]) => [id, events.map(({ payload }) => payload)]))).toEqual({
      'invoice.create': [made, other],
      'invoice.update': [changed],
    });
    expect(arriving('xero', { events: [], entropy: 'x' })).toEqual({});
  });

  test('SendGrid: carry a list as the body, with an id in each event', () => {
    const opened = { email: 'ada@example.com', event: 'open', sg_event_id: 'e1' };
    const bounced = { email: 'bob@example.com', event: 'bounce', sg_event_id: 'e2' };
    expect(arriving('sendgrid', [opened, bounced])).toEqual({
      'mail.open': [{ payload: opened, id: 'e1' }],
      'mail.bounce': [{ payload: bounced, id: 'e2' }],
    });
  });

  test('Mindbody: carry one event with its message’s id', () => {
    const body = { messageId: 'm1', eventId: 'clientSale.created', eventData: { siteId: -99, saleId: 7 } };
    expect(arriving('mindbody', body)).toEqual({ 'clientSale.created': [{ payload: body, id: 'm1' }] });
  });

  test('Twilio: carry a form with its message’s id', () => {
    const body = { MessageSid: 'SM1', From: '+15550100', Body: 'Hello' };
    expect(arriving('twilio', body)['message.received']).toEqual([{ payload: body, id: 'SM1' }]);
  });
});
