import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from '@portage/build-output';

export interface DeadReference {
  file: string;
  line: number;
  reference: string;
}

/** Hand-written files of the repository, including new ones. */
export function writtenFiles(): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  return stdout.split('\n').filter((file) => /\.(tsx?|mjs|md|jsonc)$/.test(file) && existsSync(join(ROOT, file)));
}

/** Ids of the specification's lines, such as `SHELL-01`. */
export function specificationIds(): Set<string> {
  const folder = join(ROOT, 'docs/spec');
  const pages = readdirSync(folder).filter((name) => name !== 'README.md');
  return new Set(pages.flatMap((page) => idsIn(readFileSync(join(folder, page), 'utf8')).map((id) => id.toUpperCase())));
}

/** Numbers of `docs/threats.md`. */
export function threatNumbers(): Set<string> {
  return new Set(idsIn(readFileSync(join(ROOT, 'docs/threats.md'), 'utf8')));
}

function idsIn(markdown: string): string[] {
  return [...markdown.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id);
}

/** Ids in a text; `STEP-31..52` means both ends. */
export function namedSpecificationIds(text: string, prefixes: ReadonlySet<string>): string[] {
  return [...text.matchAll(/\b([A-Z]{2,5})-(\d{2,3})(?:\.\.(\d{2,3}))?\b/g)]
    .filter(([, prefix = '']) => prefixes.has(prefix))
    .flatMap(([, prefix, first, last]) => [`${prefix}-${first}`, ...(last ? [`${prefix}-${last}`] : [])]);
}

/** Numbers in `HOSTILE 1, 2 and 5`. */
export function namedThreats(text: string): string[] {
  return [...text.matchAll(/\bHOSTILE (\d+(?:(?:, | and |-|\.\.)\d+)*)/g)].flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? []);
}

/** Repository paths that a text names in full, from a top folder to a file's extension. */
export function namedPaths(text: string, topFolders: readonly string[]): string[] {
  const path = new RegExp(`(?<![\\w/.@-])(?:${topFolders.join('|')})/[\\w./-]*\\w\\.(?:tsx?|mjs|md|sh|yaml|jsonc|json|sql)\\b`, 'g');
  return [...text.matchAll(path)].map(([name]) => name);
}

/** Targets of Markdown links within the repository, as paths from its root. */
export function linkedFiles(file: string, markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?:|mailto:|#|\/)/.test(target))
    .map((target) => normalize(join(dirname(file), target.split('#')[0] ?? '')));
}

/** The comments of a TypeScript or JavaScript file, each with its line. Texts that only look like a comment are rare and harmless. */
export function extractComments(source: string): { text: string; line: number }[] {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g)].map((match) => ({
    text: match[0],
    line: lineAt(source, match.index),
  }));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Lines where one documentation block follows another: only one of them can belong to what comes next. */
export function doubledDocumentation(text: string): number[] {
  return [...text.matchAll(/^[ \t]*(?:\/\*\*[^\n]*\*\/|\*\/)\n(?=[ \t]*\/\*\*)/gm)].map(
    ({ index }) => text.slice(0, index).split('\n').length,
  );
}
