import { type OutlineNode, outlineSteps, type WorkflowStep } from '@portage/workflow';

/** A workflow's flow in one line: `start > each[price] > route{Yes: tell | No: } > wait`. Unconnected steps follow a `!`. */
export function flowText(steps: readonly WorkflowStep[]): string {
  const { chain, unreached } = outlineSteps(steps);
  const lost = unreached.length > 0 ? ` ! ${unreached.map((step) => step.stepId).join(' ')}` : '';
  return `${chainText(chain)}${lost}`;
}

function chainText(chain: readonly OutlineNode[]): string {
  return chain.map(nodeText).join(' > ');
}

function nodeText({ step, body, groups }: OutlineNode): string {
  if (body) return `${step.stepId}[${chainText(body)}]`;
  if (!groups) return step.stepId;
  return `${step.stepId}{${groups.map((group) => `${group.name}: ${chainText(group.chain)}`).join(' | ')}}`;
}
