import { valueAtPath } from '../expressions/evaluate-node.ts';
import { type CompletionContext, findCompletionContext } from '../expressions/expression-place.ts';
import { formulas } from '../formulas/formula-table.ts';
import { constNames, type ExpressionScope } from '../values/scope.ts';
import type { ReferenceRoot } from '../values/syntax-tree.ts';
import type { AvailableReferences } from './available-references.ts';
import { insertFormula, referenceWriter, type TextInsertion } from './insert-reference.ts';
import { listMembers, searchPaths } from './sample-paths.ts';
import { type PathKey, writeKey, writePath } from './written-reference.ts';

export interface Completion {
  id: string;
  label: string;
  kind: ReferenceRoot | 'formula';
  /** Name of the step that it belongs to. */
  stepId?: string;
  /** The sample's value there, if it has one. */
  sample?: { value: unknown };
  /** For a formula: its description. */
  detail?: string;
  insertion: TextInsertion;
}

const MOST_COMPLETIONS = 80;
/** For steps, and for data and constants; formulas come after them. */
const MOST_OF_KIND = 25;
const MOST_DEEP = 20;
/** Members of samples searched for one list. */
const MOST_SEARCHED = 5_000;

/**
 * Completions for a person writing an expression; none in plain text.
 *
 * @param caret position of the caret in `text`; nothing is selected.
 * @param scope with sample values.
 */
export function completionsAt(text: string, caret: number, available: AvailableReferences, scope: ExpressionScope): Completion[] {
  const place = findCompletionContext(
    text.slice(0, caret),
    available.steps.map(({ step }) => step.stepId),
  );
  if (!place) return [];
  switch (place.kind) {
    case 'name':
      return nameCompletions(text, caret, place, available, scope).slice(0, MOST_COMPLETIONS);
    case 'step':
      return stepCompletions(text, caret, place, available);
    case 'member':
      return memberCompletions(text, caret, place, available, scope).slice(0, MOST_COMPLETIONS);
    case 'stepMember':
      return stepMemberCompletions(text, caret, place, available, scope).slice(0, MOST_COMPLETIONS);
    case 'text':
      return [];
    default:
      return place satisfies never;
  }
}

function nameCompletions(
  text: string,
  caret: number,
  place: StepContext,
  available: AvailableReferences,
  scope: ExpressionScope,
): Completion[] {
  const ofSteps = available.steps.toReversed().flatMap(({ step, values }) => values.map((value): Path => ['Steps', [step.stepId, value]]));
  const ofRecords = (available.records ?? []).flatMap((root) => recordPaths(root, scope));
  const others: Path[] = [
    ...available.data.map(({ key }): Path => ['Data', [key]]),
    ...Object.keys(scope.vars ?? {}).map((name): Path => ['Vars', [name]]),
    ...constNames.map((name): Path => ['Consts', [name]]),
  ];
  const { prefix } = place;
  const wanted = prefix.toLowerCase();
  const isWanted = (label: string) => label.toLowerCase().includes(wanted);
  const matching = (paths: readonly Path[]) => paths.filter(([root, keys]) => isWanted(writePath(root, keys))).slice(0, MOST_OF_KIND);
  const written = [...matching(ofRecords), ...matching(ofSteps), ...matching(others)];
  const deep = prefix.length < 2 ? [] : deepPaths([...ofRecords, ...ofSteps, ...others], prefix, scope);
  const write = referenceWriter(text, caret, caret, true, place);
  return [
    ...[...written, ...deep].map(([root, keys]) => pathCompletion(root, keys, scope, write(writePath(root, keys)))),
    ...formulas
      .filter(({ name, label, synonyms }) => isWanted(name) || isWanted(label) || isWanted(synonyms))
      .map((formula): Completion => {
        const from = caret - prefix.length;
        const dollar = text[from - 1] === '$' ? 1 : 0;
        return {
          id: formula.name,
          label: formula.signature,
          kind: 'formula',
          detail: formula.description,
          insertion: insertFormula(text, from - dollar, caret, formula.name),
        };
      }),
  ];
}

type Path = [root: ReferenceRoot, keys: PathKey[]];

/** The record, then its members: what people map most. */
function recordPaths(root: 'Item' | 'Entry', scope: ExpressionScope): Path[] {
  return [[root, []], ...membersAt([root, []], scope)];
}

/** Paths inside the samples, those of the nearest step first. */
function deepPaths(paths: readonly Path[], prefix: string, scope: ExpressionScope): Path[] {
  const budget = { members: MOST_SEARCHED };
  const found: Path[] = [];
  for (const [root, keys] of paths) {
    if (found.length >= MOST_DEEP || budget.members <= 0) break;
    const inside = searchPaths(sampleAt(root, keys, scope), prefix, MOST_DEEP - found.length, budget);
    for (const path of inside) found.push([root, [...keys, ...path.keys]]);
  }
  return found;
}

type StepContext = Extract<CompletionContext, { kind: 'name' | 'text' | 'step' }>;
type MemberContext = Extract<CompletionContext, { kind: 'member' }>;
type StepMemberContext = Extract<CompletionContext, { kind: 'stepMember' }>;

