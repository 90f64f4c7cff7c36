import { expect, test } from 'vitest';
import type { ConnectorType } from './api-types.ts';
import { asksPerson, getConnectionState } from './connection-state.ts';

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
  expect(getConnectionState(connector({ connectedAt: '2026-01-01T00:00:00Z', connectionProblem: 'refused' }), typeWith())).toBe('problem');
});

test('a system that refuses entered credentials needs other ones, not Re-Connect', () => {
  expect(getConnectionState(connector({ connectionProblem: 'refused' }), typeWith({}, 'ApiKey'))).toBe('refused');
  expect(getConnectionState(connector({ connectionProblem: 'refused', isSimulated: true }), typeWith())).toBe('refused');
  expect(getConnectionState(connector({ connectionProblem: 'refused' }), undefined)).toBe('problem');
});

test('a connection that a person must allow is not connected until the system issues tokens', () => {
  expect(getConnectionState(connector(), typeWith())).toBe('not-connected');
  expect(getConnectionState(connector({ connectedAt: '2026-01-01T00:00:00Z' }), typeWith())).toBe('connected');
});

test('a passed test outranks saved credentials or tokens, but not a problem', () => {
  const testedAt = '2026-01-02T00:00:00Z';
  expect(getConnectionState(connector({ testedAt, authorizationType: 'ApiKey' }), typeWith())).toBe('works');
  expect(getConnectionState(connector({ testedAt, connectedAt: testedAt }), typeWith())).toBe('works');
  expect(getConnectionState(connector({ testedAt, connectionProblem: 'gone' }), typeWith())).toBe('problem');
});

test('entered credentials are ready: only a call can show more', () => {
  expect(getConnectionState(connector({ authorizationType: 'ApiKey' }), typeWith())).toBe('ready');
  expect(getConnectionState(connector(), typeWith({ form: 'ManualOAuth' }, 'OAuth1'))).toBe('ready');
  expect(getConnectionState(connector(), typeWith({ grantType: 'client_credentials' }))).toBe('ready');
  expect(getConnectionState(connector(), undefined)).toBe('ready');
});

test('CONN-03: Re-Connect is offered for OAuth and OAuth1 types that ask a person', () => {
  expect(asksPerson(typeWith({}, 'OAuth1'), connector())).toBe(true);
  expect(asksPerson(typeWith({}, 'OAuth'), connector({ authorizationType: 'Basic' }))).toBe(false);
  expect(asksPerson(typeWith({}, 'ApiKey'), connector())).toBe(false);
  expect(asksPerson(typeWith({}, 'OAuth'), connector({ isSimulated: true }))).toBe(false);
});
