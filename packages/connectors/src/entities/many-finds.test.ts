import { expect, test } from 'vitest';
import { buildScopeKey, scopeNames } from './many-finds.ts';

const findMany = (query: string) => ({
  ...{ key: 'body.LeadId', operation: 'GET /query', values: { 'query.q': query }, quoting: 'backslash' as const },
  ...{ equalsPath: 'LeadId', most: 50, joinedBy: ', ' },
});

test('records are searched for together if they share the written values that the look-up names', () => {
  const scope = scopeNames(findMany("CampaignId = '{write.body.CampaignId}' AND LeadId IN ({keys})"));
  const of = (campaign: string | null) => buildScopeKey(scope, { key: 'a', 'write.body.CampaignId': campaign });
  expect(of('701a')).toBe(of('701a'));
  expect(of('701b')).not.toBe(of('701a'));
  expect(of(null)).toBeNull();
});

test('a look-up without written values has one scope for all', () => {
  const scope = scopeNames(findMany('LeadId IN ({keys})'));
  expect([scope, buildScopeKey(scope, { key: 'a' })]).toEqual([[], '']);
});
