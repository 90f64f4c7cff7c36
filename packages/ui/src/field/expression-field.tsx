import { TextArea, type TextAreaProps } from './text-area.tsx';

/** Longer texts get more than one line. */
const SINGLE_LINE_LENGTH = 30;
const MOST_ROWS = { text: 7, formula: 6 } as const;

export interface ExpressionFieldProps extends Omit<TextAreaProps, 'minRows' | 'maxRows' | 'isCode'> {
  /** A formula grows to 6 rows, other text to 7. */
  kind?: keyof typeof MOST_ROWS | undefined;
}

/** How many rows an expression may take (spec EXPR-13). */
export function expressionRows(text: string, kind: keyof typeof MOST_ROWS = 'text'): number {
  return text.length < SINGLE_LINE_LENGTH && !text.includes('\n') ? 1 : MOST_ROWS[kind];
}

/** A field for an expression: one line while it is short, more when it is long. */
export function ExpressionField({ kind = 'text', ...rest }: ExpressionFieldProps) {
  return <TextArea {...rest} isCode minRows={1} maxRows={expressionRows(rest.value, kind)} />;
}
