import type { InsertTarget } from '../value-types.ts';

const TYPE = 'application/x-portage-value';

type Root = Parameters<InsertTarget['insertPath']>[0];
type Keys = Parameters<InsertTarget['insertPath']>[1];

const roots: readonly string[] = ['Steps', 'Data', 'Consts'] satisfies Root[];

/** Puts a path on a drag. Other pages and programs get it as text. */
export function carryValue(transfer: DataTransfer, root: Root, keys: Keys, text: string): void {
  transfer.effectAllowed = 'copy';
  transfer.setData(TYPE, JSON.stringify({ root, keys }));
  transfer.setData('text/plain', text);
}

/** Whether a drag brings a value; its content is known only when it is let go. */
export function bringsValue({ types }: Pick<DataTransfer, 'types'>): boolean {
  return types.includes(TYPE);
}

/** The path that a drag has brought; null where it has none. */
export function broughtValue(transfer: Pick<DataTransfer, 'getData'>): { root: Root; keys: Keys } | null {
  try {
    const { root, keys } = JSON.parse(transfer.getData(TYPE)) as { root?: unknown; keys?: unknown };
    const isPath = Array.isArray(keys) && keys.every((key) => typeof key === 'string' || Number.isInteger(key));
    return roots.includes(root as string) && isPath ? { root: root as Root, keys: keys as Keys } : null;
  } catch {
    return null;
  }
}

/** The place in a text field that a point of the window is at; the end of the text where the browser does not say. */
export function caretAt(field: HTMLTextAreaElement, x: number, y: number): number {
  const place = document.caretPositionFromPoint?.(x, y);
  if (!place) return field.value.length;
  const isInside = place.offsetNode === field || field.contains(place.offsetNode);
  return isInside ? Math.min(place.offset, field.value.length) : field.value.length;
}
