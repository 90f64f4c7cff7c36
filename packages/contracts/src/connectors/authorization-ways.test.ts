import { expect, test } from 'vitest';
import { authorizationWays } from './authorization-ways.ts';

const own = { authorizationType: 'OAuth' as const, baseUrl: 'https://api.example.com', isSystem: false, additionalData: {} };

test('a type that a person made can also be used with a key or a password', () => {
  expect(authorizationWays(own)).toEqual(['OAuth', 'ApiKey', 'Basic']);
  expect(authorizationWays({ ...own, authorizationType: 'Basic' })).toEqual(['Basic', 'ApiKey']);
});

test('a type without an address only allows signing in: the address comes with the token', () => {
  const additionalData = { connection: { baseUrlMember: 'instance_url' } };
  expect(authorizationWays({ ...own, baseUrl: null, additionalData })).toEqual(['OAuth']);
  expect(authorizationWays({ ...own, additionalData })).toEqual(['OAuth', 'ApiKey', 'Basic']);
});

test('a type that comes with Portage, or has its own fields, offers the ways it lists', () => {
  expect(authorizationWays({ ...own, isSystem: true })).toEqual(['OAuth']);
  expect(authorizationWays({ ...own, isSystem: true, additionalData: { connection: { authorizationTypes: ['ApiKey'] } } })).toEqual([
    'OAuth',
    'ApiKey',
  ]);
  expect(authorizationWays({ ...own, additionalData: { connection: { form: 'Twilio' } } })).toEqual(['OAuth']);
});