function stepCompletions(text: string, caret: number, place: StepContext, available: AvailableReferences): Completion[] {
  return available.steps
    .toReversed()
    .filter(({ step }) => step.stepId.toLowerCase().includes(place.prefix.toLowerCase()))
    .map(({ step }) => ({
      id: step.stepId,
      label: step.stepId,
      kind: 'Steps',
      stepId: step.stepId,
      insertion: keyInsertion(text, caret, place.start, `[${JSON.stringify(step.stepId)}]`),
    }));
}

function memberCompletions(
  text: string,
  caret: number,
  place: MemberContext,
  available: AvailableReferences,
  scope: ExpressionScope,
): Completion[] {
  const { root, keys, prefix, start } = place;
  if ((root === 'Item' || root === 'Entry') && !available.records?.includes(root)) return [];
  const wanted = prefix.toLowerCase();
  const offered = keysOffered(root, keys, available);
  const known = new Set<PathKey>(offered);
  const sampled = listMembers(sampleAt(root, keys, scope)).map(({ key }) => key);
  const all = root === 'Steps' && keys.length === 1 ? offered : [...offered, ...sampled.filter((key) => !known.has(key))];
  return all
    .filter((key) => String(key).toLowerCase().includes(wanted))
    .toSorted((left, right) => rank(left, wanted) - rank(right, wanted))
    .map((key) => ({
      ...pathCompletion(root, [...keys, key], scope, keyInsertion(text, caret, start, writeKey(key))),
      label: typeof key === 'number' ? `[${key}]` : key,
    }));
}

/** After `order.`, where `order` is a step: its output, and the contents of that. Inserts the whole reference. */
function stepMemberCompletions(
  text: string,
  caret: number,
  place: StepMemberContext,
  available: AvailableReferences,
  scope: ExpressionScope,
): Completion[] {
  const { stepName, keys, prefix } = place;
  const named = available.steps.filter(({ step }) => step.stepId.toLowerCase() === stepName.toLowerCase());
  const found = named.find(({ step }) => step.stepId === stepName) ?? named[0];
  if (!found) return [];
  const { step, values } = found;
  const isValue = (values as readonly PathKey[]).includes(keys[0] ?? '');
  const around: Path[] = isValue ? [['Steps', [step.stepId, ...keys]]] : values.map((value) => ['Steps', [step.stepId, value, ...keys]]);
  const own = keys.length > 0 ? [] : around.filter(([, path]) => String(path[1]).toLowerCase().includes(prefix.toLowerCase()));
  const inside = prefix === '' ? around.flatMap((path) => membersAt(path, scope)) : deepPaths(around, prefix, scope);
  const write = referenceWriter(text, caret, caret, true, place);
  return [...own, ...inside].map(([root, path]) => pathCompletion(root, path, scope, write(writePath(root, path))));
}

function membersAt([root, keys]: Path, scope: ExpressionScope): Path[] {
  return listMembers(sampleAt(root, keys, scope)).map(({ key }): Path => [root, [...keys, key]]);
}

function rank(key: PathKey, wanted: string): number {
  return String(key).toLowerCase().startsWith(wanted) ? 0 : 1;
}

/** Members known without a sample. */
function keysOffered(root: string, keys: readonly PathKey[], available: AvailableReferences): PathKey[] {
  if (root === 'Consts' && keys.length === 0) return [...constNames];
  if (root === 'Data' && keys.length === 0) return available.data.map(({ key }) => key);
  if (root !== 'Steps' || keys.length !== 1) return [];
  return [...(available.steps.find(({ step }) => step.stepId === keys[0])?.values ?? [])];
}

function pathCompletion(root: ReferenceRoot, keys: readonly PathKey[], scope: ExpressionScope, insertion: TextInsertion): Completion {
  const path = writePath(root, keys);
  const value = sampleAt(root, keys, scope);
  return {
    id: path,
    label: path,
    kind: root,
    ...(root === 'Steps' ? { stepId: String(keys[0]) } : {}),
    ...(value === undefined ? {} : { sample: { value } }),
    insertion,
  };
}

function sampleAt(root: ReferenceRoot, keys: readonly PathKey[], scope: ExpressionScope): unknown {
  const roots = { Steps: scope.steps, Data: scope.data, Vars: scope.vars, Consts: scope.consts, Item: scope.item, Entry: scope.entry };
  return valueAtPath(roots[root], keys);
}

/** Inserts a key that was started, replacing the quotation mark and bracket after the caret that belong to it. */
function keyInsertion(text: string, caret: number, start: number, key: string): TextInsertion {
  const isQuoted = text[start] === '[';
  const rest = text.slice(caret);
  const closing = isQuoted ? (/^\\?["']?\s*\]/.exec(rest)?.[0].length ?? 0) : 0;
  const end = start + key.length;
  return { start, end: caret + closing, text: key, selectionStart: end, selectionEnd: end };
}
