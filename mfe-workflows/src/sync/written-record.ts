import { type PathSegment, parsePath } from '@portage/connectors/schema';

/**
 * Values are stored by field path (`product.variants[0].price`); this makes a record of them, like the item's other side.
 *
 * @returns the value itself if its names aren't paths
 */
export function writtenRecord(written: unknown): unknown {
  if (typeof written !== 'object' || written === null) return written;
  const record: Holder = {};
  for (const [path, value] of Object.entries(written)) {
    const segments = parsePath(path);
    if (segments === null) return written;
    setAtPath(record, segments, value);
  }
  return record;
}

type Holder = Record<PathSegment, unknown>;

function setAtPath(record: Holder, segments: readonly PathSegment[], value: unknown): void {
  let holder = record;
  for (const [index, segment] of segments.entries()) {
    const next = segments[index + 1];
    if (next === undefined) {
      holder[segment] = value;
      return;
    }
    const inner = Object.hasOwn(holder, segment) ? holder[segment] : undefined;
    // Copied, because the written value isn't ours to change.
    const copied = Array.isArray(inner) ? [...inner] : typeof inner === 'object' && inner !== null ? { ...inner } : null;
    holder[segment] = copied ?? (typeof next === 'number' ? [] : {});
    holder = holder[segment] as Holder;
  }
}
