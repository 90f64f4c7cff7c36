import { expect, test } from 'vitest';
import { RunSecrets } from '../secrets/run-secrets.ts';
import { describeGiven } from './describe-given.ts';
import { noteGiven } from './partial-test.ts';

const values = {
  Response: 1,
  ResponseHeaders: { 'content-type': 'text/plain', 'set-cookie': ['sid=first-secret; Path=/', 'csrf=second-secret'] },
};

test('a pinned response shows all headers of a name, as a real one does', () => {
  expect(describeGiven(values, 'Pinned').response?.headers).toEqual({
    'content-type': 'text/plain',
    'set-cookie': 'sid=first-secret; Path=/, csrf=second-secret',
  });
});

test('every cookie of a pinned response is treated as a secret', () => {
  const secrets = new RunSecrets();
  noteGiven(secrets, { given: { call: { source: 'Pinned', values } } });
  expect(secrets.redactText('first-secret and second-secret')).not.toContain('secret');
});
