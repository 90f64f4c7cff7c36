import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import type { z } from 'zod';
import { checkTemplate } from './check-template.ts';
import { type TemplateDefinition, templateDefinitionSchema } from './template-definition.ts';
import { pathText, type TemplateProblem } from './template-problem.ts';

export type ReadTemplate = { ok: true; definition: TemplateDefinition } | { ok: false; problems: TemplateProblem[] };

const MAX_DEPTH = 40;
/** Values in one template. Aliases count every time they are used, so that an alias bomb is refused. */
const MAX_VALUES = 50_000;
const MAX_PROBLEMS = 20;
const UNSTORABLE = 'This text contains characters that cannot be stored.';

/** Parses a `playbook.yaml` (docs/playbooks.md). */
export function readTemplate(yaml: string): ReadTemplate {
  let written: unknown;
  try {
    written = load(yaml, { schema: CORE_SCHEMA, maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark ? ` (line ${error.mark.line + 1})` : '';
    return refused('', `This is not valid YAML: ${error.reason}${line}.`);
  }
  if (countValues(written, MAX_VALUES) > MAX_VALUES) return refused('', `A template has at most ${MAX_VALUES} values.`);
  return readDefinition(written);
}

/** Parses a template that is already JSON. */
export function readDefinition(written: unknown): ReadTemplate {
  const parsed = templateDefinitionSchema.safeParse(written);
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.flatMap(toProblems).slice(0, MAX_PROBLEMS) };
  const problems = [...unstorableTexts(parsed.data), ...checkTemplate(parsed.data)].slice(0, MAX_PROBLEMS);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, definition: parsed.data };
}

function refused(path: string, message: string): ReadTemplate {
  return { ok: false, problems: [{ path, message }] };
}

function toProblems(issue: z.core.$ZodIssue): TemplateProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: pathText([...issue.path, key]), message: 'There is no such member.' }));
  }
  return [{ path: pathText(issue.path), message: getMessage(issue) }];
}

function getMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This member is required.';
  return issue.message;
}

/** In YAML, "\0" and "\uD800" are texts; PostgreSQL can't store either. */
function unstorableTexts(value: unknown, path: readonly PropertyKey[] = []): TemplateProblem[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path: pathText(path), message: UNSTORABLE }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (!isStorable(key)) return [{ path: pathText(path), message: UNSTORABLE }];
    return unstorableTexts(member, [...path, Array.isArray(value) ? Number(key) : key]);
  });
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Counts at most one more than `most`. */
function countValues(value: unknown, most: number): number {
  const waiting = [value];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined && count <= most; next = waiting.pop()) {
    count += 1;
    if (typeof next === 'object' && next !== null) waiting.push(...Object.values(next).map((one) => one ?? 0));
  }
  return count;
}
