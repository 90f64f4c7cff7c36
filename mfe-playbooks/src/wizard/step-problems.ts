import {
  DIRECTION_UNSELECTED,
  ENTITIES_UNSELECTED,
  EXTERNAL_IDS_UNSELECTED,
  NO_FIELDS,
  notANumber,
  offeredExternalIds,
  PRICES_UNMAPPED,
  unknownFieldType,
} from '@portage/playbooks/wizard';
import type { AdditionalField, Question, Template } from '../playbooks/api-types.ts';
import type { FlowChoice } from './pairs-of-applications.ts';
import { getAnswer, type StepAnswers } from './step-answers.ts';

/** Messages by field. The server checks the same, plus what only a system knows. */
export type StepProblems = Readonly<Record<string, string>>;

const TYPES: readonly string[] = ['string', 'number', 'custom'];

export function connectorProblems(answers: StepAnswers): StepProblems {
  return answers.connectorId ? {} : { connectorId: 'Please select Connector' };
}

/** Questions of kind `found` are looked up when the step is saved. */
export function setupProblems({ questions }: NonNullable<Template['setup']>, answers: StepAnswers): StepProblems {
  return messages(questions.map((question) => [question.name, questionProblem(question, getAnswer(answers, question.name))]));
}

function questionProblem(question: Question, value: string): string | null {
  const { kind, title, isRequired, message } = question;
  if (kind === 'found' || (value === '' && question.default !== null)) return null;
  if (value.trim() === '')
    return isRequired ? (message ?? `Please ${kind === 'choice' || kind === 'date' ? 'select' : 'enter'} ${title}`) : null;
  return kind === 'number' ? numberProblem(title, value) : null;
}

/** Spec CPB-19: every price level, up to the lesser of the two list sizes, is mapped. */
export function priceProblems(mapping: StepAnswers['priceMapping'], levelIds: readonly string[], bookIds: readonly string[]): StepProblems {
  const mapped = levelIds.filter((id) => bookIds.includes(mapping?.[id] ?? ''));
  return mapped.length < Math.min(levelIds.length, bookIds.length) ? { priceMapping: PRICES_UNMAPPED } : {};
}

/** What is missing or wrong in the choices of a flow (spec PB-48..52). */
export function flowProblems({ direction, source, target, pair }: FlowChoice, answers: StepAnswers): StepProblems {
  if (direction === null) return { direction: DIRECTION_UNSELECTED };
  if (!pair) {
    return messages([
      ['source', source === null ? ENTITIES_UNSELECTED : null],
      ['target', target === null ? ENTITIES_UNSELECTED : null],
    ]);
  }
  const values = answers.integrationFlowAdditionalData ?? {};
  return messages([
    ['fields', pair.additionalFields.length === 0 ? NO_FIELDS : null],
    ...pair.additionalFields.map((field) => [`field.${field.name}`, fieldProblem(field, values[field.name] ?? '')] as const),
    [
      'externalIds',
      offeredExternalIds(pair, direction).length > 0 && getExternalIds(pair, answers).length === 0 ? EXTERNAL_IDS_UNSELECTED : null,
    ],
  ]);
}

function fieldProblem({ type, title, isRequired }: AdditionalField, value: string): string | null {
  // Spec STEP-110.
  if (!TYPES.includes(type)) return unknownFieldType(type);
  if (value.trim() === '') return isRequired ? `Please ${type === 'custom' ? 'select' : 'enter'} ${title}` : null;
  return type === 'number' ? numberProblem(title, value) : null;
}

/** Chosen fields that the pair offers; a single one is chosen already. */
export function getExternalIds({ externalIdFields }: NonNullable<FlowChoice['pair']>, answers: StepAnswers): string[] {
  const offered = externalIdFields.map(({ path }) => path);
  return offered.length === 1 ? offered : offered.filter((path) => answers.targetEntityExternalIdFields?.includes(path));
}

function numberProblem(title: string, value: string): string | null {
  return Number.isFinite(Number(value)) ? null : notANumber(title);
}

function messages(entries: readonly (readonly [string, string | null])[]): StepProblems {
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}
