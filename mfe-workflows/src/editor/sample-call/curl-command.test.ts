import { describe, expect, test } from 'vitest';
import { curlCommand } from './curl-command.ts';

const URL = 'http://x.test/';

describe('the ready-made command of a webhook', () => {
  test('sends the chosen body with the chosen method', () => {
    expect(curlCommand(URL, { method: 'PUT', bodyType: 'application/json', body: '{ "total": 180 }\n' })).toBe(
      `curl -X PUT ${URL} \\\n  -H 'content-type: application/json' \\\n  --data-raw '{ "total": 180 }'`,
    );
  });

  test('sends a multi-line file with its own media type and line breaks', () => {
    expect(curlCommand(URL, { method: 'POST', bodyType: 'text/csv', body: 'sku,qty\nA1,3\n' })).toBe(
      `curl -X POST ${URL} \\\n  -H 'content-type: text/csv' \\\n  --data-raw 'sku,qty\nA1,3'`,
    );
  });

  test('sends a text that starts with @, which curl would read as a file name', () => {
    expect(curlCommand(URL, { method: 'POST', bodyType: 'text/plain', body: '@secret' })).toContain("--data-raw '@secret'");
  });

  test.each([
    { method: 'POST', bodyType: 'application/json', body: ' ' },
    { method: 'GET', bodyType: 'application/json', body: '{ "total": 180 }' },
  ] as const)('sends no body with %j', (call) => {
    expect(curlCommand(URL, call)).toBe(`curl -X ${call.method} ${URL}`);
  });

  test('closes and reopens the quotes around each quote in the body', () => {
    expect(curlCommand(URL, { method: 'POST', bodyType: 'text/plain', body: `it's` })).toContain("--data-raw 'it'\\''s'");
  });
});
