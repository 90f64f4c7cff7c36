import { Parser } from 'acorn';

/** The one internal method of acorn's parser that is overridden here; its types leave it out. */
interface OperandParser {
  parseExprOp(left: unknown, leftStart: number, leftStartLoc: unknown, minPrecedence: number, forInit: unknown): unknown;
}

interface Sum {
  leftStart: number;
  minPrecedence: number;
  /** The sum so far, while its next operand is due. */
  left: unknown;
  goesOn: boolean;
}

/**
 * acorn calls itself once more for every operand of `a + b + c + …` and so runs out of stack at a few thousand of them, which no engine
 * does. Here that call records the sum so far and returns, and a loop continues.
 */
export const LongSumParser = Parser.extend((Base) => {
  const recursive = (Base as unknown as { prototype: OperandParser }).prototype;
  class Iterative extends (Base as unknown as new () => OperandParser) {
    #sum: Sum | null = null;

    override parseExprOp(left: unknown, leftStart: number, leftStartLoc: unknown, minPrecedence: number, forInit: unknown): unknown {
      const outer = this.#sum;
      // The same left end with the same precedence: the call that continues a sum, not the one that reads an operand.
      if (outer?.leftStart === leftStart && outer.minPrecedence === minPrecedence) {
        outer.left = left;
        outer.goesOn = true;
        return left;
      }
      const sum: Sum = { leftStart, minPrecedence, left, goesOn: true };
      this.#sum = sum;
      while (sum.goesOn) {
        sum.goesOn = false;
        sum.left = recursive.parseExprOp.call(this, sum.left, leftStart, leftStartLoc, minPrecedence, forInit);
      }
      this.#sum = outer;
      return sum.left;
    }
  }
  return Iterative as unknown as typeof Parser;
});
