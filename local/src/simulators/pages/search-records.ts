import type { SimulatedEntity } from '../simulated-system.ts';

/** Records with a text anywhere in their values. */
export function searchRecords(entity: SimulatedEntity, search: string): Record<string, unknown>[] {
  const wanted = search.trim().toLowerCase();
  const all = entity.list();
  if (wanted === '') return all;
  return all.filter((record) =>
    Object.values(record).some((value) =>
      JSON.stringify(value ?? '')
        .toLowerCase()
        .includes(wanted),
    ),
  );
}
