import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { expect, test } from 'vitest';

const FOLDER = join(ROOT, 'docs/decisions');
const LONGEST_RECORD = 2_000;
const records = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

test.each(records)('%s has a title, a date and four parts, and is short', (name) => {
  const record = read(name);
  expect(record).toMatch(
    /^# \S.*\n\n\d{4}-\d\d-\d\d\n\n\*\*Choice\.\*\* [\s\S]+\n\n\*\*Why\.\*\* [\s\S]+\n\n\*\*Rejected\.\*\* [\s\S]+\n\n\*\*Consequences\.\*\* [\s\S]+\n$/,
  );
  expect(record.length).toBeLessThan(LONGEST_RECORD);
});

test('the index lists every record under its title and date', () => {
  const lines = records.map((name) => {
    const [title = '', , date = ''] = read(name).split('\n');
    return `- [${title.slice(2)}](${name}) (${date})`;
  });
  const listed = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('- ['));
  expect(listed.toSorted()).toEqual(lines.toSorted());
});
