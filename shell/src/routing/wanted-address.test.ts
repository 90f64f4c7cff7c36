import { expect, test } from 'vitest';
import { MemoryStorage } from '../../test/session/memory-storage.ts';
import { isWorthKeeping, WantedAddress } from './wanted-address.ts';

test.each([
  '/workflow/import/7?sharedWorkflowCode=abc',
  '/run-history?workflowId=7#last',
  '/admin/users',
  '/connectors/7/edit',
  '/userinfo',
  '/booker/7/select-location',
  '/confirm-email?token=abc',
  '/preview#billing.7.8.abc',
  '/reports/7?month=5',
])('stores %s', (url) => expect(isWorthKeeping(url)).toBe(true));

test.each([
  '/',
  '/signin',
  '/signup?playbookTemplateId=7',
  '/Nowhere',
  '/api/users',
  'workflows',
  'https://evil.example/workflows',
  '//evil.example/workflows',
  '/\\evil.example/workflows',
  '\\\\evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/workflows/../../\\evil.example',
  '/workflows/..//evil.example',
  '/\t/evil.example',
  ' /workflows',
  'javascript:alert(1)',
  `/workflows?${'x'.repeat(2_000)}`,
])('HOSTILE 31: doesn’t store %s', (url) => {
  expect(isWorthKeeping(url)).toBe(false);
  const storage = new MemoryStorage();
  storage.setItem('portage:wanted-address', JSON.stringify({ url, userId: null, atMs: 1_000 }));
  expect(new WantedAddress(storage, () => 1_000).take('ada')).toBeNull();
});

test('an address is returned once, to the person whose session ended there, within half a day', () => {
  let nowMs = 1_000;
  const wanted = new WantedAddress(new MemoryStorage(), () => nowMs);
  wanted.keep('/workflows/7/edit', null);
  expect(wanted.take('ada')).toBe('/workflows/7/edit');
  expect(wanted.take('ada')).toBeNull();
  wanted.keep('/workflows/7/edit', 'ada');
  expect(wanted.take('ben')).toBeNull();
  wanted.keep('/workflows/7/edit', 'ada');
  expect(wanted.take('ada')).toBe('/workflows/7/edit');
  wanted.keep('/workflows/7/edit', null);
  nowMs += 12 * 3_600_000;
  expect(wanted.take('ada')).toBeNull();
});

test('ignores invalid stored data', () => {
  const storage = new MemoryStorage();
  const wanted = new WantedAddress(storage, () => 1_000);
  for (const text of ['', 'null', '{', '7', '{"url":7,"atMs":1}', '{"url":"/workflows"}']) {
    storage.setItem('portage:wanted-address', text);
    expect(wanted.take('ada')).toBeNull();
  }
});
