import { getWrittenAnswer } from '@portage/playbooks/wizard';
import type { WizardStep } from '../playbooks/api-types.ts';

export type StepAnswers = Omit<
  WizardStep,
  'id' | 'name' | 'position' | 'isActive' | 'type' | 'connectorTypeId' | 'workflowTemplateId' | 'version'
>;

export function getAnswers(step: WizardStep): StepAnswers {
  const { id, name, position, isActive, type, connectorTypeId, workflowTemplateId, version, ...answers } = step;
  return answers;
}

/** The answer to a question by its name; empty if it isn't answered. */
export function getAnswer(answers: StepAnswers, name: string): string {
  return getWrittenAnswer(answers, name) ?? '';
}

/** The system's name of a choice when it was made; undefined if not known. */
export function findChosenName({ chosenNames = {} }: StepAnswers, field: string, value: string): string | undefined {
  const chosen = Object.hasOwn(chosenNames, field) ? chosenNames[field] : undefined;
  return chosen?.value === value ? chosen.name : undefined;
}

/** @param name the system's name; left out if it is too long or cannot be stored */
export function withChosenName(answers: StepAnswers, field: string, value: string | null, name: string | null): StepAnswers {
  const { [field]: _, ...others } = answers.chosenNames ?? {};
  const isStorable = name !== null && name.length <= 500 && name.isWellFormed() && !name.includes('\0');
  return { ...answers, chosenNames: value !== null && isStorable ? { ...others, [field]: { value, name } } : others };
}

/** Whether both are equal; null and an empty text both mean no answer. */
export function areSameAnswers(one: StepAnswers, other: StepAnswers): boolean {
  return JSON.stringify(tidy(one)) === JSON.stringify(tidy(other));
}

/** Whether everything that was typed is stored; what the server found by itself is stored next to it. */
export function areStored(typed: StepAnswers, stored: StepAnswers): boolean {
  return areSameAnswers({ ...stored, ...typed, answers: { ...stored.answers, ...typed.answers } }, stored);
}

function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(tidy);
  if (typeof value !== 'object' || value === null) return value === null || value === '' ? undefined : value;
  const entries = Object.entries(value)
    .map(([key, one]) => [key, tidy(one)] as const)
    .filter(([, one]) => one !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
