import { EXTRA_ENTRY, LEAVE_OUT_PATH, RULE_PATHS, TAKE_OFF_PATH } from '@portage/connectors/schema';
import { ExpressionError, type ExpressionScope, evaluateExpression, WorkBudget } from '@portage/workflow';
import { type Filled, isEmptyValue, valueFiller } from './filled-value.ts';
import type { FieldMapping, FlowDefinition, FlowDependency } from './flow.ts';
import type { ResolvedDependency } from './known-dependencies.ts';
import { labelNear } from './label-near.ts';
import { isPriceAt, priceFlaw, priceList } from './price.ts';

export interface MappedField {
  toParameterPath: string;
  /** Null: the field is cleared. */
  value: unknown;
}

/** A record that must exist in the target first. */
export interface MissingRecord {
  entity: string;
  sourceItemId: string;
  /** Kinds of source records it may be, its own included. */
  sourceEntities: readonly string[];
  /** Kinds of target records whose id is wanted; empty: any. */
  targetEntities: readonly string[];
  /** Its name, if the record that refers to it says it. */
  label?: string;
}

export type Mapped =
  | { ok: true; fields: MappedField[] }
  /** `waits`: records without an id in the target yet. `leavesOut`: mappings exclude the record. `takesOff`: the target must, too. */
  | { ok: false; waits: MissingRecord[]; message: string; leavesOut?: true; takesOff?: true };

/** The target id of another flow's record; null: it doesn't exist yet. */
export type LinkOf = (wanted: MissingRecord) => string | null;

/** Equal keys ask for the same record with the same accepted entities. */
export function buildLinkKey({ sourceItemId, sourceEntities, targetEntities }: MissingRecord): string {
  return JSON.stringify([sourceItemId, sourceEntities, targetEntities]);
}

/** Entries in one list of a record; nobody can look through more, in any form. */
const MOST_ENTRIES = 1_000;

interface Written extends FieldMapping {
  fill(scope: ExpressionScope): Filled;
  /** The value is the id of a record of this entity. */
  dependsOn?: FlowDependency & Partial<ResolvedDependency>;
}

/** Mappings of a flow in order of evaluation. */
export interface RecordMapper {
  /** @param scope of the run, without a record */
  map(record: unknown, sourceItemId: string, scope: Omit<ExpressionScope, 'item' | 'entry'>, linkOf: LinkOf): Mapped;
}

/**
 * Prepares a flow's mappings. Ignores those with an empty expression (spec INT-10).
 *
 * @param lost target paths whose mappings read a field that the source no longer has
 * @param titleOf title of a source entity
 * @param sides `omitsEmpty`: the source omits empty fields from its records; `pricePath`: of the target's entity; `targetName`:
 * name of the target's system
 */
