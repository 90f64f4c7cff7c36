import { describe, expect, it } from 'vitest';
import { changedAtMsOf, readRecord } from './read-record.ts';

const entity = {
  title: 'Customers',
  idPath: 'id',
  namePath: '{first} {last} {company}',
  changedAtPath: 'at',
  archived: { path: 'gone', equals: ['T'] },
};
const read = (record: unknown) => readRecord(entity, record, 'page 1, entry 1', (text) => `#${text.length}`);

describe('readRecord', () => {
  it('reads id, name, time of change and whether it is archived; a part that repeats another is named once', () => {
    expect(read({ id: 7, first: 'Ada', last: 'L', company: 'Ada', at: '2026-01-01T00:00:00Z', gone: 'T' })).toMatchObject({
      id: '7',
      name: 'Ada L',
      changedAtMs: Date.parse('2026-01-01T00:00:00Z'),
      isArchived: true,
      problem: null,
    });
  });

  it('says why a record cannot be carried over, and still tells it from others', () => {
    expect(read({ first: 'No id' })).toMatchObject({
      id: 'without-id-#17',
      name: 'No id',
      problem: expect.stringContaining('no id at “id”'),
    });
    expect(read({ id: 'x'.repeat(501) })).toMatchObject({ id: 'too-long-#501', problem: expect.stringContaining('501 characters') });
    expect(read({ id: 'a\u0000b' })).toMatchObject({ problem: expect.stringContaining('cannot be stored') });
    expect(read({ id: '1' }).name).toBe('1');
  });

  it('a name that is cut loses no half of a character, which could not be stored', () => {
    const { name } = read({ id: '1', first: `${'a'.repeat(498)}😀😀` });
    expect(name).toBe(`${'a'.repeat(498)}…`);
  });

  it.each([
    ['2026-01-01T00:00:00.000+0000', Date.parse('2026-01-01T00:00:00Z')],
    ['1767225600', 1_767_225_600_000],
    ['1767225600000', 1_767_225_600_000],
    // A number of milliseconds like this would be in the year 2612, and the next reading would begin there.
    ['20260101000000', Date.parse('2026-01-01T00:00:00Z')],
    ['20260101T010000+0100', Date.parse('2026-01-01T00:00:00Z')],
    ['20260101', Date.parse('2026-01-01T00:00:00Z')],
    ['20261399000000', 20_261_399_000_000],
    ['never', null],
    [null, null],
  ])('a time of change written as %s', (text, ms) => {
    expect(changedAtMsOf(text)).toBe(ms);
  });
});
