import { syncDirections } from '@portage/contracts';
import { getStepKind } from '@portage/playbooks/wizard';
import type { ApplicationPair, Applications, Direction, WizardStep } from '../playbooks/api-types.ts';
import type { StepAnswers } from './step-answers.ts';

/** Pairs that no other step uses (spec PB-42). */
export function availablePairs({ pairs }: Applications, steps: readonly WizardStep[], ownStepId: string): ApplicationPair[] {
  const others = steps.filter((step) => getStepKind(step) === 'flow' && step.id !== ownStepId);
  return pairs.filter((pair) => !others.some(({ flowEntitiesToSync }) => isPair(pair, flowEntitiesToSync)));
}

function listDirections(pairs: readonly ApplicationPair[]): Direction[] {
  return syncDirections.filter((direction) => pairs.some(({ directions }) => directions.includes(direction)));
}

/** What a step's selectors offer and show (spec PB-43, PB-48): a single option is chosen already. */
export interface FlowChoice {
  directions: Direction[];
  direction: Direction | null;
  sources: string[];
  source: string | null;
  targets: string[];
  target: string | null;
  pair: ApplicationPair | null;
}

export function flowChoice(available: readonly ApplicationPair[], answers: StepAnswers): FlowChoice {
  const directions = listDirections(available);
  const direction = pick(directions, answers.integrationFlowDirectionType ?? null);
  const inDirection = available.filter((pair) => direction !== null && pair.directions.includes(direction));
  const sources = unique(inDirection.map(({ sourceEntity }) => sourceEntity));
  const source = pick(sources, answers.flowEntitiesToSync?.source ?? null);
  const targets = unique(inDirection.filter(({ sourceEntity }) => sourceEntity === source).map(({ targetEntity }) => targetEntity));
  const target = pick(targets, answers.flowEntitiesToSync?.target ?? null);
  const pair = inDirection.find((one) => isPair(one, { source, target })) ?? null;
  return { directions, direction, sources, source, targets, target, pair };
}

function isPair(pair: ApplicationPair, entities: StepAnswers['flowEntitiesToSync']): boolean {
  return pair.sourceEntity === entities?.source && pair.targetEntity === entities.target;
}

function pick<Value extends string>(offered: readonly Value[], chosen: Value | null): Value | null {
  if (chosen !== null && offered.includes(chosen)) return chosen;
  return offered.length === 1 ? (offered[0] ?? null) : null;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
