import RandExp from 'randexp';

/** A choice among this many options uses up one digit of the number. */
const MANY = 10;
/** The most repetitions that a pattern may ask for; nested ones multiply. */
const MOST_TIMES = 100_000;

/**
 * A text that matches a pattern. It takes the number's digits, last one first, so that two values differ. Null: the
 * pattern can't be read, or its texts are huge. Callers check the result.
 */
export function textOfPattern(pattern: string, number: number, minLength = 0): string | null {
  const times = [...pattern.matchAll(/\{(\d+)/g)].reduce((product, [, count]) => product * Math.max(1, Number(count)), 1);
  if (times > MOST_TIMES) return null;
  const digits = [...String(number)].map(Number);
  try {
    const generator = new RandExp(pattern);
    generator.max = 0;
    generator.randInt = (from, to) => from + (to - from + 1 >= MANY ? (digits.pop() ?? 0) : 0);
    const text = generator.gen();
    return text.length < minLength ? text + (text.at(-1) ?? 'a').repeat(minLength - text.length) : text;
  } catch {
    return null;
  }
}
