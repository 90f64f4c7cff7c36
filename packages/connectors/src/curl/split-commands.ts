/** A part of a pasted text that can't be read; its message says what to change. */
export class CurlError extends Error {
  override name = 'CurlError';
}

const ANSI_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\u001b',
  '0': '\0',
};

/**
 * Splits a text into the words of its commands, as a POSIX shell would: quotes, `$'…'`, line continuations, comments. A variable stays as it
 * is written. What follows a pipe or a redirection isn't part of the command.
 *
 * @throws CurlError
 */
export function splitCommands(text: string): string[][] {
  const source = text.replaceAll('\r\n', '\n').replaceAll(/\\[ \t]*\n/g, (found) => (found === '\\\n' ? found : '\\\n'));
  const commands: string[][] = [];
  let words: string[] = [];
  /** Null: between two words. Quotes without content make an empty word. */
  let word: string | null = null;
  let isSkipped = false;
  const endWord = () => {
    if (word !== null && !isSkipped) words.push(word);
    word = null;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
    isSkipped = false;
  };
  for (let at = 0; at < source.length; ) {
    const character = source[at] ?? '';
    const next = source[at + 1] ?? '';
    if (character === '\\') {
      if (next !== '\n') word = (word ?? '') + next;
      at += 2;
    } else if (character === "'") {
      const end = findEnd(source, at, "'");
      word = (word ?? '') + source.slice(at + 1, end);
      at = end + 1;
    } else if (character === '$' && next === "'") {
      const { value, end } = readAnsiQuoted(source, at + 2);
      word = (word ?? '') + value;
      at = end;
    } else if (character === '"') {
      const { value, end } = readDoubleQuoted(source, at + 1);
      word = (word ?? '') + value;
      at = end;
    } else if ((character === '$' && next === '(') || character === '`') {
      throw new CurlError('A command inside the command, $(…) or `…`, can’t be read. Put its result there instead.');
    } else if (character === '#' && word === null) {
      const end = source.indexOf('\n', at);
      at = end === -1 ? source.length : end;
    } else if (character === '\n' || character === ';' || character === '&') {
      endCommand();
      at += 1;
    } else if (character === '|' || character === '>' || (character === '<' && word === null)) {
      endWord();
      isSkipped = true;
      at += 1;
    } else if (/\s/.test(character)) {
      endWord();
      at += 1;
    } else {
      word = (word ?? '') + character;
      at += 1;
    }
  }
  endCommand();
  return commands;
}

function findEnd(source: string, from: number, quote: string): number {
  const end = source.indexOf(quote, from + 1);
  if (end === -1) throw new CurlError(`A quote (${quote}) is opened and never closed. Paste the whole command.`);
  return end;
}

function readDoubleQuoted(source: string, from: number): { value: string; end: number } {
  let value = '';
  for (let at = from; at < source.length; at += 1) {
    const character = source[at] ?? '';
    const next = source[at + 1] ?? '';
    if (character === '"') return { value, end: at + 1 };
    if ((character === '$' && next === '(') || character === '`') {
      throw new CurlError('A command inside the command, $(…) or `…`, can’t be read. Put its result there instead.');
    }
    if (character === '\\' && '$`"\\\n'.includes(next)) {
      value += next === '\n' ? '' : next;
      at += 1;
    } else value += character;
  }
  throw new CurlError('A quote (") is opened and never closed. Paste the whole command.');
}

/** Browsers copy texts with quotes or other alphabets in this form. */
function readAnsiQuoted(source: string, from: number): { value: string; end: number } {
  let value = '';
  for (let at = from; at < source.length; ) {
    const character = source[at] ?? '';
    if (character === "'") return { value, end: at + 1 };
    if (character !== '\\') {
      value += character;
      at += 1;
      continue;
    }
    const [whole, hex] = /^\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|U([\da-f]{1,8}))/i.exec(source.slice(at, at + 10))?.filter(Boolean) ?? [];
    const next = source[at + 1] ?? '';
    value += hex === undefined ? (ANSI_ESCAPES[next] ?? next) : toCharacter(hex);
    at += whole?.length ?? 2;
  }
  throw new CurlError("A quote ($') is opened and never closed. Paste the whole command.");
}

function toCharacter(hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}
