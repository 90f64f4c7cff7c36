import { expect, test } from 'vitest';
import { webhookHeaders, webhookQuery } from './webhook-headers.ts';

test('keeps the sender’s headers and drops those of sessions, the connection and the platform', () => {
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

test('makes a list of query values with the same name, like form fields', () => {
  expect(webhookQuery('https://a.example/?x=1&y=2&x=3&__proto__=p&z[]=1', null)).toEqual(
    Object.fromEntries([
      ['x', ['1', '3']],
      ['y', '2'],
      ['__proto__', 'p'],
      ['z[]', ['1']],
    ]),
  );
});

test('reads a query in its call’s charset, and refuses an unreadable one', () => {
  const form = 'application/x-www-form-urlencoded; charset=windows-1251';
  expect(webhookQuery('https://a.example/?name=J%FCrgen', null)).toEqual({ name: 'Jürgen' });
  expect(webhookQuery('https://a.example/?name=%CF%F0', form)).toEqual({ name: 'Пр' });
  expect(webhookQuery('https://a.example/?_charset_=windows-1251&name=%CF%F0', null)).toMatchObject({ name: 'Пр' });
  expect(() => webhookQuery('https://a.example/?_charset_=klingon&name=%CF%F0', null)).toThrow('klingon');
});
