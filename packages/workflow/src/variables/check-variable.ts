import { forbiddenNames } from '@portage/primitives/forbidden-names';
import { parseIsoDate } from '../dates/iso-date.ts';
import { type VariableType, variableLimits } from '../model/variables.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Why a text can't name a variable, or null. */
export function variableNameProblem(name: string): string | null {
  if (name.length > variableLimits.nameLength) return `Please use at most ${variableLimits.nameLength} characters`;
  if (!NAME.test(name) || forbiddenNames.includes(name)) return 'Use letters, digits and _, and begin with a letter or _';
  return null;
}

/** Why a value doesn't fit its variable, or null. */
export function variableValueProblem({ type, value, isSecret }: { type: VariableType; value: unknown; isSecret: boolean }): string | null {
  if ((JSON.stringify(value) ?? '').length > variableLimits.valueLength)
    return `The value may have at most ${variableLimits.valueLength.toLocaleString('en')} characters`;
  if (isSecret && type !== 'Text') return 'Only a Text can be secret';
  if (isSecret && typeof value === 'string' && value.trim().length < variableLimits.shortestSecret)
    return `A secret needs at least ${variableLimits.shortestSecret} characters`;
  switch (type) {
    case 'Text':
      return typeof value === 'string' ? null : 'The value must be a text';
    case 'Number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'The value must be a number';
    case 'Boolean':
      return typeof value === 'boolean' ? null : 'The value must be true or false';
    case 'Date':
      return typeof value === 'string' && parseIsoDate(value) !== null
        ? null
        : 'The value must be a date such as 2027-01-31 or 2027-01-31T09:00:00Z';
    case 'JSON':
      return value === undefined ? 'The value must be JSON' : null;
    default:
      return type satisfies never;
  }
}
