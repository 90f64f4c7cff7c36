import { expect, test } from 'vitest';
import { readShipped, shippedIds } from '../../tools/read-shipped.ts';

test.each(shippedIds())('the template of shipped/%s is sound', (id) => {
  expect(readShipped(id).definition.name).not.toBe('');
});
