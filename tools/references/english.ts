import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { extractComments, writtenFiles } from './references.ts';

interface Phrase {
  pattern: RegExp;
  /** What a native engineer would write. */
  instead: string;
}

/** Phrases that read like a translation. */
export const oddPhrases: readonly Phrase[] = [
  { pattern: /\b(goes|went) on(?= (with|until|and|as|at|while|when|to)\b|[.,;:])/i, instead: 'continues' },
  { pattern: /\bjust now\b/i, instead: 'right now' },
  { pattern: /\b(has|have|with) an? \w+ of (its|their) own\b/i, instead: 'its own …' },
  { pattern: /\btells? of\b/i, instead: 'reports' },
  { pattern: /\bas soon as (it|they) do(es)?\b/i, instead: 'when it’s back' },
  { pattern: /\bbecame of\b/i, instead: 'how … ended' },
  { pattern: /\bis called so\b/i, instead: 'has this name' },
  { pattern: /\bbelongs? into\b/i, instead: 'belongs in' },
  { pattern: /\bdoes(n’t|n't| not) answer\b/i, instead: 'isn’t responding' },
  { pattern: /\btakes no (calls|changes|messages|records)\b/i, instead: 'doesn’t accept' },
  { pattern: /\bwants? to be (read|kept|made|looked)\b/i, instead: 'should be' },
  { pattern: /\blies? beside\b|\bstands? beside\b/i, instead: 'is next to' },
  { pattern: /\bso often as\b|\bever again so\b/i, instead: 'how many times' },
];

/** Texts whose words aren't ours. */
const LEFT_ALONE = /^docs\/spec\/|^packages\/(playbooks|connectors)\/(templates|system)\/|english(\.test)?\.ts$/;

export interface OddText {
  at: string;
  text: string;
  instead: string;
}

/** Comments, test names and pages with an odd phrase. */
export function oddTexts(): OddText[] {
  return writtenFiles()
    .filter((file) => !LEFT_ALONE.test(file))
    .flatMap((file) => extractLines(file, readFileSync(join(ROOT, file), 'utf8')))
    .flatMap(({ at, text }) => {
      const odd = oddPhrases.find(({ pattern }) => pattern.test(text));
      return odd ? [{ at, text: text.trim(), instead: odd.instead }] : [];
    });
}

function extractLines(file: string, text: string): { at: string; text: string }[] {
  if (file.endsWith('.md')) return text.split('\n').map((line, at) => ({ at: `${file}:${at + 1}`, text: line }));
  if (!/\.(tsx?|mjs)$/.test(file)) return [];
  // A glob in a text looks like the start of a comment.
  const comments = extractComments(text)
    .filter((comment) => !comment.text.startsWith("/**'"))
    .map((comment) => ({ at: `${file}:${comment.line}`, text: comment.text }));
  const titles = [...text.matchAll(/^\s*(?:test|it|describe)(?:\.\w+)*\((['"`])(.*)\1,/gm)].map(([, , title = '']) => ({
    at: file,
    text: title,
  }));
  return [...comments, ...titles];
}
