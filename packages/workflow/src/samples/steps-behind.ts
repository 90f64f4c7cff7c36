import { expressionReferences } from '../expressions/expression-references.ts';
import { isIdentifier } from '../expressions/is-identifier.ts';
import type { AvailableReferences } from '../references/available-references.ts';
import { ExpressionError } from '../values/expression-error.ts';

const NAME_AND_DOT = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?=\.)/gu;

export interface StepsBehind {
  steps: string[];
  isData: boolean;
}

/** The steps whose values a text needs; for a loop's item also its collection's. */
export function stepsBehind(text: string, available: AvailableReferences): StepsBehind {
  const steps = new Set<string>();
  let isData = false;
  const texts = [text];
  for (let next = texts.pop(); next !== undefined; next = texts.pop()) {
    const read = readReferences(next);
    isData ||= read.isData;
    for (const name of [...read.stepNames, ...begunNames(next, available)]) {
      if (steps.has(name)) continue;
      steps.add(name);
      const step = available.steps.find((offered) => offered.step.stepId === name)?.step;
      if (step?.type === 'Loop') texts.push(step.listContextDataEntityName ?? '', step.resultExpression ?? '');
    }
  }
  return { steps: [...steps], isData };
}

/** Steps that a person starts to name, such as `order.tot`: the completions after them need their values. */
function begunNames(text: string, available: AvailableReferences): string[] {
  if (!text.includes('$')) return [];
  const names = new Set(text.match(NAME_AND_DOT));
  return available.steps
    .map(({ step }) => step.stepId)
    .filter((name) => names.has(name) || (!isIdentifier(name) && text.includes(`${name}.`)));
}

function readReferences(text: string): { stepNames: string[]; isData: boolean } {
  try {
    const { stepNames, references } = expressionReferences(text);
    return { stepNames, isData: references.some(({ root }) => root === 'Data') };
  } catch (fault) {
    if (fault instanceof ExpressionError) return { stepNames: [], isData: false };
    throw fault;
  }
}
