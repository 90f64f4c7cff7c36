import { dirname } from 'node:path';
import { namedSpecificationIds, namedThreats, specificationIds, threatNumbers } from '../references/references.ts';
import { figuresBefore, workspacesBefore } from './before.ts';
import { importCircles } from './import-circles.ts';
import { importGraph, type SourceFile } from './source-files.ts';

const LONGEST_SHOWN = 12;
const number = (value: number) => value.toLocaleString('en-US');

/** The repository's figures as Markdown, each next to its value before the clean-up. */
export function figuresAsMarkdown(files: readonly SourceFile[]): string {
  const sources = files.filter(({ isTest }) => !isTest);
  return [workspaceTable(sources), otherTable(files, sources), longestLists(sources)].join('\n\n');
}

function workspaceTable(sources: readonly SourceFile[]): string {
  const groups = Object.entries(Object.groupBy(sources, ({ workspace }) => workspace)).map(
    ([name, members = []]) => ({ name, members }) as const,
  );
  const rows = [
    ...groups.toSorted((left, right) => countLines(right.members) - countLines(left.members)),
    { name: 'all of them', members: sources },
  ];
  return [
    'A figure before the arrow is the one of 22 November 2026. Tests are left out.',
    '',
    '| workspace | files | lines | median | p95 | longest file | comment lines |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(({ name, members }) => {
      const before = workspacesBefore[name];
      const lengths = members.map(({ lines }) => lines);
      const longest = members.reduce((one, other) => (other.lines > one.lines ? other : one));
      const now = [members.length, sum(lengths), percentile(lengths, 0.5), percentile(lengths, 0.95), longest.lines].map(number);
      const comments = `${((100 * sum(members.map((one) => one.commentLines))) / sum(lengths)).toFixed(1)} %`;
      const cells = [...now, comments].map((cell, at) =>
        before ? `${typeof before[at] === 'number' ? number(before[at]) : before[at]} → ${cell}` : cell,
      );
      return `| ${[name, ...cells].join(' | ')} |`;
    }),
  ].join('\n');
}

function otherTable(files: readonly SourceFile[], sources: readonly SourceFile[]): string {
  const tests = files.filter(({ path }) => /\.test\.tsx?$/.test(path)).map(({ lines }) => lines);
  const functions = sources.flatMap((file) => file.functions);
  const lengths = functions.map(({ lines }) => lines);
  const words = sources.flatMap((file) => file.comments).map((comment) => comment.match(/[\p{L}\d'’-]+/gu)?.length ?? 0);
  const comments = sources.flatMap((file) => file.comments);
  const share = (pattern: RegExp) => `${((100 * comments.filter((one) => pattern.test(one)).length) / comments.length).toFixed(1)} %`;
  const ternaries = sources.flatMap((file) => file.nestedTernaries);
  const folders = Object.values(Object.groupBy(sources, ({ path }) => dirname(path))).map((members = []) => members.length);
  const now: Record<keyof typeof figuresBefore, string> = {
    'tests: files, lines, median, longest': [tests.length, sum(tests), percentile(tests, 0.5), Math.max(...tests)].map(number).join(', '),
    'files below 10 / 20 / 40 / 150 / 300 lines, and above': sizes(sources.map(({ lines }) => lines)),
    'folders, and those with one file': `${folders.length}, ${folders.filter((count) => count === 1).length}`,
    'functions: number, median, p95, p99, longest': [
      lengths.length,
      percentile(lengths, 0.5),
      percentile(lengths, 0.95),
      percentile(lengths, 0.99),
      Math.max(...lengths),
    ]
      .map(number)
      .join(', '),
    'functions with five parameters or more': number(functions.filter(({ parameters }) => parameters >= 5).length),
    'nested conditional expressions, and those of depth 3 or more': `${ternaries.length}, ${ternaries.filter((depth) => depth >= 3).length}`,
    'comments: number, median and p90 of words': [comments.length, percentile(words, 0.5), percentile(words, 0.9)].map(number).join(', '),
    'comments that are an id alone': number(comments.filter((one) => /^\/\*\*? (?:[Ss]pec )?[A-Z]{2,5}-\d+[^a-z]*\*\/$/.test(one)).length),
    'comments that open with "What"': share(/^\W*What\b/),
    'comments with nobody, somebody, whoever or anew': share(/\b(nobody|somebody|whoever|anew)\b/i),
    'two documentation blocks in a row': number(sum(files.map(({ text }) => doubledDocumentation(text).length))),
    'references to lines of the specification or to threats that lead nowhere': number(danglingReferences(files)),
    'import circles, and those by values': [true, false]
      .map((withTypes) => importCircles(importGraph(sources, { withTypes })).length)
      .join(', '),
  };
  return [
    '| | before | now |',
    '|---|---|---|',
    ...Object.entries(figuresBefore).map(([name, before]) => `| ${name} | ${before} | ${now[name]} |`),
  ].join('\n');
}

function longestLists(sources: readonly SourceFile[]): string {
  const longestFiles = sources.toSorted((left, right) => right.lines - left.lines).slice(0, LONGEST_SHOWN);
  const longestFunctions = sources
    .flatMap(({ path, functions }) => functions.map(({ name, lines }) => ({ name: name || '(no name)', lines, path })))
    .toSorted((left, right) => right.lines - left.lines)
    .slice(0, LONGEST_SHOWN);
  return [
    `Longest files: ${longestFiles.map(({ path, lines }) => `\`${path}\` ${lines}`).join(', ')}.`,
    '',
    `Longest functions: ${longestFunctions.map(({ name, lines }) => `\`${name}\` ${lines}`).join(', ')}.`,
  ].join('\n');
}

/** Lines where one documentation block follows another: only one of them can belong to what comes next. */
export function doubledDocumentation(text: string): number[] {
  return [...text.matchAll(/^[ \t]*(?:\/\*\*[^\n]*\*\/|\*\/)\n(?=[ \t]*\/\*\*)/gm)].map(
    ({ index }) => text.slice(0, index).split('\n').length,
  );
}

function sizes(lengths: readonly number[]): string {
  const bounds = [0, 10, 20, 40, 150, 300, Number.POSITIVE_INFINITY];
  return bounds
    .slice(1)
    .map((bound, at) => lengths.filter((lines) => lines >= (bounds[at] ?? 0) && lines < bound).length)
    .join(' / ');
}

function danglingReferences(files: readonly SourceFile[]): number {
  const ids = specificationIds();
  const prefixes = new Set([...ids].map((id) => id.slice(0, id.indexOf('-'))));
  const threats = threatNumbers();
  return sum(
    files.map(
      ({ text }) =>
        namedSpecificationIds(text, prefixes).filter((id) => !ids.has(id)).length +
        namedThreats(text).filter((one) => !threats.has(one)).length,
    ),
  );
}

function countLines(files: readonly SourceFile[]): number {
  return sum(files.map(({ lines }) => lines));
}

/** The value that `share` of the sorted values lie below. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
