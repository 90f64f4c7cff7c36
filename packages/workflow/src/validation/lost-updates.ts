import { expressionReferences } from '../expressions/expression-references.ts';
import { literalText } from '../expressions/parse-expression.ts';
import type { DataStorageStep } from '../step-types/data-storage-schema.ts';
import { mapStepTexts } from '../step-types/registry.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { ExpressionError } from '../values/expression-error.ts';
import type { WorkflowProblem } from './workflow-problem.ts';

/**
 * Stored values that are written from a value read in an earlier step: in between, another run can change the value, and its change is
 * lost. Add, Append, Set If and an Update whose own expression reads the value are atomic.
 */
export function lostUpdates(steps: readonly WorkflowStep[]): WorkflowProblem[] {
  const writers = steps.filter((step): step is DataStorageStep => step.type === 'DataStorage' && mayLose(step));
  if (writers.length === 0) return [];
  const inRun = new Set(steps.flatMap((step) => (isOfRun(step) ? step.keyValues.map(({ key }) => key) : [])));
  const reads = new Map(steps.map((step) => [step.stepId, collectReads(step)]));
  return writers.flatMap((step) =>
    step.keyValues.flatMap(({ key, valueExpression }, index) => {
      if (literalText(key) === null || inRun.has(key) || !valueExpression) return [];
      const value = readsOfExpression(valueExpression);
      const readsItself = step.dataStorageOperation === 'Create' && value.keys.has(key);
      const reader = readsItself ? step.stepId : firstReader(key, value.steps, reads);
      if (reader === null) return [];
      const message = `Runs at the same time can lose changes of "${key}": "${reader}" reads it before this step writes it. Use Add, Append or Set If`;
      return [{ stepId: step.stepId, field: `keyValues[${index}].valueExpression`, message }];
    }),
  );
}

function mayLose({ dataStorageOperation, scope }: DataStorageStep): boolean {
  return dataStorageOperation === 'Update' || (dataStorageOperation === 'Create' && scope === 'Workflow');
}

/** Only one writer uses the values of a single run. */
function isOfRun(step: WorkflowStep): step is DataStorageStep {
  return step.type === 'DataStorage' && step.dataStorageOperation === 'Create' && step.scope !== 'Workflow';
}

interface Reads {
  steps: Set<string>;
  keys: Set<string>;
}

/** The step through which the value comes from the key, however many steps are between. */
function firstReader(key: string, from: ReadonlySet<string>, reads: ReadonlyMap<string, Reads>): string | null {
  const seen = new Set(from);
  // A set's iteration includes items added during it.
  for (const name of seen) {
    const read = reads.get(name);
    if (read?.keys.has(key)) return name;
    for (const next of read?.steps ?? []) seen.add(next);
  }
  return null;
}

const SCRIPT_READ = /\$?\b(Steps|Data)\s*(?:\?\.)?\s*(?:\[\s*(["'`])(.*?)\2\s*\]|\.?([\p{L}_][\p{L}\p{N}_]*))/gu;

function collectReads(step: WorkflowStep): Reads {
  const reads: Reads = { steps: new Set(), keys: new Set() };
  mapStepTexts(step, (text, kind) => {
    if (kind === 'script') {
      for (const [, root, , quoted, plain] of text.matchAll(SCRIPT_READ))
        reads[root === 'Data' ? 'keys' : 'steps'].add(quoted ?? plain ?? '');
    } else if (kind === 'expression') {
      const read = readsOfExpression(text);
      for (const name of read.steps) reads.steps.add(name);
      for (const key of read.keys) reads.keys.add(key);
    }
    return text;
  });
  return reads;
}

function readsOfExpression(text: string): Reads {
  try {
    const { stepNames, dataKeys } = expressionReferences(text);
    return { steps: new Set(stepNames), keys: new Set(dataKeys ?? []) };
  } catch (error) {
    // Unreadable text is reported separately.
    if (error instanceof ExpressionError) return { steps: new Set(), keys: new Set() };
    throw error;
  }
}
