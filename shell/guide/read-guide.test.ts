import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { GuideNode } from '../src/help/guide-page.ts';
import { searchGuide } from '../src/help/search-guide.ts';
import { plainText } from './markdown-nodes.ts';
import { readGuide } from './read-guide.ts';

/** A guide with one page besides its contents. */
function createGuide(markdown: string) {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  writeFileSync(join(folder, 'README.md'), '# Guide\n\n[A page](page.md)\n');
  writeFileSync(join(folder, 'page.md'), markdown);
  return readGuide(folder);
}

function collectHrefs(nodes: readonly GuideNode[]): string[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [...(node.href ? [node.href] : []), ...collectHrefs(node.children ?? [])],
  );
}

test('shows the repository’s guide, the contents first and the other pages in their order', () => {
  const pages = readGuide();
  expect(pages.slice(0, 3).map(({ id }) => id)).toEqual(['', 'first-workflow', 'triggers-and-webhooks']);
  expect(pages.every(({ title, nodes }) => title !== '' && nodes.length > 0)).toBe(true);
});

test('every link inside the guide leads to an existing page and section of Help', () => {
  const pages = readGuide();
  const places = new Set(
    pages.flatMap(({ id, sections }) => sections.map((section) => `/help${id && `/${id}`}${section.id && `#${section.id}`}`)),
  );
  const links = pages.flatMap(({ nodes }) => collectHrefs(nodes)).filter((href) => href.startsWith('/'));
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter((href) => !places.has(href))).toEqual([]);
});

test('texts keep their quotes, ampersands and other characters', () => {
  const [, page] = createGuide('# A & B\n\n`"<b>" & \'c\'` and "Q" < 5 &amp; more\n');
  expect(page?.title).toBe('A & B');
  expect(plainText(page?.nodes ?? [])).toBe('"<b>" & \'c\' and "Q" < 5 & more');
});

test('links to other pages of the repository become plain text', () => {
  const [, page] = createGuide('# Page\n\n## Part\n\n[here](#part), [there](README.md), [far](../limits.md)\n');
  expect(collectHrefs(page?.nodes ?? [])).toEqual(['/help/page#part', '/help']);
});

test.each(['<script>alert(1)</script>', 'a <b>bold</b> word'])('HTML stops the build: %s', (html) => {
  expect(() => createGuide(`# Page\n\n${html}\n`)).toThrow('Help does not show html');
});

test('a search finds sections that contain every word, title matches first', () => {
  const pages = createGuide('# Page\n\n## Waiting\n\nA delay step.\n\n## Delay Step\n\nWaits for hours.\n\n## Other\n\nNothing.\n');
  expect(searchGuide(pages, 'step DELAY').map(({ href }) => href)).toEqual(['/help/page#delay-step', '/help/page#waiting']);
  expect(searchGuide(pages, '  ')).toEqual([]);
  expect(searchGuide(pages, 'delay nowhere')).toEqual([]);
});

test('a picture is a file of the build with its size, and needs an alternative text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  mkdirSync(join(folder, 'pictures'));
  writeFileSync(join(folder, 'pictures/a-page.webp'), webpHead(1280, 720));
  writeFileSync(join(folder, 'README.md'), '# Guide\n\n![A "page"](pictures/a-page.webp)\n');
  const [page] = readGuide(folder);
  expect(page?.nodes).toEqual([
    {
      tag: 'p',
      children: [
        {
          tag: 'img',
          picture: {
            src: expect.stringMatching(/^\/static\/guide\/a-page\.[0-9a-f]{8}\.webp$/),
            alt: 'A "page"',
            width: 1280,
            height: 720,
          },
        },
      ],
    },
  ]);
  writeFileSync(join(folder, 'README.md'), '# Guide\n\n![](pictures/a-page.webp)\n');
  expect(() => readGuide(folder)).toThrow('A picture needs a text for people who cannot see it');
});

test.each(['pictures/missing.webp', '../secret.webp', 'https://example.com/x.webp'])(
  'a picture that the guide does not have stops the build: %s',
  (href) => {
    expect(() => createGuide(`# Page\n\n![Something](${href})\n`)).toThrow('The guide has no picture');
  },
);

function webpHead(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.write('RIFF', 0);
  bytes.write('WEBPVP8X', 8);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
}
