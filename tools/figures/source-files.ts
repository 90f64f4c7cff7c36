import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from '@portage/build-output';
import { extractComments, writtenFiles } from '../references/references.ts';
import { type ParsedSource, parseSource } from './parse-source.ts';

export interface SourceFile extends ParsedSource {
  path: string;
  workspace: string;
  isTest: boolean;
  text: string;
  lines: number;
  comments: string[];
  /** Lines that contain only a comment. */
  commentLines: number;
}

/** Every TypeScript file in the repository that a person wrote. */
export function sourceFiles(): SourceFile[] {
  return writtenFiles()
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const comments = extractComments(text).map((comment) => comment.text);
      return {
        path,
        workspace: getWorkspace(path),
        isTest: /\.test\.tsx?$|(^|\/)(test|testing)\//.test(path),
        text,
        lines: text.split('\n').length - 1,
        comments,
        commentLines: text.split('\n').filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line)).length,
        ...parseSource(text, path.endsWith('.tsx') ? 'tsx' : 'ts'),
      };
    });
}

/** Imports between files of the repository, by relative path. */
export function importGraph(files: readonly SourceFile[], { withTypes }: { withTypes: boolean }): Map<string, string[]> {
  return new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter(({ specifier, isTypeOnly }) => specifier.startsWith('.') && (withTypes || !isTypeOnly))
        .map(({ specifier }) => normalize(join(dirname(path), specifier))),
    ]),
  );
}

function getWorkspace(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'packages' ? `${first}/${second}` : path.includes('/') ? first : '(root)';
}