export function recordMapper(
  { mappings, dependencies, externalIdFields }: Pick<FlowDefinition, 'mappings' | 'dependencies' | 'externalIdFields'>,
  lost: ReadonlySet<string>,
  titleOf: (entity: string) => string,
  {
    omitsEmpty = false,
    pricePath,
    targetName = 'the target',
  }: { omitsEmpty?: boolean | undefined; pricePath?: string | undefined; targetName?: string } = {},
): RecordMapper {
  const given = mappings.filter(({ fromParameterExpression }) => fromParameterExpression.trim() !== '');
  const ruleAt = (path: string) => given.find(({ toParameterPath }) => toParameterPath === path);
  const [leaveOut, takeOff] = [ruleAt(LEAVE_OUT_PATH), ruleAt(TAKE_OFF_PATH)];
  const written = (mapping: FieldMapping): Written => ({
    ...mapping,
    fill: valueFiller(mapping, { mappings: given, isLost: lost.has(mapping.toParameterPath), omitsEmpty }),
  });
  const all: Written[] = [
    ...given.filter(({ toParameterPath }) => !RULE_PATHS.includes(toParameterPath)).map(written),
    ...dependencies.map((dependency) => ({ ...written(dependency), dependsOn: dependency })),
  ];
  const price = all.find(({ toParameterPath }) => isPriceAt(toParameterPath, pricePath));
  const lists = all.filter(({ toParameterPath }) => toParameterPath.endsWith('[]'));
  const extras = all.filter(({ toParameterPath }) => toParameterPath.endsWith(EXTRA_ENTRY));
  const inExtras = all.filter(({ toParameterPath }) => toParameterPath.includes(`${EXTRA_ENTRY}.`));
  const plain = all.filter(({ toParameterPath }) => !toParameterPath.includes('[]') && !toParameterPath.includes(EXTRA_ENTRY));
  const inLists = all.filter(({ toParameterPath }) => toParameterPath.includes('[].'));
  return {
    map(record, sourceItemId, scope, linkOf) {
      const fields: MappedField[] = [];
      const waits: MissingRecord[] = [];
      const put = (mapping: Written, toParameterPath: string, valueScope: ExpressionScope) => {
        const filled = filledValue(mapping, valueScope);
        if (filled.kind === 'leave') return;
        const { dependsOn } = mapping;
        const cleared = filled.kind === 'clear' ? [toParameterPath, ...Object.values(dependsOn?.pathsByPrefix ?? {})] : filled.emptied;
        for (const path of cleared) fields.push({ toParameterPath: path, value: null });
        if (filled.kind === 'clear') return;
        const { value } = filled;
        if (dependsOn === undefined) {
          fields.push({ toParameterPath, value });
          return;
        }
        const { entity, sourceEntities = [entity], targetEntities = [], pathsByPrefix = {} } = dependsOn;
        const label = labelNear(mapping.fromParameterExpression, valueScope);
        const wanted = { entity, sourceItemId: String(value), sourceEntities, targetEntities, ...(label ? { label } : {}) };
        const linked = linkOf(wanted);
        if (linked === null) waits.push(wanted);
        else fields.push({ toParameterPath: pathOfId(linked, pathsByPrefix) ?? toParameterPath, value: linked });
      };
      try {
        const ofItem = { ...scope, item: record, work: scope.work?.forPart() ?? new WorkBudget() };
        const reason = leaveOut && toReason(mappedValue(leaveOut, ofItem));
        if (reason) return { ok: false, waits: [], message: reason, leavesOut: true };
        const unoffered =
          (takeOff && toReason(mappedValue(takeOff, ofItem))) || (price && !priceList(price) && findPriceFlaw(price, ofItem));
        if (unoffered) return takenOff(unoffered);
        const lengths = new Map<string, number>();
        for (const mapping of plain) put(mapping, mapping.toParameterPath, ofItem);
        for (const list of lists) {
          const path = list.toParameterPath.slice(0, -2);
          const filled = filledValue(list, ofItem);
          const isPriced = price !== undefined && priceList(price) === path;
          if (isPriced && filled.kind !== 'value') return takenOff(priceFlaw(null) ?? '');
          if (filled.kind === 'clear') fields.push({ toParameterPath: path, value: null });
          if (filled.kind !== 'value') continue;
          const whole = requireEntries(filled.value, path);
          const flawed = (entry: unknown) => (isPriced ? findPriceFlaw(price, { ...ofItem, entry }) : null);
          const entries = whole.filter((entry) => flawed(entry) === null);
          if (isPriced && entries.length === 0) return takenOff(flawed(whole[0] ?? null) ?? '');
          lengths.set(path, entries.length);
          const ofEntries = inLists.filter(({ toParameterPath }) => toParameterPath.startsWith(`${path}[].`));
          // Entries without fields (tags) are carried over unchanged.
          if (ofEntries.length === 0) {
            fields.push({ toParameterPath: path, value: entries });
            continue;
          }
          for (const mapping of ofEntries) {
            for (const [at, entry] of entries.entries()) {
              put(mapping, `${path}[${at}]${mapping.toParameterPath.slice(path.length + 2)}`, { ...ofItem, entry });
            }
          }
        }
        for (const extra of extras) {
          const entry = mappedValue(extra, ofItem);
          if (isEmptyValue(entry)) continue;
          const path = extra.toParameterPath.slice(0, -EXTRA_ENTRY.length);
          const at = Math.max(lengths.get(path) ?? 0, namedEntries(plain, path));
          for (const mapping of inExtras.filter(({ toParameterPath }) => toParameterPath.startsWith(`${path}${EXTRA_ENTRY}.`))) {
            put(mapping, `${path}[${at}]${mapping.toParameterPath.slice(path.length + EXTRA_ENTRY.length)}`, { ...ofItem, entry });
          }
        }
      } catch (error) {
        if (error instanceof MappingError) return { ok: false, waits: [], message: error.message };
        throw error;
      }
      if (waits.length > 0) return { ok: false, waits, message: waitsText(waits, titleOf, targetName) };
      for (const toParameterPath of externalIdFields) fields.push({ toParameterPath, value: sourceItemId });
      return { ok: true, fields };
    },
  };
}

