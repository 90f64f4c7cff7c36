import { describe, expect, it } from 'vitest';
import { curlCommand } from './curl-command.ts';

const URL = 'http://x.test/';

describe('the ready-made command of a webhook', () => {
  it('sends the chosen body with the chosen method', () => {
    expect(curlCommand(URL, { method: 'PUT', body: '{ "total": 180 }\n' })).toBe(
      `curl -X PUT ${URL} \\\n  -H 'content-type: application/json' \\\n  -d '{ "total": 180 }'`,
    );
  });

  it.each([
    { method: 'POST', body: ' ' },
    { method: 'GET', body: '{ "total": 180 }' },
  ] as const)('sends no body with %j', (call) => {
    expect(curlCommand(URL, call)).toBe(`curl -X ${call.method} ${URL}`);
  });

  it('closes and opens the quotes again around each quote of the body', () => {
    expect(curlCommand(URL, { method: 'POST', body: `it's` })).toContain("-d 'it'\\''s'");
  });
});
