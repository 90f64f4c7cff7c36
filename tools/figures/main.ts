// npm run figures: recounts files, lines, functions and comments, and writes them to docs/house-figures.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { figuresAsMarkdown } from './figures.ts';
import { sourceFiles } from './source-files.ts';

const FILE = join(ROOT, 'docs/house-figures.md');
const BETWEEN = /(<!-- npm run figures -->\n)[\s\S]*?(<!-- end -->)/;

const page = readFileSync(FILE, 'utf8');
if (!BETWEEN.test(page)) throw new Error(`${FILE} has no place for the figures.`);
writeFileSync(FILE, page.replace(BETWEEN, `$1\n${figuresAsMarkdown(sourceFiles()).replaceAll('$', '$$$$')}\n\n$2`));
console.log('docs/house-figures.md has the figures of today.');
