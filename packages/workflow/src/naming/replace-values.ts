import { expressionSpans } from '../expressions/expression-spans.ts';
import { mapStepTexts } from '../step-types/registry.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { quoteAs, unquote } from './rename-step.ts';

/** A value as expressions and scripts name it: `$Steps["order"].Response`, `$Data.total`, `$Consts.WorkflowId`. */
export type NamedValue = { root: 'Steps'; step: string; member: string } | { root: 'Data' | 'Consts'; member: string };

/** What is to be read instead: a member of a step's value, `Steps["call"].Response.total`. */
export interface ReadInstead {
  step: string;
  member: string;
  field: string;
}

export interface ValueReplacement {
  /** @returns null: the value is read as before */
  replace: (value: NamedValue) => ReadInstead | null;
  /** Whether a whole step, or a step that only the run knows, may be read; otherwise `onUnclear` is called. */
  isClear: (step: string | null) => boolean;
  onUnclear: () => void;
}

/**
 * Replaces the values that a step's expressions and scripts read. `onUnclear` is called for a reading whose value can't be told from the
 * text, such as a script's `Steps[name]` or an expression's `$Steps["order"]` without a member.
 */
export function replaceValues<Step extends WorkflowStep>(step: Step, replacement: ValueReplacement): Step {
  return mapStepTexts(step, (text, kind) => {
    if (kind === 'unused') return text;
    if (kind === 'script') return replaceIn(text, replacement);
    let replaced = '';
    let at = 0;
    for (const { start, end } of expressionSpans(text)) {
      replaced += text.slice(at, start) + replaceIn(text.slice(start, end), replacement);
      at = end;
    }
    return replaced + text.slice(at);
  });
}

const IDENTIFIER = '[\\p{L}_$][\\p{L}\\p{N}_$]*';
const QUOTED = '\\\\"(?:(?!\\\\").)*\\\\"|"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\'|`(?:[^`\\\\$]|\\\\.)*`';
const MEMBER = `\\s*\\??\\.\\s*(${IDENTIFIER})`;
const NAME = `(?:\\s*(?:\\?\\.)?\\s*\\[\\s*(${QUOTED})\\s*\\]|${MEMBER})`;
const VALUE = new RegExp(`(?<![\\w.])(?:Steps(?:${NAME}(?:${MEMBER})?)?|(Data|Consts)(?:${MEMBER})?)(?![\\p{L}\\p{N}_])`, 'gsu');

function replaceIn(code: string, { replace, isClear, onUnclear }: ValueReplacement): string {
  return code.replace(
    VALUE,
    (whole: string, quoted?: string, dotted?: string, member?: string, root?: 'Data' | 'Consts', ownMember?: string) => {
      const quote = quoted === undefined ? '"' : quoted.startsWith('\\') ? '\\"' : quoted.charAt(0);
      const step = quoted === undefined ? (dotted ?? null) : unquote(quoted, quote);
      const value = readValue(root, step, root === undefined ? member : ownMember);
      const instead = value && replace(value);
      if (instead) return `Steps[${quoteAs(instead.step, quote)}].${instead.member}.${instead.field}`;
      if (!value && !isClear(step)) onUnclear();
      return whole;
    },
  );
}

function readValue(root: 'Data' | 'Consts' | undefined, step: string | null, member: string | undefined): NamedValue | null {
  if (member === undefined) return null;
  if (root !== undefined) return { root, member };
  return step === null ? null : { root: 'Steps', step, member };
}
