import type { EventEntry, OperationEntry } from '../use-document-lists.ts';

export type ListRow =
  | { kind: 'group'; key: string; label: string; count: number }
  | { kind: 'operation'; key: string; operation: OperationEntry }
  | { kind: 'event'; key: string; event: EventEntry };

/** The rows that match a search: operations by resource, then events. Words match anywhere, in any order. */
export function listRows(operations: readonly OperationEntry[], events: readonly EventEntry[], search: string): ListRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (...texts: (string | undefined)[]) => {
    const text = texts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const groups = new Map<string, OperationEntry[]>();
  for (const operation of operations) {
    const { name, id, resourceId, operationId } = operation as OperationEntry & { operationId?: string };
    if (!fits(name, id, resourceId, operationId)) continue;
    const group = groups.get(resourceId);
    if (group) group.push(operation);
    else groups.set(resourceId, [operation]);
  }
  const rows: ListRow[] = [];
  for (const [label, group] of [...groups].sort(([left], [right]) => left.localeCompare(right, 'en'))) {
    rows.push({ kind: 'group', key: `group ${label}`, label, count: group.length });
    for (const operation of group) rows.push({ kind: 'operation', key: `operation ${operation.id}`, operation });
  }
  // Callbacks are defined within their operations and edited in the YAML view.
  const shown = events.filter((event) => event.source !== 'callback' && fits(event.name, event.id, event.resourceId, 'event'));
  if (shown.length > 0) rows.push({ kind: 'group', key: 'group of events', label: 'Events', count: shown.length });
  for (const event of shown) rows.push({ kind: 'event', key: `event ${event.id}`, event });
  return rows;
}
