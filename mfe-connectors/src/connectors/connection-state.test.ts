import { expect, test } from 'vitest';
import type { ConnectorType } from './api-types.ts';
import { asksPerson, connectionStateOf } from './connection-state.ts';

const typeWith = (connection: object = {}, authorizationType = 'OAuth') =>
  ({ authorizationType, additionalData: { connection } }) as unknown as ConnectorType;
const connector = (fields: object = {}) => ({
  connectedAt: null,
  connectionProblem: null,
  authorizationType: null,
  testedAt: null,
  isSimulated: false,
  ...fields,
});

test('a problem is said before anything else', () => {
  expect(connectionStateOf(connector({ connectedAt: '2026-01-01T00:00:00Z', connectionProblem: 'refused' }), typeWith())).toBe('problem');
});

test('a system that refuses what was entered by hand needs other credentials, and no Re-Connect', () => {
  expect(connectionStateOf(connector({ connectionProblem: 'refused' }), typeWith({}, 'ApiKey'))).toBe('refused');
  expect(connectionStateOf(connector({ connectionProblem: 'refused', isSimulated: true }), typeWith())).toBe('refused');
  expect(connectionStateOf(connector({ connectionProblem: 'refused' }), undefined)).toBe('problem');
});

test('what a person has to allow is not connected until the system gave its tokens', () => {
  expect(connectionStateOf(connector(), typeWith())).toBe('not-connected');
  expect(connectionStateOf(connector({ connectedAt: '2026-01-01T00:00:00Z' }), typeWith())).toBe('connected');
});

test('a test that worked says more than saved credentials or tokens, and less than a problem', () => {
  const testedAt = '2026-01-02T00:00:00Z';
  expect(connectionStateOf(connector({ testedAt, authorizationType: 'ApiKey' }), typeWith())).toBe('works');
  expect(connectionStateOf(connector({ testedAt, connectedAt: testedAt }), typeWith())).toBe('works');
  expect(connectionStateOf(connector({ testedAt, connectionProblem: 'gone' }), typeWith())).toBe('problem');
});

test('what was entered by hand is ready: only a call tells more', () => {
  expect(connectionStateOf(connector({ authorizationType: 'ApiKey' }), typeWith())).toBe('ready');
  expect(connectionStateOf(connector(), typeWith({ form: 'ManualOAuth' }, 'OAuth1'))).toBe('ready');
  expect(connectionStateOf(connector(), typeWith({ grantType: 'client_credentials' }))).toBe('ready');
  expect(connectionStateOf(connector(), undefined)).toBe('ready');
});

test('CONN-03: Re-Connect is for OAuth and OAuth1 that ask a person', () => {
  expect(asksPerson(typeWith({}, 'OAuth1'), connector())).toBe(true);
  expect(asksPerson(typeWith({}, 'OAuth'), connector({ authorizationType: 'Basic' }))).toBe(false);
  expect(asksPerson(typeWith({}, 'ApiKey'), connector())).toBe(false);
  expect(asksPerson(typeWith({}, 'OAuth'), connector({ isSimulated: true }))).toBe(false);
});
