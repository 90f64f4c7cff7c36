/** Where a text stops being JSON. Lines and columns start at 1. */
export interface JsonProblem {
  line: number;
  column: number;
  message: string;
}

/** The first mistake of a JSON text, or null; a blank text has none. */
export function jsonProblem(text: string): JsonProblem | null {
  if (text.trim() === '') return null;
  try {
    JSON.parse(text);
    return null;
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) throw fault;
    return { ...toLineAndColumn(text, parsePosition(text, fault.message)), message: shortenMessage(fault.message) };
  }
}

/** Reads the position from a browser's message: `at position 12`, `at line 1 column 13`, or that the text ended. */
function parsePosition(text: string, message: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const place = /line (\d+) column (\d+)/.exec(message);
  if (!place) return /end of|unterminated/i.test(message) ? text.length : firstFault(text);
  const before = text.split('\n').slice(0, Number(place[1]) - 1);
  return before.reduce((length, line) => length + line.length + 1, 0) + Number(place[2]) - 1;
}

/** Finds the position if Chromium quotes the text instead of naming it: the end of the shortest prefix that can't become JSON. */
function firstFault(text: string): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isBeginning(text.slice(0, middle + 1))) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) return false;
    // A newer Chromium names the position where it missed the next token, which is the end.
    return /end of|unterminated|EOF/i.test(fault.message) || Number(/position (\d+)/.exec(fault.message)?.[1]) === text.length;
  }
}

function toLineAndColumn(text: string, position: number): { line: number; column: number } {
  const lines = text.slice(0, position).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function shortenMessage(message: string): string {
  const words = message
    .replace(/^JSON\.parse: /, '')
    .replace(/,? ?(?:in JSON )?at (?:position|line).*$/s, '')
    .replace(/, "?.{0,30}"? is not valid JSON$/s, '')
    .replace(/, \.\.\..*$/s, '');
  return words.replace(/ of the JSON data$/, '');
}

/** The text indented by two spaces per level; null if it isn't JSON. */
export function formatJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}
