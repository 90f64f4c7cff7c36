import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { describe, expect, test } from 'vitest';
import {
  type DeadReference,
  doubledDocumentation,
  extractComments,
  linkedFiles,
  namedPaths,
  namedSpecificationIds,
  namedThreats,
  specificationIds,
  threatNumbers,
  writtenFiles,
} from './references.ts';

const files = writtenFiles().map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
const code = files.filter(({ file }) => /\.(tsx?|mjs)$/.test(file));
const pages = files.filter(({ file }) => file.endsWith('.md'));
const ids = specificationIds();
const prefixes = new Set([...ids].map((id) => id.slice(0, id.indexOf('-'))));
const threats = threatNumbers();
const topFolders = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules' ? [entry.name] : [],
);

/** Lines of `texts` with references that `find` returns and `isThere` rejects. */
function dead(texts: typeof files, find: (line: string) => string[], isThere: (reference: string) => boolean): DeadReference[] {
  return texts.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, at) =>
      find(line)
        .filter((reference) => !isThere(reference))
        .map((reference) => ({ file, line: at + 1, reference })),
    ),
  );
}

describe('references in the repository have a target', () => {
  test('every specification id is a line of docs/spec', () => {
    expect(ids.size).toBeGreaterThan(800);
    expect(
      dead(
        files,
        (line) => namedSpecificationIds(line, prefixes),
        (id) => ids.has(id),
      ),
    ).toEqual([]);
  });

  test('every HOSTILE number is a line of docs/threats.md', () => {
    expect(dead(files, namedThreats, (number) => threats.has(number))).toEqual([]);
  });

  test('paths named in comments and pages exist', () => {
    const isThere = (path: string) => existsSync(join(ROOT, path)) || /(^|\/)(dist|\.cache)\//.test(path);
    const inComments = code.flatMap(({ file, text }) =>
      extractComments(text).flatMap((comment) =>
        namedPaths(comment.text, topFolders)
          .filter((path) => !isThere(path))
          .map((reference) => ({ file, line: comment.line, reference })),
      ),
    );
    expect(inComments).toEqual([]);
    expect(dead(pages, (line) => namedPaths(line, topFolders), isThere)).toEqual([]);
  });

  test('links in pages point to files', () => {
    const broken = pages.flatMap(({ file, text }) =>
      linkedFiles(file, text)
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((reference) => ({ file, reference })),
    );
    expect(broken).toEqual([]);
  });

  test('no file cites the design by number: its pages are in docs', () => {
    const named = (line: string) => [...line.matchAll(/\bDESIGN (?:section )?\d+/g)].map(([name]) => name);
    expect(
      dead(
        files.filter(({ file }) => !file.startsWith('tools/references/')),
        named,
        () => false,
      ),
    ).toEqual([]);
  });

  test('no documentation block follows another: one of the two would belong to nothing', () => {
    const doubled = code.flatMap(({ file, text }) => doubledDocumentation(text).map((line) => `${file}:${line}`));
    expect(doubled).toEqual([]);
  });

  test('each threat is tested in the files that docs/threats.md names', () => {
    const page = readFileSync(join(ROOT, 'docs/threats.md'), 'utf8');
    const entries = page.split(/<a id="/).slice(1);
    expect(entries.length).toBe(threats.size);
    for (const entry of entries) {
      const number = entry.slice(0, entry.indexOf('"'));
      const tested = [...entry.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file = '']) => file);
      if (tested.length === 0) expect(entry, `HOSTILE ${number}`).toContain('Not tested yet');
      for (const file of tested) {
        expect(existsSync(join(ROOT, file)), `HOSTILE ${number}: ${file}`).toBe(true);
        expect(namedThreats(readFileSync(join(ROOT, file), 'utf8')), file).toContain(number);
      }
    }
  });
});

describe('what counts as a reference', () => {
  test('a range means both its ends', () => {
    expect(namedSpecificationIds('spec STEP-31..52, ENG-01; ISO-8601', new Set(['STEP', 'ENG']))).toEqual(['STEP-31', 'STEP-52', 'ENG-01']);
    expect(namedThreats('HOSTILE 1, 2 and 5: killed')).toEqual(['1', '2', '5']);
  });

  test('paths start at a top folder', () => {
    expect(namedPaths('see local/src/start/main.ts, and src/x.ts', ['local', 'e2e'])).toEqual(['local/src/start/main.ts']);
  });

  test('links lead outside the repository, or are relative to the page', () => {
    expect(linkedFiles('docs/a.md', '[x](b.md#c) [y](https://x.test) [z](../README.md) [w](#here)')).toEqual(['docs/b.md', 'README.md']);
  });
});
