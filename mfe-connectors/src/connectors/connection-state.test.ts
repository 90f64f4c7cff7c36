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

test('a problem takes precedence over everything else', () => {
  expect(connectionStateOf(connector({ connectedAt: '2026-01-01T00:00:00Z', connectionProblem: 'refused' }), typeWith())).toBe('problem');
});

test('a system that refuses entered credentials needs other ones, not Re-Connect', () => {
  expect(connectionStateOf(connector({ connectionProblem: 'refused' }), typeWith({}, 'ApiKey'))).toBe('refused');
  expect(connectionStateOf(connector({ connectionProblem: 'refused', isSimulated: true }), typeWith())).toBe('refused');
  expect(connectionStateOf(connector({ connectionProblem: 'refused' }), undefined)).toBe('problem');
});

test('a connection that a person must allow is not connected until the system issues tokens', () => {
  expect(connectionStateOf(connector(), typeWith())).toBe('not-connected');
  expect(connectionStateOf(connector({ connectedAt: '2026-01-01T00:00:00Z' }), typeWith())).toBe('connected');
});

test('a passed test outranks saved credentials or tokens, but not a problem', () => {
  const testedAt = '2026-01-02T00:00:00Z';
  expect(connectionStateOf(connector({ testedAt, authorizationType: 'ApiKey' }), typeWith())).toBe('works');
  expect(connectionStateOf(connector({ testedAt, connectedAt: testedAt }), typeWith())).toBe('works');
  expect(connectionStateOf(connector({ testedAt, connectionProblem: 'gone' }), typeWith())).toBe('problem');
});

test('entered credentials are ready: only a call can show more', () => {
  expect(connectionStateOf(connector({ authorizationType: 'ApiKey' }), typeWith())).toBe('ready');
  expect(connectionStateOf(connector(), typeWith({ form: 'ManualOAuth' }, 'OAuth1'))).toBe('ready');
  expect(connectionStateOf(connector(), typeWith({ grantType: 'client_credentials' }))).toBe('ready');
  expect(connectionStateOf(connector(), undefined)).toBe('ready');
});

test('CONN-03: Re-Connect is offered for OAuth and OAuth1 types that ask a person', () => {
  expect(asksPerson(typeWith({}, 'OAuth1'), connector())).toBe(true);
  expect(asksPerson(typeWith({}, 'OAuth'), connector({ authorizationType: 'Basic' }))).toBe(false);
  expect(asksPerson(typeWith({}, 'ApiKey'), connector())).toBe(false);
  expect(asksPerson(typeWith({}, 'OAuth'), connector({ isSimulated: true }))).toBe(false);
});
