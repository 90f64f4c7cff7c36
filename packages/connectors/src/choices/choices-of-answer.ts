import { type ChoiceSource, toText } from '../declarations/choice-source.ts';
import type { ListReading } from '../paging/read-page.ts';
import { valueAt } from '../requests/request-values.ts';
import type { LookupEntry } from '../schema/connector-schema-source.ts';

/** The list of choices in the response. An empty `idPath` means that an entry is itself the id. */
export function listOfChoices({ itemsPath, idPath }: Pick<ChoiceSource, 'itemsPath' | 'idPath'>): ListReading {
  const isOnlyPath = typeof idPath === 'string' && idPath !== '';
  return { ...(itemsPath === null ? {} : { itemsPath }), isRecords: idPath !== '', ...(isOnlyPath ? { idPath } : {}) };
}

/** The choices in a list (spec STEP-108), each id once, in the system's order. Skips items without an id. */
export function choicesOfItems({ idPath, namePath }: Pick<ChoiceSource, 'idPath' | 'namePath'>, items: readonly unknown[]): LookupEntry[] {
  const choices = new Map<string, LookupEntry>();
  const paths = typeof idPath === 'string' ? [idPath] : idPath;
  for (const item of items) {
    const id = paths.map((path) => toText(valueAt(item, path))).find((value) => value !== '') ?? '';
    if (id !== '' && !choices.has(id)) choices.set(id, { id, name: buildName(item, namePath) || id });
  }
  return [...choices.values()];
}

/** `name`, or `{name} ({address.city})`. */
function buildName(item: unknown, namePath: string): string {
  if (!namePath.includes('{')) return toText(valueAt(item, namePath)).trim();
  return namePath
    .replace(/\{([^{}]*)\}/g, (_, path: string) => toText(valueAt(item, path)))
    .replace(/\(\s*\)/g, '')
    .trim();
}
