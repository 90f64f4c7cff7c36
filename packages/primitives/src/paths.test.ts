import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EACH, formatPath, parsePath, readPath } from './paths.ts';

describe('a path of a response', () => {
  test.each([
    ['data.next-page', ['data', 'next-page']],
    ['data["next-page"]', ['data', 'next-page']],
    ["data['next-page']", ['data', 'next-page']],
    ['["@odata.nextLink"]', ['@odata.nextLink']],
    ['rows[0].id', ['rows', '0', 'id']],
    ['rows.0.id', ['rows', '0', 'id']],
    ['rows[ 0 ]["id"]', ['rows', '0', 'id']],
    ['tables[].fields[]', ['tables', EACH, 'fields', EACH]],
    ['line items.@type', ['line items', '@type']],
    ['', []],
  ])('%s leads through %j', (path, names) => {
    expect(readPath(path)).toEqual(names);
  });

  test('is read like a mapping path, however it’s written', () => {
    const segment = fc.oneof(fc.string({ minLength: 1 }), fc.nat({ max: 999_999 }));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
        const written = formatPath(segments);
        expect(readPath(written)).toEqual(parsePath(written)?.map(String));
        const quoted = segments.map((one) => `[${JSON.stringify(one)}]`).join('');
        expect(readPath(quoted)).toEqual(readPath(written));
      }),
    );
  });
});