/** Why something with this price isn't offered; null: it is. */
function findPriceFlaw(price: Written, scope: ExpressionScope): string | null {
  const filled = filledValue(price, scope);
  return priceFlaw(filled.kind === 'value' ? filled.value : null);
}

function takenOff(message: string): Mapped {
  return { ok: false, waits: [], message, leavesOut: true, takesOff: true };
}

function toReason(value: unknown): string | null {
  return isEmptyValue(value) || value === false ? null : String(value);
}

/** Entries that mappings name by index: `body.lines[0].price` is in the first. */
function namedEntries(mappings: readonly FieldMapping[], path: string): number {
  const places = mappings.flatMap(({ toParameterPath }) => {
    const place = toParameterPath.startsWith(`${path}[`) ? /^\[(\d+)\]/.exec(toParameterPath.slice(path.length)) : null;
    return place ? [Number(place[1]) + 1] : [];
  });
  return Math.max(0, ...places);
}

class MappingError extends Error {}

function pathOfId(id: string, pathsByPrefix: Readonly<Record<string, string>>): string | undefined {
  const prefix = Object.keys(pathsByPrefix).find((one) => id.startsWith(one));
  return prefix === undefined ? undefined : pathsByPrefix[prefix];
}

function mappedValue({ fromParameterExpression, toParameterPath }: FieldMapping, scope: ExpressionScope): unknown {
  return named(toParameterPath, () => evaluateExpression(fromParameterExpression, scope));
}

function filledValue({ fill, toParameterPath }: Written, scope: ExpressionScope): Filled {
  return named(toParameterPath, () => fill(scope));
}

/** Names the field in the error of an expression that can't be evaluated. */
function named<Value>(toParameterPath: string, evaluate: () => Value): Value {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof ExpressionError) throw new MappingError(`${fieldName(toParameterPath)}: ${error.message}`);
    throw error;
  }
}

function requireEntries(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw new MappingError(`${fieldName(path)} needs a list, and the source has none at that path.`);
  if (value.length > MOST_ENTRIES) throw new MappingError(`${fieldName(path)} has more than ${MOST_ENTRIES.toLocaleString('en')} entries.`);
  return value;
}

/** A target's field as people know it: `body.product.title` is `product.title`. */
export function fieldName(toParameterPath: string): string {
  return toParameterPath.replace(/^(body|query|path|header)\./, '');
}

function waitsText(waits: readonly MissingRecord[], titleOf: (entity: string) => string, targetName: string): string {
  const [first] = waits;
  if (!first) return '';
  // Two fields of a record may need the same other record.
  const count = new Set(waits.map(({ entity, sourceItemId }) => `${entity} ${sourceItemId}`)).size;
  const others = count > 1 ? ` and ${count - 1} more` : '';
  // A product may be listed as “Inventory”: a readable name needs no word for its kind.
  const name = first.label ? `“${first.label}”` : `${titleOf(first.entity)} ${first.sourceItemId}`;
  const it = others === '' ? 'it' : 'them';
  return `Waits for ${name}${others}, which ${targetName} doesn't have yet. This record syncs automatically once ${targetName} has ${it}.`;
}
