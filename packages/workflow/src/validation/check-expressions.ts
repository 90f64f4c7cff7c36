import { brokenPath } from '../expressions/broken-path.ts';
import { expressionReferences } from '../expressions/expression-references.ts';
import { mapStepTexts } from '../step-types/registry.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { ExpressionError } from '../values/expression-error.ts';
import { constNames, stepValueNames } from '../values/scope.ts';
import type { RecordRoot, ReferenceNode } from '../values/syntax-tree.ts';
import type { WorkflowProblem } from './workflow-problem.ts';

/** Unreadable expressions of one step, references to missing steps, and expressions where only plain text is accepted. */
export function checkExpressions(step: WorkflowStep, hasStep: (name: string) => boolean): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  const read = new Set<string>();
  mapStepTexts(step, (text, kind, field) => {
    read.add(field);
    if (kind === 'expression') {
      for (const { message, position } of findFaults(text, hasStep)) problems.push({ stepId: step.stepId, field, message, position });
    }
    return text;
  });
  for (const field of literalExpressions(step, read)) problems.push({ stepId: step.stepId, field, message: NO_EXPRESSION });
  return problems;
}

const NO_EXPRESSION = 'This field does not accept expressions: they would be used as plain text';
const EXPRESSION = /\$\{|\$(?:Steps|Data|Vars|Consts)\b/;
/** Notes, samples, programs in other languages, and the settings of integrations, which have their own checks. */
const FREE_FIELDS = [
  'stepId',
  'nextStepId',
  'loopFirstStepId',
  'errorFirstStepId',
  'description',
  'notes',
  'script',
  'graphQlQuery',
  'payloadSampleJson',
  'responseSampleJson',
  'fieldsData',
];

/** Fields that look like an expression but are never evaluated: every order would be stored under the same literal key, for example. */
function literalExpressions(step: WorkflowStep, read: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const find = (text: string, field: string) => {
    if (!read.has(field) && EXPRESSION.test(text)) found.push(field);
  };
  const look = (value: unknown, field: string): void => {
    if (typeof value === 'string') {
      find(value, field);
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) look(item, `${field}[${index}]`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (FREE_FIELDS.includes(name)) continue;
        find(name, field);
        look(member, field === '' ? name : `${field}.${name}`);
      }
    }
  };
  look(step, '');
  return found;
}

function findFaults(text: string, hasStep: (name: string) => boolean): { message: string; position: number }[] {
  try {
    const faults = expressionReferences(text).references.flatMap((reference) => {
      const message = referenceFault(reference, hasStep);
      return message ? [{ message, position: reference.position }] : [];
    });
    const broken = brokenPath(text);
    return broken ? [...faults, broken] : faults;
  } catch (fault) {
    if (fault instanceof ExpressionError) return [{ message: fault.message, position: fault.position }];
    throw fault;
  }
}

/** The problem of a reference anywhere, or null. */
export function referenceFault(
  { root, members }: ReferenceNode,
  hasStep: (name: string) => boolean,
  records: readonly RecordRoot[] = [],
): string | null {
  const [first, second] = members;
  if (root === 'Item' || root === 'Entry') {
    if (records.includes(root)) return null;
    return records.includes('Item') ? 'Use $Entry only in fields of a list' : `Use $${root} only in mappings of a sync`;
  }
  if (root === 'Steps') {
    if (first?.kind !== 'name') return null;
    if (!hasStep(first.name)) return `There is no step "${first.name}"`;
    if (second?.kind === 'name' && !(stepValueNames as readonly string[]).includes(second.name)) {
      return `A step has no "${second.name}": use ${stepValueNames.join(', ')}`;
    }
  }
  if (root === 'Vars') {
    if (records.length > 0) return 'Use $Vars only in steps, not in mappings of a sync';
    return first === undefined || first.kind === 'name' || first.kind === 'computed' ? null : 'Say which variable: $Vars.name';
  }
  if (root === 'Consts' && first?.kind === 'name' && !(constNames as readonly string[]).includes(first.name)) {
    return `There is no constant "${first.name}": use ${constNames.join(' or ')}`;
  }
  return null;
}
