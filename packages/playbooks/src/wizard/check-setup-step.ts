import { z } from 'zod';
import type { TemplateDefinition, TemplateQuestion } from '../template/template-definition.ts';
import type { CheckedStep, StepFacts } from './step-facts.ts';
import { notANumber, PRICES_UNMAPPED } from './step-texts.ts';
import { type StepAnswers, type WizardStep, withAnswer, writtenAnswer } from './wizard-step.ts';

const PRICE_BOOK_TWICE = 'A price book can be used once.';

/** The pair's own step: its questions, its price mapping, its field mappings. */
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
    const value = answerTo(question, before, written, facts);
    const flaw = flawOf(question, value, facts);
    problem ??= flaw ?? (value === null && question.isRequired ? missingMessage(question) : null);
    step = withAnswer(step, question.name, flaw === null ? value : null);
  }
  if (priceMapping) {
    const checked = checkPrices(written.priceMapping ?? before.priceMapping ?? null, facts.priceLists);
    problem ??= checked.problem;
    step = { ...step, priceMapping: checked.problem === null ? checked.prices : null };
  }
  if (written.mappings) step = { ...step, mappings: { ...before.mappings, ...knownMappingsOnly(definition, written.mappings) } };
  return { step, problem };
}

function answerTo(question: TemplateQuestion, before: WizardStep, written: StepAnswers, { found }: StepFacts): string | null {
  // Found in the system, whatever the page sends.
  if (question.kind === 'found') return found?.get(question.name) ?? null;
  const value = writtenAnswer(written, question.name);
  return (value === undefined ? writtenAnswer(before, question.name) : value)?.trim() || null;
}

function flawOf({ kind, title, name }: TemplateQuestion, value: string | null, { choices }: StepFacts): string | null {
  if (value === null) return null;
  if (kind === 'number' && !Number.isFinite(Number(value))) return notANumber(title);
  if (kind === 'date' && !z.iso.date().safeParse(value).success) return `${title} must be a day such as 2026-01-31`;
  const offered = choices?.get(name);
  return offered && !offered.includes(value) ? `${title}: this choice is not offered (any more). Choose another one.` : null;
}

/** What is said of a required answer that is not there. */
function missingMessage({ kind, title, message }: TemplateQuestion): string {
  if (message !== undefined) return message;
  if (kind === 'found') return `${title} not found`;
  return kind === 'choice' || kind === 'date' ? `Please select ${title}` : `Please enter ${title}`;
}

/** Price levels are mapped as far as there are price books, none of which serves two (spec CPB-19, CPB-20). */
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

function knownMappingsOnly({ workflows }: TemplateDefinition, mappings: NonNullable<StepAnswers['mappings']>) {
  return Object.fromEntries(Object.entries(mappings).filter(([id]) => workflows.some((workflow) => workflow.id === id)));
}
