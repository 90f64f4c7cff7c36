/** What people used to JavaScript, Excel or n8n write inside `${}`, and its equivalent here. Longest first. */
const HINTS: readonly [operator: string, hint: string][] = [
  ['?.', 'Write "." instead of "?.": a missing value gives null by itself.'],
  ['??', 'Write firstFilled(value, other) instead of "??".'],
  ['||', 'Write or(…), or firstFilled(value, other), instead of "||".'],
  ['&&', 'Write and(…) instead of "&&".'],
  ['==', 'Write equals(value, other) instead of "==".'],
  ['!=', 'Write not(equals(value, other)) instead of "!=".'],
  ['<', 'Write lessThan(value, other) instead of "<".'],
  ['>', 'Write greaterThan(value, other) instead of ">".'],
  ['?', 'Write if(condition, then, otherwise) instead of "? :".'],
  ['!', 'Write not(value) instead of "!".'],
  ['+', 'Write add(…) instead of "+" for numbers; put texts next to each other, as in ${Data.a} ${Data.b}.'],
  ['-', 'Write subtract(amount, less) instead of "-".'],
  ['*', 'Write multiply(amount, by) instead of "*".'],
  ['/', 'Write divide(amount, by) instead of "/".'],
  ['&', 'Put texts next to each other, as in ${Data.a} ${Data.b}, instead of "&".'],
  ['|', 'Write formulas around each other, as in trim(toLowerCase(value)), instead of "|".'],
];

/** Names the formula for another language's operator at this position; null: none. */
export function operatorHint(text: string, position: number): string | null {
  return HINTS.find(([operator]) => text.startsWith(operator, position))?.[1] ?? null;
}
