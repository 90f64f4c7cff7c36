import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { GuideNode } from '../src/help/guide-page.ts';
import { searchGuide } from '../src/help/search-guide.ts';
import { plainText } from './markdown-nodes.ts';
import { readGuide } from './read-guide.ts';

/** A guide of one page beside its contents. */
function guideOf(markdown: string) {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  writeFileSync(join(folder, 'README.md'), '# Guide\n\n[A page](page.md)\n');
  writeFileSync(join(folder, 'page.md'), markdown);
  return readGuide(folder);
}

function hrefsOf(nodes: readonly GuideNode[]): string[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : [...(node.href ? [node.href] : []), ...hrefsOf(node.children ?? [])]));
}

test('the guide of the repository can be shown, the contents first and the others in their order', () => {
  const pages = readGuide();
  expect(pages.slice(0, 3).map(({ id }) => id)).toEqual(['', 'first-workflow', 'triggers-and-webhooks']);
  expect(pages.every(({ title, nodes }) => title !== '' && nodes.length > 0)).toBe(true);
});

test('every link inside the guide leads to a page of Help and a section of it', () => {
  const pages = readGuide();
  const places = new Set(
    pages.flatMap(({ id, sections }) => sections.map((section) => `/help${id && `/${id}`}${section.id && `#${section.id}`}`)),
  );
  const links = pages.flatMap(({ nodes }) => hrefsOf(nodes)).filter((href) => href.startsWith('/'));
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter((href) => !places.has(href))).toEqual([]);
});

test('texts arrive as they are written, with quotes, ampersands and signs', () => {
  const [, page] = guideOf('# A & B\n\n`"<b>" & \'c\'` and "Q" < 5 &amp; more\n');
  expect(page?.title).toBe('A & B');
  expect(plainText(page?.nodes ?? [])).toBe('"<b>" & \'c\' and "Q" < 5 & more');
});

test('links to other pages of the repository become words', () => {
  const [, page] = guideOf('# Page\n\n## Part\n\n[here](#part), [there](README.md), [far](../limits.md)\n');
  expect(hrefsOf(page?.nodes ?? [])).toEqual(['/help/page#part', '/help']);
});

test.each(['<script>alert(1)</script>', 'a <b>bold</b> word'])('HTML stops the build: %s', (html) => {
  expect(() => guideOf(`# Page\n\n${html}\n`)).toThrow('Help does not show html');
});

test('a search finds sections that have every word, those with the words in their title first', () => {
  const pages = guideOf('# Page\n\n## Waiting\n\nA delay step.\n\n## Delay Step\n\nWaits for hours.\n\n## Other\n\nNothing.\n');
  expect(searchGuide(pages, 'step DELAY').map(({ href }) => href)).toEqual(['/help/page#delay-step', '/help/page#waiting']);
  expect(searchGuide(pages, '  ')).toEqual([]);
  expect(searchGuide(pages, 'delay nowhere')).toEqual([]);
});
