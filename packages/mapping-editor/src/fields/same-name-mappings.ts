import { type FieldMapping, isFilledOtherwise, linkFields } from './field-mappings.ts';
import type { MappingField } from './mapping-field.ts';
import { mismatch } from './mapping-problems.ts';

/** A target field, and the one source field with its name that can fill it. */
export interface SameName {
  source: MappingField;
  target: MappingField;
}

/** Unmapped fields with the same name on both sides. Ambiguous names and types that don't fit are left to people. */
export function sameNames(
  sources: readonly MappingField[],
  targets: readonly MappingField[],
  mappings: readonly FieldMapping[],
): SameName[] {
  const byName = new Map<string, MappingField[]>();
  for (const source of sources) {
    for (const name of listMatchNames(source)) byName.set(name, [...(byName.get(name) ?? []), source]);
  }
  const mapped = new Set(mappings.map(({ toParameterPath }) => toParameterPath));
  return targets.flatMap((target): SameName[] => {
    if (mapped.has(target.path) || isOwnId(target) || isFilledOtherwise(target.path, mappings)) return [];
    for (const name of listMatchNames(target)) {
      const found = (byName.get(name) ?? []).filter((source) => fits(source, target));
      const [only] = found;
      if (only && found.length === 1) return [{ source: only, target }];
    }
    return [];
  });
}

/** Connects the given fields. */
export function withSameNames(mappings: readonly FieldMapping[], pairs: readonly SameName[]): FieldMapping[] {
  return pairs.reduce<FieldMapping[]>(
    (all, { source, target }) => {
      const linked = linkFields(all, source, target);
      return linked.ok ? linked.mappings : all;
    },
    [...mappings],
  );
}

function fits(source: MappingField, target: MappingField): boolean {
  const isListRow = (field: MappingField) => field.path.endsWith('[]');
  return (source.list === null) === (target.list === null) && isListRow(source) === isListRow(target) && mismatch(source, target) === null;
}

/** Ids are left out: the target assigns its own. */
function isOwnId({ keys }: MappingField): boolean {
  return lastName(keys).toLowerCase() === 'id';
}

/** First with the names of the objects around it, so that "Billing › City" finds its counterpart, then the bare name. */
function listMatchNames({ parents, title, keys }: MappingField): string[] {
  const last = lastName(keys);
  const around = parents.at(-1) ?? '';
  return [...new Set([plain(`${around}${title}`), plain(`${around}${last}`), plain(title), plain(last)])].filter(Boolean);
}

/** List segments aren't names. */
function lastName(keys: MappingField['keys']): string {
  return keys.findLast((key) => typeof key === 'string') ?? '';
}

/** `First Name`, `first_name` and `FirstName` are one name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
