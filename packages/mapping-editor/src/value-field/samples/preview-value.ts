import {
  brokenPath,
  ExpressionError,
  type ExpressionScope,
  evaluateAddress,
  evaluateExpression,
  evaluateTemplate,
  expressionReferences,
  valueAtPath,
} from '@portage/workflow';
import type { ValueKind } from '../value-types.ts';

/** What an expression gives with the values that are known. */
export type ValuePreview =
  | { state: 'plain' }
  /** `isText`: the result is text, whatever was inserted. */
  | { state: 'value'; value: unknown; isText: boolean }
  /** Nothing that the expression refers to is known yet. */
  | { state: 'unknown'; stepNames: string[] }
  | { state: 'error'; message: string };

/** Evaluates an expression like a run, with sample values. */
export function previewValue(text: string, kind: ValueKind, scope: ExpressionScope): ValuePreview {
  if (!text.includes('$') && !/^\s*Steps\s*\[/.test(text)) return { state: 'plain' };
  try {
    const broken = brokenPath(text);
    if (broken) return { state: 'error', message: broken.message };
    const { references, stepNames } = expressionReferences(text);
    const isFormula = references.length === 0;
    const missing = references.filter(({ root, members }) => isMissing(root, members, scope));
    if (!isFormula && missing.length === references.length) return { state: 'unknown', stepNames };
    return { state: 'value', value: workedOut(text, kind, scope), isText: kind !== 'expression' && kind !== 'formula' };
  } catch (fault) {
    if (fault instanceof ExpressionError) return { state: 'error', message: fault.message };
    throw fault;
  }
}

function workedOut(text: string, kind: ValueKind, scope: ExpressionScope): unknown {
  switch (kind) {
    case 'address':
      return evaluateAddress({ url: text }, scope).address;
    case 'json':
      return evaluateTemplate(text, scope, { escape: 'json' });
    case 'template':
      return evaluateTemplate(text, scope);
    case 'expression':
    case 'formula':
      return evaluateExpression(text, scope);
    default:
      return kind satisfies never;
  }
}

/** Whether not even the beginning of the path is known. A path that leads nowhere in a known value gives null, as in a run. */
function isMissing(root: string, members: readonly { kind: string }[], scope: ExpressionScope): boolean {
  const [first, second] = members as readonly { kind: string; name?: string }[];
  if (root === 'Item') return scope.item === undefined;
  if (root === 'Entry') return scope.entry === undefined;
  if (first?.name === undefined) return false;
  if (root === 'Data') return !Object.hasOwn(scope.data, first.name);
  // An unknown variable is a mistake, as in a run.
  if (root === 'Vars') return false;
  if (root === 'Consts') return !Object.hasOwn(scope.consts, first.name);
  if (!Object.hasOwn(scope.steps, first.name)) return true;
  return second?.name !== undefined && valueAtPath(scope.steps[first.name], [second.name]) === undefined;
}
