import type { ValueKind } from '../value-types.ts';

/** Longer texts get more than one line. */
const SINGLE_LINE_LENGTH = 30;

export interface RowLimits {
  least: number;
  most: number;
}

/** How many rows a field takes: spec EXPR-12 for areas, EXPR-13 for lines. */
export function expressionRows(text: string, kind: ValueKind, isArea: boolean): RowLimits {
  if (isArea) return { least: 4, most: 30 };
  if (text.length < SINGLE_LINE_LENGTH && !text.includes('\n')) return { least: 1, most: 1 };
  return { least: 1, most: kind === 'formula' ? 6 : 7 };
}
