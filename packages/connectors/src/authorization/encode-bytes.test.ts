import { toBase64 } from '@portage/primitives/base64';
import { expect, it } from 'vitest';

it('a large value is encoded without overflowing the stack', () => {
  const bytes = new Uint8Array(1_000_000).fill(255);
  expect(atob(toBase64(bytes))).toHaveLength(bytes.length);
});
