const FENCED = /```[ \t]*(\w*)[^\n]*\n([\s\S]*?)\n?```/g;
const SCRIPT_NAMES = new Set(['', 'javascript', 'js', 'typescript', 'ts']);

/** The last script that an answer holds, or null. */
export function scriptInAnswer(answer: string): string | null {
  const blocks = [...answer.matchAll(FENCED)].filter(([, language = '']) => SCRIPT_NAMES.has(language.toLowerCase()));
  return blocks.at(-1)?.[2] ?? null;
}
