import { expect, it } from 'vitest';
import { webhookHeaders, webhookQuery } from './webhook-headers.ts';

it('keeps what the sender says and leaves out sessions, the connection and the platform', () => {
  const headers = new Headers({
    'X-GitHub-Event': 'push',
    'content-type': 'application/json',
    'x-hub-signature-256': 'sha256=1',
    authorization: 'Bearer portage-session',
    cookie: 'a=b',
    'cf-connecting-ip': '10.0.0.1',
  });
  expect(webhookHeaders(headers)).toEqual({
    'x-github-event': 'push',
    'content-type': 'application/json',
    'x-hub-signature-256': 'sha256=1',
  });
});

it('makes a list of query values of one name, as of form fields', () => {
  expect(webhookQuery(new URL('https://a.example/?x=1&y=2&x=3&__proto__=p'))).toEqual(
    Object.fromEntries([
      ['x', ['1', '3']],
      ['y', '2'],
      ['__proto__', 'p'],
    ]),
  );
});
