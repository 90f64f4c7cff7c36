import { describe, expect, test } from 'vitest';
import { parseChangedAtMs, readRecord } from './read-record.ts';

const entity = {
  title: 'Customers',
  idPath: 'id',
  namePath: '{first} {last} {company}',
  changedAtPath: 'at',
  archived: { path: 'gone', equals: ['T'] },
};
const read = (record: unknown) => readRecord(entity, record, 'page 1, entry 1', (text) => `#${text.length}`);

describe('readRecord', () => {
  test('reads id, name, change time and archived state; names a repeated part once', () => {
    expect(read({ id: 7, first: 'Ada', last: 'L', company: 'Ada', at: '2026-01-01T00:00:00Z', gone: 'T' })).toMatchObject({
      id: '7',
      name: 'Ada L',
      changedAtMs: Date.parse('2026-01-01T00:00:00Z'),
      isArchived: true,
      problem: null,
    });
  });

  test('says why a record can’t be carried over, and still gives it a distinct id', () => {
    expect(read({ first: 'No id' })).toMatchObject({
      id: 'without-id-#17',
      name: 'No id',
      problem: expect.stringContaining('no id at “id”'),
    });
    expect(read({ id: 'x'.repeat(501) })).toMatchObject({ id: 'too-long-#501', problem: expect.stringContaining('501 characters') });
    expect(read({ id: 'a\u0000b' })).toMatchObject({ problem: expect.stringContaining('cannot be stored') });
    expect(read({ id: '1' }).name).toBe('1');
  });

  test('cuts a name without splitting a character, which couldn’t be stored', () => {
    const { name } = read({ id: '1', first: `${'a'.repeat(498)}😀😀` });
    expect(name).toBe(`${'a'.repeat(498)}…`);
  });

  test.each([
    ['2026-01-01T00:00:00.000+0000', Date.parse('2026-01-01T00:00:00Z')],
    ['1767225600', 1_767_225_600_000],
    ['1767225600000', 1_767_225_600_000],
    // Read as milliseconds, this number would be in the year 2612, and the next reading would begin there.
    ['20260101000000', Date.parse('2026-01-01T00:00:00Z')],
    ['20260101T010000+0100', Date.parse('2026-01-01T00:00:00Z')],
    ['20260101', Date.parse('2026-01-01T00:00:00Z')],
    ['20261399000000', 20_261_399_000_000],
    ['never', null],
    [null, null],
  ])('a change time written as %s', (text, ms) => {
    expect(parseChangedAtMs(text)).toBe(ms);
  });
});
