import type { Node } from 'acorn';
import type { AvailableReferences } from '../references/available-references.ts';
import { doubtOfStep } from '../validation/reference-problems.ts';
import { readScript, type ScriptPosition } from './script-problem.ts';

/** A step that a script names and that won't exist when it runs. */
export interface ScriptReferenceProblem extends ScriptPosition {
  endLine: number;
  endColumn: number;
  message: string;
}

const ROOTS: readonly string[] = ['Steps', '$Steps'];

/**
 * Steps that a script names but that don't exist or haven't run by then. A script may guard itself against either (`Steps["x"]?.Response`),
 * so these are warnings, not errors. A script that can't be parsed has none.
 *
 * @param stepNames of all steps of the workflow.
 */
export function scriptReferenceProblems(
  script: string,
  stepNames: ReadonlySet<string>,
  available: AvailableReferences,
): ScriptReferenceProblem[] {
  const read = readScript(script);
  if ('problem' in read) return [];
  return stepsNamed(read.tree).flatMap(({ name, node }) => {
    const message = stepNames.has(name) ? doubtOfStep(name, available) : `There is no step "${name}"`;
    if (message === null || !node.loc) return [];
    const { start, end } = node.loc;
    return [{ line: start.line, column: start.column + 1, endLine: end.line, endColumn: end.column + 1, message }];
  });
}

interface NamedStep {
  name: string;
  node: Node;
  /** Whether the script reads a member of the step's values without a guard, so that it fails if the step doesn't exist. */
  isUnguarded: boolean;
}

/** Every `Steps["name"]` and `Steps.name` of a tree, in text order. No recursion: trees of long sums are deep. */
export function stepsNamed(tree: Node): NamedStep[] {
  const found: NamedStep[] = [];
  const unguarded = new Set<Node>();
  const waiting: unknown[] = [tree];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) waiting.push(...next);
    else if (isNode(next)) {
      if (next.type === 'MemberExpression' && !(next as MemberNode).optional) unguarded.add((next as MemberNode).object);
      const name = findMemberName(next);
      if (name !== null) found.push({ name, node: next, isUnguarded: unguarded.has(next) });
      for (const member of Object.values(next)) if (typeof member === 'object' && member !== null) waiting.push(member);
    }
  }
  return found.sort((left, right) => left.node.start - right.node.start);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

interface MemberNode extends Node {
  object: Node & { name?: string };
  property: Node & { name?: string; value?: unknown };
  computed: boolean;
  optional: boolean;
}

function findMemberName(node: Node): string | null {
  if (node.type !== 'MemberExpression') return null;
  const { object, property, computed } = node as MemberNode;
  if (object.type !== 'Identifier' || !ROOTS.includes(object.name ?? '')) return null;
  if (!computed) return property.name ?? null;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}
