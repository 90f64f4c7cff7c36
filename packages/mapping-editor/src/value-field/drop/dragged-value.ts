import type { InsertTarget } from '../value-types.ts';

const TYPE = 'application/x-portage-value';

type Root = Parameters<InsertTarget['insertPath']>[0];
type Keys = Parameters<InsertTarget['insertPath']>[1];

const roots: readonly string[] = ['Steps', 'Data', 'Vars', 'Consts'] satisfies Root[];

/** Puts a path on a drag. Other pages and programs receive it as text. */
export function carryValue(transfer: DataTransfer, root: Root, keys: Keys, text: string): void {
  transfer.effectAllowed = 'copy';
  transfer.setData(TYPE, JSON.stringify({ root, keys }));
  transfer.setData('text/plain', text);
}

/** Whether a drag carries a value; its content is known only when it is dropped. */
export function bringsValue({ types }: Pick<DataTransfer, 'types'>): boolean {
  return types.includes(TYPE);
}

/** The path carried by a drag; null: none. */
export function broughtValue(transfer: Pick<DataTransfer, 'getData'>): { root: Root; keys: Keys } | null {
  try {
    const { root, keys } = JSON.parse(transfer.getData(TYPE)) as { root?: unknown; keys?: unknown };
    const isPath = Array.isArray(keys) && keys.every((key) => typeof key === 'string' || Number.isInteger(key));
    return roots.includes(root as string) && isPath ? { root: root as Root, keys: keys as Keys } : null;
  } catch {
    return null;
  }
}

/** The position in a text field at a point of the window; the end of the text if the browser doesn't say. */
export function caretAt(field: HTMLTextAreaElement, x: number, y: number): number {
  const place = document.caretPositionFromPoint?.(x, y);
  if (!place) return field.value.length;
  const isInside = place.offsetNode === field || field.contains(place.offsetNode);
  return isInside ? Math.min(place.offset, field.value.length) : field.value.length;
}
