import { expect, test } from 'vitest';
import { readShipped, shippedIds } from '../../tools/read-shipped.ts';
import { readTemplate } from './read-template.ts';
import { writeTemplate } from './write-template.ts';

test.each(shippedIds())('%s is the same after being written and parsed', (id) => {
  const { definition } = readShipped(id);
  expect(readTemplate(writeTemplate(definition))).toEqual({ ok: true, definition });
});
