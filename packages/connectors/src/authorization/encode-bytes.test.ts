import { expect, it } from 'vitest';
import { toBase64 } from './encode-bytes.ts';

it('a large value is encoded without overflowing the stack', () => {
  const bytes = new Uint8Array(1_000_000).fill(255);
  expect(atob(toBase64(bytes))).toHaveLength(bytes.length);
});
