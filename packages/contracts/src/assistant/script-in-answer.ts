/** Part of a reply of the script assistant: words, or a block of code. */
export interface ReplyPart {
  kind: 'text' | 'script' | 'code';
  text: string;
}

const FENCED = /```[ \t]*(\w*)[^\n]*\n([\s\S]*?)\n?```/g;
const SCRIPT_NAMES = new Set(['', 'javascript', 'js', 'typescript', 'ts']);

/** Splits a reply: a block fenced as JavaScript, or without a language, is a script. */
export function splitReply(answer: string): ReplyPart[] {
  const parts: ReplyPart[] = [];
  let end = 0;
  for (const match of answer.matchAll(FENCED)) {
    const [whole, language = '', code = ''] = match;
    parts.push({ kind: 'text', text: answer.slice(end, match.index) });
    parts.push({ kind: SCRIPT_NAMES.has(language.toLowerCase()) ? 'script' : 'code', text: code });
    end = match.index + whole.length;
  }
  parts.push({ kind: 'text', text: answer.slice(end) });
  return parts.filter(({ kind, text }) => kind !== 'text' || text.trim() !== '');
}

/** The last script in a reply, or null. */
export function findReplyScript(answer: string): string | null {
  return splitReply(answer).findLast(({ kind }) => kind === 'script')?.text ?? null;
}
