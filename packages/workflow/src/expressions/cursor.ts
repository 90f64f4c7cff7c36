import { ExpressionError, expressionLimits, RECURSION_FOUND } from '../values/expression-error.ts';

/** A position in a text that is being read, with the budget of spec EXPR-06. */
export class Cursor {
  readonly text: string;
  position: number;
  #steps = 0;
  #depth = 0;

  constructor(text: string, position = 0) {
    this.text = text;
    this.position = position;
  }

  /** The character here, or the empty text at the end. */
  current(): string {
    return this.text.charAt(this.position);
  }

  get next(): string {
    return this.text.charAt(this.position + 1);
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  skipBlanks(): void {
    while (/^\s$/.test(this.current())) this.position += 1;
  }

  /** Reads what the sticky pattern matches here, or null. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text)?.[0];
    if (match === undefined) return null;
    this.position += match.length;
    return match;
  }

  /** @throws ExpressionError 'Recursion found' past the limit. */
  countStep(): void {
    this.#steps += 1;
    if (this.#steps > expressionLimits.parseSteps) throw this.error(RECURSION_FOUND);
  }

  /** Runs a nested reading. @throws ExpressionError 'Recursion found' when nested too deep. */
  nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > expressionLimits.depth) throw this.error(RECURSION_FOUND);
    const result = read();
    this.#depth -= 1;
    return result;
  }

  error(message: string, position = this.position): ExpressionError {
    return new ExpressionError(message, position);
  }
}
