import { z } from 'zod';
import type { TemplateDefinition, TemplateQuestion } from '../template/template-definition.ts';
import type { CheckedStep, StepFacts } from './step-facts.ts';
import { notADay, notANumber, PRICES_UNMAPPED } from './step-texts.ts';
import { getWrittenAnswer, type StepAnswers, type WizardStep, withAnswer } from './wizard-step.ts';

const PRICE_BOOK_TWICE = 'A price book can be used once.';

/** Checks the pair's own step: its questions, its price mapping, its field mappings. */
export function checkSetupStep(
  definition: TemplateDefinition,
  before: WizardStep,
  written: StepAnswers,
  facts: StepFacts,
): CheckedStep<WizardStep> {
  const { questions = [], priceMapping } = definition.setup ?? {};
  let step = before;
  let problem: string | null = null;
  for (const question of questions) {
    const value = resolveAnswer(question, before, written, facts);
    const flaw = findFlaw(question, value, facts);
    problem ??= flaw ?? (value === null && question.isRequired ? missingMessage(question) : null);
    step = withAnswer(step, question.name, flaw === null ? value : null);
  }
  if (priceMapping) {
    const checked = checkPrices(written.priceMapping ?? before.priceMapping ?? null, facts.priceLists);
    problem ??= checked.problem;
    step = { ...step, priceMapping: checked.problem === null ? checked.prices : null };
  }
  if (written.mappings) step = { ...step, mappings: { ...before.mappings, ...pickExistingMappings(definition, written.mappings) } };
  return { step, problem };
}

function resolveAnswer(question: TemplateQuestion, before: WizardStep, written: StepAnswers, facts: StepFacts): string | null {
  // Looked up in the system, whatever the page sends.
  if (question.kind === 'found') return facts.found?.get(question.name) ?? null;
  const value = getWrittenAnswer(written, question.name);
  const given = (value === undefined ? getWrittenAnswer(before, question.name) : value)?.trim();
  return given ? normalizeAnswer(question, given, facts) : getDefaultAnswer(question, facts);
}

export function getDefaultAnswer(
  { kind, default: usual }: Pick<TemplateQuestion, 'kind' | 'default'>,
  { now = new Date() }: StepFacts,
): string | null {
  if (usual === undefined) return null;
  if (kind === 'start') return formatSeconds(now);
  return kind === 'date' ? now.toISOString().slice(0, 10) : usual;
}

/** A start given as a day begins with that day. */
export function normalizeAnswer({ kind }: Pick<TemplateQuestion, 'kind'>, value: string, { now = new Date() }: StepFacts): string {
  if (kind !== 'start') return value;
  if (value === 'now') return formatSeconds(now);
  const start = new Date(value);
  return isDay(value) || z.iso.datetime({ offset: true }).safeParse(value).success ? formatSeconds(start) : value;
}

/** Systems' query languages accept whole seconds. */
function formatSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

/** Whether an answer is a valid day, or a valid start. */
export function isWhen(kind: 'date' | 'start', value: string): boolean {
  return kind === 'date' ? isDay(value) : z.iso.datetime({ offset: true }).safeParse(value).success;
}

function isDay(value: string): boolean {
  return z.iso.date().safeParse(value).success;
}

function findFlaw({ kind, title, name, options }: TemplateQuestion, value: string | null, { choices }: StepFacts): string | null {
  if (value === null) return null;
  if (kind === 'number' && !Number.isFinite(Number(value))) return notANumber(title);
  if ((kind === 'date' || kind === 'start') && !isWhen(kind, value)) return notADay(title);
  if (kind === 'options' && !options?.some((option) => option.value === value))
    return `${title}: there is no such choice. Choose another one.`;
  const offered = choices?.get(name);
  return offered && !offered.includes(value) ? `${title}: this choice is not offered (any more). Choose another one.` : null;
}

function missingMessage({ kind, title, message }: TemplateQuestion): string {
  if (message !== undefined) return message;
  if (kind === 'found') return `${title} not found`;
  return ['choice', 'options', 'date', 'start'].includes(kind) ? `Please select ${title}` : `Please enter ${title}`;
}

/** Price levels are mapped while there are price books, each used once (spec CPB-19, CPB-20). */
function checkPrices(written: Readonly<Record<string, string | null>> | null, lists: StepFacts['priceLists']) {
  if (!lists) return { prices: null, problem: PRICES_UNMAPPED };
  const { levelIds, bookIds } = lists;
  const mapped = Object.entries(written ?? {}).filter(
    (entry): entry is [string, string] => levelIds.includes(entry[0]) && entry[1] !== null && bookIds.includes(entry[1]),
  );
  const prices = Object.fromEntries(mapped);
  if (new Set(mapped.map(([, book]) => book)).size < mapped.length) return { prices, problem: PRICE_BOOK_TWICE };
  const isWhole = mapped.length >= Math.min(levelIds.length, bookIds.length);
  return { prices, problem: isWhole ? null : PRICES_UNMAPPED };
}

function pickExistingMappings({ workflows }: TemplateDefinition, mappings: NonNullable<StepAnswers['mappings']>) {
  return Object.fromEntries(Object.entries(mappings).filter(([id]) => workflows.some((workflow) => workflow.id === id)));
}
