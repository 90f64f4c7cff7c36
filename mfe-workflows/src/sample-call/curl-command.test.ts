import { describe, expect, it } from 'vitest';
import { curlCommand } from './curl-command.ts';

const URL = 'http://x.test/';

describe('the ready-made command of a webhook', () => {
  it('sends the chosen body with the chosen method', () => {
    expect(curlCommand(URL, { method: 'PUT', bodyType: 'application/json', body: '{ "total": 180 }\n' })).toBe(
      `curl -X PUT ${URL} \\\n  -H 'content-type: application/json' \\\n  --data-raw '{ "total": 180 }'`,
    );
  });

  it('sends a file of lines as what it is, with its line breaks', () => {
    expect(curlCommand(URL, { method: 'POST', bodyType: 'text/csv', body: 'sku,qty\nA1,3\n' })).toBe(
      `curl -X POST ${URL} \\\n  -H 'content-type: text/csv' \\\n  --data-raw 'sku,qty\nA1,3'`,
    );
  });

  it('sends a text that begins with @, where curl would read a file of that name', () => {
    expect(curlCommand(URL, { method: 'POST', bodyType: 'text/plain', body: '@secret' })).toContain("--data-raw '@secret'");
  });

  it.each([
    { method: 'POST', bodyType: 'application/json', body: ' ' },
    { method: 'GET', bodyType: 'application/json', body: '{ "total": 180 }' },
  ] as const)('sends no body with %j', (call) => {
    expect(curlCommand(URL, call)).toBe(`curl -X ${call.method} ${URL}`);
  });

  it('closes and opens the quotes again around each quote of the body', () => {
    expect(curlCommand(URL, { method: 'POST', bodyType: 'text/plain', body: `it's` })).toContain("--data-raw 'it'\\''s'");
  });
});
