import { describe, expect, test } from 'vitest';
import { describeRefusal, readResponseMessage } from './answer-message.ts';

describe('the system’s message about a refused call', () => {
  test.each([
    ['Stripe', { error: { code: 'resource_missing', message: "No such customer: 'cus_1'" } }, "No such customer: 'cus_1'."],
    ['Shopify', { errors: { title: ["can't be blank", 'is too short'] } }, "title: can't be blank; is too short."],
    [
      'GitHub',
      { message: 'Validation Failed', errors: [{ field: 'title', message: 'title is too long' }] },
      'Validation Failed: title is too long.',
    ],
    ['Salesforce', [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }], 'Session expired or invalid.'],
    ['QuickBooks', { Fault: { Error: [{ Message: 'x', Detail: 'y', code: '1' }] } }, 'x.'],
    [
      'NetSuite',
      { title: 'Bad Request', status: 400, 'o:errorDetails': [{ detail: 'The record was refused.', 'o:errorCode': 'USER_ERROR' }] },
      'The record was refused.',
    ],
    ['OAuth', { error: 'invalid_grant', error_description: 'Token has been revoked.' }, 'Token has been revoked.'],
    ['a problem (RFC 9457)', { type: 'about:blank', title: 'Not here', detail: 'Nobody home' }, 'Nobody home.'],
    ['Airtable', { error: 'NOT_FOUND' }, 'NOT_FOUND.'],
    ['a text', 'Slow   down\n', 'Slow down.'],
    ['a web page', '<html><body>502</body></html>', ''],
    ['nothing', null, ''],
    ['data', { id: 1, ok: false }, ''],
  ])('%s', (_name, body, message) => {
    expect(readResponseMessage(body)).toBe(message);
  });

  test('is kept short', () => {
    const short = readResponseMessage({ message: 'The title is taken. '.repeat(500) });
    expect(short.length).toBeLessThanOrEqual(300);
    expect(short).toMatch(/^The title is taken\..*…$/);
    // A word that crosses the limit may be a secret, and half of it would not be recognised as one.
    expect(readResponseMessage({ message: 'x'.repeat(5_000) })).toBe('');
    const deep = JSON.parse(`${'{"error":'.repeat(200)}"x"${'}'.repeat(200)}`);
    expect(readResponseMessage(deep)).toBe('');
  });
});

test.each([
  [422, 'The title is taken.', 'Shopify responded with 422: The title is taken.'],
  [503, '', 'Shopify responded with 503.'],
  [null, 'The title is taken.', 'Shopify responded: The title is taken.'],
])('a refusal names the system (%s, “%s”)', (status, said, message) => {
  expect(describeRefusal('Shopify', status, said)).toBe(message);
});
