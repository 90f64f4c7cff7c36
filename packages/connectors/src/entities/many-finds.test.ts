import { expect, test } from 'vitest';
import { buildScopeKey, scopeNames } from './many-finds.ts';

const findMany = (query: string) => ({
  ...{ key: 'body.LeadId', operation: 'GET /query', values: { 'query.q': query }, quoting: 'backslash' as const },
  ...{ equalsPath: 'LeadId', most: 50, joinedBy: ', ' },
});

test('records are searched for together if they share the written values that the look-up names', () => {
  const members = findMany("CampaignId = '{write.body.CampaignId}' AND LeadId IN ({keys})");
  const of = (campaign: string | null) => buildScopeKey(members, { key: 'a', 'write.body.CampaignId': campaign });
  expect(of('701a')).toBe(of('701a'));
  expect(of('701b')).not.toBe(of('701a'));
  expect(of(null)).toBeNull();
});

test('records are searched for together without a written value that the look-up can do without', () => {
  const prices = findMany("LeadId IN ({keys})[[ AND CurrencyIsoCode = '{write.body.CurrencyIsoCode}']]");
  const of = (currency: string | null) => buildScopeKey(prices, { key: 'a', 'write.body.CurrencyIsoCode': currency });
  expect(of(null)).toBe(of(null));
  expect(of(null)).not.toBeNull();
  expect(of('EUR')).not.toBe(of(null));
});

test('a look-up without written values has one scope for all', () => {
  const people = findMany('LeadId IN ({keys})');
  expect([scopeNames(people), buildScopeKey(people, { key: 'a' })]).toEqual([[], '']);
});
