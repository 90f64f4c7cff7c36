import { toBase64 } from '@portage/primitives/base64';
import { expect, test } from 'vitest';
import { toUuid } from './encode-bytes.ts';

test('encodes a large value without overflowing the stack', () => {
  const bytes = new Uint8Array(1_000_000).fill(255);
  expect(atob(toBase64(bytes))).toHaveLength(bytes.length);
});

test('turns any sixteen bytes into a version 4 UUID', () => {
  expect(toUuid(new Uint8Array(16))).toBe('00000000-0000-4000-8000-000000000000');
  expect(toUuid(new Uint8Array(16).fill(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  expect(toUuid(Uint8Array.from({ length: 16 }, (_, at) => at))).toBe('00010203-0405-4607-8809-0a0b0c0d0e0f');
});
