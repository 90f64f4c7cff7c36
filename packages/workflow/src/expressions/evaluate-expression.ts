import { evaluateNode } from './evaluate-node.ts';
import { expressionLimits } from './expression-error.ts';
import { parseExpression } from './parse-expression.ts';
import type { ExpressionScope } from './scope.ts';
import type { ParsedExpression } from './syntax-tree.ts';
import { jsonOfValue, textOfValue, tooLong } from './value-text.ts';

export interface TemplateSettings {
  /** `json`: a value inside a JSON string is escaped, one outside is written as JSON. `form`: a value is percent-encoded. */
  escape?: 'json' | 'form';
}

/**
 * The JSON value of an expression: one reference or formula keeps its type (null where nothing is found), anything
 * else gives text.
 *
 * @throws ExpressionError
 */
export function evaluateExpression(text: string, scope: ExpressionScope): unknown {
  const parsed = parseExpression(text);
  if (parsed.single) return evaluateNode(parsed.single, scope) ?? null;
  return joinParts(parsed, scope, textOfValue);
}

/**
 * The text that a template gives.
 *
 * With `escape: 'json'` a value between quotes cannot leave its string, and a value without quotes is valid JSON
 * whatever it holds. A template that is nothing but one reference gives a text as it is, since that may be a whole
 * document already.
 *
 * @throws ExpressionError
 */
export function evaluateTemplate(text: string, scope: ExpressionScope, settings: TemplateSettings = {}): string {
  const parsed = parseExpression(text);
  if (settings.escape === undefined) return joinParts(parsed, scope, textOfValue);
  if (settings.escape === 'form') return joinParts(parsed, scope, (value, position) => formText(textOfValue(value, position)));
  if (parsed.single) {
    const value = evaluateNode(parsed.single, scope);
    return typeof value === 'string' ? textOfValue(value) : jsonOfValue(value);
  }
  return joinParts(parsed, scope, (value, position, insideString) =>
    insideString ? JSON.stringify(textOfValue(value, position)).slice(1, -1) : jsonOfValue(value, position),
  );
}

/** As forms write it: `+` for a blank, nothing of the text can end its field. */
function formText(text: string): string {
  return new URLSearchParams({ t: text }).toString().slice(2);
}

function joinParts(
  parsed: ParsedExpression,
  scope: ExpressionScope,
  write: (value: unknown, position: number, insideString: boolean) => string,
): string {
  let result = '';
  let insideString = false;
  for (const part of parsed.parts) {
    if (part.kind === 'text') {
      result += part.text;
      insideString = endsInsideString(part.text, insideString);
    } else {
      result += write(evaluateNode(part.expression, scope), part.start, insideString);
      if (result.length > expressionLimits.resultLength) throw tooLong(part.start);
    }
  }
  return result;
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
