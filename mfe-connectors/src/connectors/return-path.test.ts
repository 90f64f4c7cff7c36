import { expect, test } from 'vitest';
import { returnPathOf, returnWith } from './return-path.ts';

test('TPL-26: the way back leads to the template that asked, with the new connector', () => {
  const path = returnPathOf('/workflows/add-from-template-id/system-orders-to-slack/');
  expect(path && returnWith(path, 'c 1')).toBe('/workflows/add-from-template-id/system-orders-to-slack/?connectorId=c%201');
});

test.each([
  null,
  '',
  '/admin/users',
  'https://evil.example/workflows/add-from-template-id/x/',
  '//evil.example/workflows/add-from-template-id/x/',
  '/workflows/add-from-template-id/../../admin/',
  '/workflows/add-from-template-id/x/?a=b',
])('%s is no way back', (asked) => expect(returnPathOf(asked)).toBeNull());
