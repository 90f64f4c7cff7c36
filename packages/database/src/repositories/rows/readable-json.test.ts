import { storableJson } from '@portage/primitives/storable';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '../../../test/rows.ts';
import { readableJson } from './readable-json.ts';

const TEXTS = [
  'plain 😀',
  'a\u0000b',
  '\u0000\u0000',
  'half \ud83d',
  '\udc00',
  '\\u0000',
  '\\\u0000',
  '\\\\u0000 \\\\\u0000',
  '"\n\u0001\\',
];

test('JSON with texts that PostgreSQL cannot parse is read with U+FFFD instead, and all other JSON unchanged', async () => {
  for (const text of TEXTS) {
    const json = JSON.stringify([{ [text]: text }, { type: 'Trigger' }]);
    const column = sql`${json}::json`;
    const { rows } = await database().execute<{ read: unknown; type: string }>(
      sql`select ${readableJson(column)} as read, ${readableJson(column)} #>> '{1,type}' as type`,
    );
    expect(rows, JSON.stringify(text)).toEqual([{ read: JSON.parse(storableJson(JSON.parse(json))), type: 'Trigger' }]);
  }
});
