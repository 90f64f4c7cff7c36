import type { Variable } from '@portage/contracts/calls';
import { type VariableType, variableValueProblem } from '@portage/workflow';

/** A value as the person types it. */
export function textOfVariable({ type, value, isSecret }: Pick<Variable, 'type' | 'value' | 'isSecret'>): string {
  if (isSecret) return '';
  if (type === 'JSON') return JSON.stringify(value, null, 2);
  return String(value);
}

/** The value that a typed text stands for, or why it fits no variable of this type. */
export function readEntered(type: VariableType, text: string, isSecret: boolean): { value: Variable['value'] } | { problem: string } {
  const value = readText(type, text);
  const problem = variableValueProblem({ type, value, isSecret });
  return problem === null && value !== undefined ? { value } : { problem: problem ?? 'The value must be JSON' };
}

/**
 * The value to save, if it changed: an unchanged one may be a secret, or be hidden from an admin who acts as the person, so it isn't sent.
 *
 * @param variable as it is stored; null for a new one
 */
export function readChange(
  variable: Pick<Variable, 'type' | 'value' | 'isSecret'> | null,
  type: VariableType,
  text: string,
  isSecret: boolean,
): { value?: Variable['value'] } | { problem: string } {
  return variable && type === variable.type && text === textOfVariable(variable) ? {} : readEntered(type, text, isSecret);
}

function readText(type: VariableType, text: string): Variable['value'] | undefined {
  switch (type) {
    case 'Text':
      return text;
    case 'Date':
      return text.trim();
    case 'Number':
      return text.trim() === '' ? undefined : Number(text);
    case 'Boolean':
    case 'JSON':
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    default:
      return type satisfies never;
  }
}
