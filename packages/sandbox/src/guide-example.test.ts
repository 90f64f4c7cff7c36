import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runShared } from './testing/node-sandbox.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/scripts.md'), 'utf8');

test('the guide’s example reads a CSV file: quotes, commas and line breaks in values, empty values and lines', async () => {
  const source = /The lines of a CSV file[^`]*```js\n(.*?)```/s.exec(guide)?.[1] ?? '';
  const csv = 'sku,name,qty\r\nA1,"Mug, blue",3\r\nA2,"He said ""hi""",4\r\n\r\n"A3","two\nlines",""\n"""B4""",,\n';
  expect(await runShared(source, { Steps: { start: { Payload: csv } } })).toMatchObject({
    ok: true,
    value: [
      { sku: 'A1', name: 'Mug, blue', qty: '3' },
      { sku: 'A2', name: 'He said "hi"', qty: '4' },
      { sku: 'A3', name: 'two\nlines', qty: '' },
      { sku: '"B4"', name: '', qty: '' },
    ],
  });
});
