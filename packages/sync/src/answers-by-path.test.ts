import { describe, expect, test } from 'vitest';
import { answersByPath } from './flow-of-sync-step.ts';

describe('values of a sync step', () => {
  test('are at the paths they fill, and under their names', () => {
    expect(answersByPath({ body: { locationId: 'gid://shopify/Location/1' }, path: undefined })).toEqual({
      'body.locationId': 'gid://shopify/Location/1',
      locationId: 'gid://shopify/Location/1',
    });
  });

  test('a name with dots is one name in a path, and the first of several locations is the location', () => {
    expect(answersByPath({ query: { 'request.locationIds': [3, 4], 'request.limit': 5 } })).toEqual({
      'query["request.locationIds"]': [3, 4],
      locationIds: [3, 4],
      locationId: 3,
      'query["request.limit"]': 5,
      limit: 5,
    });
  });
});
