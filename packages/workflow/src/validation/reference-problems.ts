import { brokenPath } from '../expressions/broken-path.ts';
import { expressionSpans } from '../expressions/expression-spans.ts';
import type { AvailableReferences } from '../references/available-references.ts';
import type { ReferenceNode } from '../values/syntax-tree.ts';
import { referenceFault } from './check-expressions.ts';

/** A problem or a warning about part of an expression. */
export interface ReferenceProblem {
  start: number;
  end: number;
  /** `error`: the run would fail. `warning`: it would find nothing there. */
  severity: 'error' | 'warning';
  message: string;
}

/** Unreadable text, missing steps, and steps and keys without a value yet at this point. @param stepNames of the whole workflow */
export function referenceProblems(text: string, stepNames: ReadonlySet<string>, available: AvailableReferences): ReferenceProblem[] {
  const spans = expressionSpans(text);
  const broken = spans.some(({ kind }) => kind === 'fault') ? null : brokenPath(text);
  const ofPath: ReferenceProblem[] = broken
    ? [{ start: broken.position, end: broken.end, severity: 'error', message: broken.message }]
    : [];
  const ofSpans = spans.flatMap((span): ReferenceProblem[] => {
    if (span.kind === 'fault') return [{ start: span.start, end: span.end, severity: 'error', message: span.message }];
    return span.references.flatMap((reference) => checkReference(reference, stepNames, available));
  });
  return [...ofSpans, ...ofPath];
}

function checkReference(reference: ReferenceNode, stepNames: ReadonlySet<string>, available: AvailableReferences): ReferenceProblem[] {
  const { position: start, end } = reference;
  const fault = referenceFault(reference, (name) => stepNames.has(name), available.records);
  if (fault) return [{ start, end, severity: 'error', message: fault }];
  const doubt = findDoubt(reference, available);
  return doubt ? [{ start, end, severity: 'warning', message: doubt }] : [];
}

function findDoubt({ root, members: [first, second] }: ReferenceNode, available: AvailableReferences): string | null {
  if (first?.kind !== 'name') return null;
  const { name } = first;
  if (root === 'Data' && !available.hasComputedKeys && !available.data.some(({ key }) => key === name))
    return `No step stores data under "${name}"`;
  if (root !== 'Steps') return null;
  const doubt = doubtOfStep(name, available);
  if (doubt !== null) return doubt;
  const offered = available.steps.find(({ step }) => step.stepId === name);
  if (offered && second?.kind === 'name' && !offered.values.some((value) => value === second.name)) {
    const list = offered.values.join(', ');
    return list ? `"${name}" has no ${second.name}: it has ${list}` : `"${name}" gives no values`;
  }
  return null;
}

/** Why a step of the workflow may have no values where another one reads them, or null. */
export function doubtOfStep(name: string, available: AvailableReferences): string | null {
  if (available.switchedOff.has(name)) return switchedOffDoubt(name);
  const isThere = available.laterInLoop.includes(name) || available.steps.some(({ step }) => step.stepId === name);
  return isThere ? null : `"${name}" has not run when this step starts`;
}

/** The warning for a reference to a step that runs skip. */
export function switchedOffDoubt(name: string): string {
  return `"${name}" is switched off: it gives no values`;
}
