import { isListOrObject } from '@portage/primitives/json';
import { findFormula } from '../formulas/formula-table.ts';
import { expressionLimits, nameWork } from '../values/expression-error.ts';
import { type ExpressionScope, type MeteredScope, metered } from '../values/scope.ts';
import type { ExpressionNode, ParsedExpression, TemplatePart } from '../values/syntax-tree.ts';
import { jsonOfValue, textOfValue, tooLong, withinLimit } from '../values/value-text.ts';
import { encodeInPieces } from '../work/encode-in-pieces.ts';
import { chargeForJson } from '../work/json-size.ts';
import type { WorkBudget } from '../work/work-budget.ts';
import { evaluateNode } from './evaluate-node.ts';
import { isCacheable, parseExpression } from './parse-expression.ts';

const WHOLE = 'The expression';
const PARSED_UNITS = 30;
const READING_UNITS = 5;
const JOINING_UNITS = 0.2;

export interface TemplateSettings {
  /** `json`: a value inside a JSON string is escaped, one outside is written as JSON. `form`: a value is percent-encoded. */
  escape?: 'json' | 'form';
  /** With `json`: writes a value that is the only content of its quotes as JSON without the quotes if this returns true. */
  keepsValue?: (value: unknown) => boolean;
}

/** An expression's JSON value: a single reference or formula keeps its type (null if nothing is found). @throws ExpressionError */
export function evaluateExpression(text: string, given: ExpressionScope): unknown {
  const scope = metered(given);
  try {
    const parsed = parseMetered(text, scope);
    if (parsed.literal !== null) return text;
    if (!parsed.single) return joinParts(parsed, scope, (value, position) => textOfValue(value, position, scope.work));
    const value = evaluateNode(parsed.single, scope) ?? null;
    // A list that repeats a payload many times takes no memory until it is written out.
    if (parsed.single.kind === 'call' && isListOrObject(value)) requireWritable(value, scope);
    return value;
  } catch (cause) {
    throw nameWork(cause, WHOLE, 0);
  }
}

function requireWritable(value: object, { work }: MeteredScope): void {
  if (chargeForJson(value, work) > expressionLimits.resultLength) throw tooLong(0);
}

/** A text too long to cache is parsed again each time. */
function parseMetered(text: string, { work }: MeteredScope): ParsedExpression {
  work.charge(PARSED_UNITS + (isCacheable(text) ? 0 : text.length * READING_UNITS));
  return parseExpression(text);
}

/**
 * The text that a template gives.
 *
 * With `escape: 'json'` a value between quotes can't leave its string, and a value without quotes is valid JSON whatever it contains. A
 * template that is a single reference gives a text unchanged, since that may already be a whole document.
 *
 * @throws ExpressionError
 */
export function evaluateTemplate(text: string, given: ExpressionScope, settings: TemplateSettings = {}): string {
  try {
    return templateText(text, metered(given), settings);
  } catch (cause) {
    throw nameWork(cause, WHOLE, 0);
  }
}

function templateText(text: string, scope: MeteredScope, settings: TemplateSettings): string {
  const form = settings.escape;
  const { work } = scope;
  const parsed = parseMetered(text, scope);
  const written = (value: unknown, position: number) => textOfValue(value, position, work);
  if (form === undefined) return joinParts(parsed, scope, written);
  if (form === 'form') return joinParts(parsed, scope, (value, position) => formText(written(value, position), work));
  if (parsed.single) {
    const value = evaluateNode(parsed.single, scope);
    return typeof value === 'string' ? written(value, 0) : jsonOfValue(value, 0, work);
  }
  return joinJson(parsed, scope, settings.keepsValue);
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d{0,59})(?:\.\d{1,60})?$/;

/** An amount keeps all its digits as a JSON number. */
function jsonOfNode(node: ExpressionNode, value: unknown, position: number, work: WorkBudget): string {
  const isAmount = node.kind === 'call' && findFormula(node.name)?.givesAmount === true;
  return isAmount && typeof value === 'string' && JSON_NUMBER.test(value) ? value : jsonOfValue(value, position, work);
}

/** Encodes as forms do: `+` for a blank, and nothing in the text can end its field. @throws BudgetExceeded */
export function formText(text: string, work: WorkBudget): string {
  return encodeInPieces(text, (piece) => new URLSearchParams({ t: piece }).toString().slice(2), work);
}

function joinParts({ parts }: ParsedExpression, scope: MeteredScope, write: (value: unknown, position: number) => string): string {
  let result = '';
  for (const part of parts) {
    if (part.kind === 'text') result += part.text;
    else result = withinLimit(result + write(evaluateNode(part.expression, scope), part.start), part.start);
  }
  scope.work.charge(result.length * JOINING_UNITS);
  return result;
}

function joinJson({ parts }: ParsedExpression, scope: MeteredScope, keepsValue: TemplateSettings['keepsValue']): string {
  const { work } = scope;
  let result = '';
  let insideString = false;
  let before = '';
  let skipsQuote = false;
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'text') {
      before = skipsQuote ? part.text.slice(1) : part.text;
      skipsQuote = false;
      result += before;
      insideString = endsInsideString(before, insideString);
      continue;
    }
    const value = evaluateNode(part.expression, scope);
    if (keepsValue && insideString && opensString(before) && startsWithQuote(parts[index + 1]) && keepsValue(value)) {
      result = result.slice(0, -1);
      insideString = false;
      skipsQuote = true;
    }
    const written = insideString
      ? jsonOfValue(textOfValue(value, part.start, work), part.start, work).slice(1, -1)
      : jsonOfNode(part.expression, value, part.start, work);
    result = withinLimit(result + written, part.start);
    before = '';
  }
  work.charge(result.length * JOINING_UNITS);
  return result;
}

/** Inside a string, the last letter is the quote that opened it, unless a backslash precedes it. */
function opensString(insideString: string): boolean {
  return insideString.endsWith('"') && !insideString.endsWith('\\"');
}

function startsWithQuote(part: TemplatePart | undefined): boolean {
  return part?.kind === 'text' && part.text.startsWith('"');
}

function endsInsideString(json: string, insideString: boolean): boolean {
  let inside = insideString;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (inside && character === '\\') at += 1;
    else if (character === '"') inside = !inside;
  }
  return inside;
}
