import { type PathSegment, parsePath } from '@portage/connectors/schema';

/**
 * What was written of a record, as a record: it is kept by the paths of its fields (`product.variants[0].price`), and the other side
 * of the item is a record, too.
 *
 * @returns the value itself where its names are no paths
 */
export function writtenRecord(written: unknown): unknown {
  if (typeof written !== 'object' || written === null) return written;
  const record: Holder = {};
  for (const [path, value] of Object.entries(written)) {
    const segments = parsePath(path);
    if (segments === null) return written;
    place(record, segments, value);
  }
  return record;
}

type Holder = Record<PathSegment, unknown>;

function place(record: Holder, segments: readonly PathSegment[], value: unknown): void {
  let holder = record;
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1];
    if (next === undefined) {
      holder[segment] = value;
      return;
    }
    const inner = Object.hasOwn(holder, segment) ? holder[segment] : undefined;
    // A copy, because a value that was written is not ours to change.
    const copied = Array.isArray(inner) ? [...inner] : typeof inner === 'object' && inner !== null ? { ...inner } : null;
    holder[segment] = copied ?? (typeof next === 'number' ? [] : {});
    holder = holder[segment] as Holder;
  }
}
