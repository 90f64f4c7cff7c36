import { ExpressionField, TextArea } from '@portage/ui';
import type { ValueFieldProps } from './value-types.ts';

/** A field of a step form that takes text with references and formulas (docs/expressions.md). */
export function ValueField({ stepId: _stepId, kind = 'expression', isArea = false, ...field }: ValueFieldProps) {
  if (isArea) return <TextArea {...field} isCode />;
  return <ExpressionField {...field} kind={kind === 'formula' ? 'formula' : 'text'} />;
}
