import { forbiddenNames } from '@portage/primitives/forbidden-names';
import { callFormula } from '../formulas/call-formula.ts';
import { unknownVariable } from '../model/variables.ts';
import { ExpressionError, nameWork } from '../values/expression-error.ts';
import type { MeteredScope, StepValues } from '../values/scope.ts';
import type { ExpressionNode, MemberNode, ReferenceNode } from '../values/syntax-tree.ts';
import { chargeForJson } from '../work/json-size.ts';
import { responseFile } from './response-file.ts';

const REFERENCE_UNITS = 10;

/**
 * The value of a parsed expression; undefined if a path leads nowhere.
 *
 * @throws ExpressionError for an unknown step, a forbidden member or a formula that doesn't accept its arguments.
 */
export function evaluateNode(node: ExpressionNode, scope: MeteredScope): unknown {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'reference':
      return evaluateReference(node, scope);
    case 'call':
      return callFormula(
        node,
        node.arguments.map((argument) => () => evaluateNode(argument, scope)),
        scope,
      );
    default:
      return node satisfies never;
  }
}

function evaluateReference(node: ReferenceNode, scope: MeteredScope): unknown {
  scope.work.charge(REFERENCE_UNITS);
  const keys = node.members.map((member) => evaluateKey(member, scope));
  switch (node.root) {
    case 'Steps':
      return evaluateStep(node, keys, scope);
    case 'Data':
      return valueAtPath(scope.data, keys);
    case 'Vars':
      return evaluateVariable(node, keys, scope);
    case 'Consts':
      return valueAtPath(scope.consts, keys);
    case 'Item':
    case 'Entry':
      return evaluateRecord(node, keys, scope);
    default:
      return node.root satisfies never;
  }
}

/** @param keys consumed: this is the hottest function of an expression, and copies of the list cost a third of it */
function evaluateStep(node: ReferenceNode, keys: (string | number)[], scope: MeteredScope): unknown {
  const name = String(keys.shift());
  if (!Object.hasOwn(scope.steps, name)) {
    if (scope.isStepName?.(name)) return undefined;
    throw new ExpressionError(
      scope.isStepName ? `There is no step "${name}".` : `Step "${name}" is unknown or has not run.`,
      node.position,
    );
  }
  const values = scope.steps[name];
  if (keys[0] === 'ResponseFile' && values && !Object.hasOwn(values, 'ResponseFile'))
    return valueAtPath(buildResponseFile(values, node, scope), keys.slice(1));
  return valueAtPath(values, keys);
}

/** Unlike a value of `$Data`, a variable exists before any run, so a name without one is a mistake. */
function evaluateVariable({ position }: ReferenceNode, keys: readonly (string | number)[], { vars = {} }: MeteredScope): unknown {
  const [name] = keys;
  if (name !== undefined && !Object.hasOwn(vars, name)) throw new ExpressionError(`${unknownVariable(String(name))}.`, position);
  return valueAtPath(vars, keys);
}

/** For a file, a response that isn't text is written as JSON. */
function buildResponseFile(values: StepValues, { position }: ReferenceNode, { work }: MeteredScope): Record<string, string> | undefined {
  try {
    if (typeof values.Response === 'object') chargeForJson(values.Response, work);
  } catch (cause) {
    throw nameWork(cause, 'ResponseFile', position);
  }
  return responseFile(values);
}

function evaluateRecord({ root, position }: ReferenceNode, keys: readonly (string | number)[], scope: MeteredScope): unknown {
  if (root === 'Item' && 'item' in scope) return valueAtPath(scope.item, keys);
  if (root === 'Entry' && 'entry' in scope) return valueAtPath(scope.entry, keys);
  throw new ExpressionError(
    root === 'Item' ? 'Use $Item only in mappings of a sync.' : 'Use $Entry only in mappings below a list (…[].name).',
    position,
  );
}

function evaluateKey(member: MemberNode, scope: MeteredScope): string | number {
  switch (member.kind) {
    case 'name':
      return member.name;
    case 'index':
      return member.index;
    case 'computed': {
      const key = evaluateNode(member.expression, scope);
      if (typeof key === 'number') return key;
      if (typeof key !== 'string') throw new ExpressionError('The value in brackets must be text or a number.', member.position);
      scope.work.charge(key.length);
      if (forbiddenNames.includes(key)) throw new ExpressionError(`"${key}" cannot be used in an expression.`, member.position);
      return key;
    }
    default:
      return member satisfies never;
  }
}

/** The value at the end of a path; undefined if it leads nowhere. */
export function valueAtPath(start: unknown, keys: readonly (string | number)[]): unknown {
  let value = start;
  for (const key of keys) {
    if (value === null || value === undefined) return undefined;
    value = ownValue(value, key);
  }
  return value;
}

/** Only own data properties: nothing inherited, no accessors. A text has its length. */
function ownValue(holder: unknown, key: string | number): unknown {
  if (typeof holder === 'string') return key === 'length' ? holder.length : undefined;
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}
