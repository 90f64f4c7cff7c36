import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { type ExpressionScope, evaluateExpression, formulas, stepLabel, stepTypes } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { writtenFiles } from './references.ts';

const FOLDER = 'docs/guide';
const pages = new Map(
  readdirSync(join(ROOT, FOLDER))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(join(ROOT, FOLDER, name), 'utf8')]),
);
const page = (name: string) => pages.get(name) ?? '';
const withoutCode = (markdown: string) => markdown.replace(/^```[\s\S]*?^```$/gm, '');

function headings(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/^#{1,6} (.+)$/gm)].map(([, text = '']) => text);
}

/** Makes a heading's anchor as GitHub does. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

const product = writtenFiles()
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n');

/** Values that the formulas' examples refer to. */
const exampleScope: ExpressionScope = {
  steps: {},
  consts: {},
  now: () => new Date('2026-11-21T04:30:15.123Z'),
  data: {
    last: 'Lovelace',
    people: [{ name: 'Ann' }, { name: 'Bea' }],
    lines: [{ id: 7, sku: 'tea', name: 'Tea', status: 'open', price: '4.50', quantity: 2, product: { name: 'Tea' } }],
    prices: { tea: 4.5 },
    tags: ['vip'],
    old: [1],
    new: [2],
    type: 'Tip',
    text: '{"a": 1}',
    name: 'Ann',
    count: 10,
    total: 250,
    due: '2026-01-01',
    isNew: true,
    email: 'ann@example.com',
    order: { id: 1 },
    body: 'text',
    key: 'key',
  },
};

describe('the guide', () => {
  test('its contents list names every page', () => {
    const listed = [...page('README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name);
    expect([...listed, 'README.md'].toSorted()).toEqual([...pages.keys()].toSorted());
  });

  test('every page starts with one title', () => {
    for (const [name, markdown] of pages) {
      expect(markdown, name).toMatch(/^# \S/);
      expect(withoutCode(markdown).match(/^# /gm), name).toHaveLength(1);
    }
  });

  test('links to a section point to an existing one', () => {
    const dead = [...pages].flatMap(([name, markdown]) =>
      [...markdown.matchAll(/\]\(([\w-]+\.md)?#([^)\s]+)\)/g)]
        .filter(
          ([, target, anchor = '']) =>
            !headings(page(target ?? name))
              .map(toAnchor)
              .includes(anchor),
        )
        .map(([link]) => `${name} ${link}`),
    );
    expect(dead).toEqual([]);
  });

  test('every step type has a section under its name in the editor', () => {
    const sections = headings(page('steps.md'));
    expect(stepTypes.map(stepLabel).filter((label) => !sections.includes(label))).toEqual([]);
  });

  test('every formula is explained, with its label and its arguments', () => {
    const missing = formulas.filter(({ signature, label }) => !page('expressions.md').includes(`| \`${signature}\` | ${label} |`));
    expect(missing).toEqual([]);
  });

  test('every example of a formula works, and gives the result shown next to it', () => {
    const rows = [...page('expressions.md').matchAll(/^\| `((\w+)\([^`]*\))` \| [^|]+ \| `([^`]+)` \| (.*) \|$/gm)];
    expect(rows.map(([, , name]) => name)).toEqual(expect.arrayContaining(formulas.map(({ name }) => name)));
    for (const [, signature = '', , example = '', gives = ''] of rows) {
      const value = evaluateExpression(`\${${example}}`, exampleScope);
      const told = /^(?:the (?:list|number|text) )?`([^`]*)`(?! or| when)/.exec(gives)?.[1];
      // The cell has words or names an argument: there is no result to compare.
      if (told === undefined || signature.includes(told)) continue;
      const text = typeof value === 'string' ? value : (JSON.stringify(value)?.replaceAll(',', ', ') ?? 'null');
      expect(told.endsWith('…') ? `${text.slice(0, told.length - 1)}…` : text, example).toBe(told);
    }
  });

  test('every field in a table has its name in the product', () => {
    const fields = [...pages].flatMap(([name, markdown]) =>
      [...markdown.matchAll(/^\| (\*\*[^|]+) \|/gm)].flatMap(([, cell = '']) =>
        [...cell.matchAll(/\*\*([^*]+)\*\*/g)].map(([, field = '']) => ({ name, field })),
      ),
    );
    expect(fields.length).toBeGreaterThan(30);
    // Forms show a value such as `LoopIteration` in words.
    expect(fields.filter(({ field }) => !product.includes(field) && !product.includes(`'${field.replaceAll(' ', '')}'`))).toEqual([]);
  });

  test('every message under Troubleshooting exists in the product', () => {
    const messages = [...page('troubleshooting.md').matchAll(/^### (.+)$/gm)].map(([, message = '']) => message);
    expect(messages.length).toBeGreaterThan(25);
    const unknown = messages.filter((message) => !message.split('…').every((part) => product.includes(part.trim().replace(/^"|"$/g, ''))));
    expect(unknown).toEqual([]);
  });
});

const LARGEST_PICTURE_BYTES = 60_000;
const ALL_PICTURES_BYTES = 650_000;

describe('the pictures of the guide', () => {
  const files = readdirSync(join(ROOT, FOLDER, 'pictures'));
  const named = [...pages].flatMap(([name, markdown]) =>
    [...markdown.matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)].map(([, alt = '', path = '']) => ({ name, alt, path })),
  );

  test('each is used at least once, and each used one exists and has alternative text', () => {
    expect(new Set(named.map(({ path }) => path))).toEqual(new Set(files.map((file) => `pictures/${file}`)));
    expect(named.filter(({ alt }) => alt.length < 20)).toEqual([]);
  });

  test('npm run guide:pictures takes all of them', () => {
    const script = readFileSync(join(ROOT, 'e2e/src/guide-pictures/pictures.ts'), 'utf8');
    const taken = [...script.matchAll(/^ {4}name: '([\w-]+)',$/gm)].map(([, name]) => `${name}.webp`);
    expect(taken.toSorted()).toEqual(files.toSorted());
  });

  test('they are small', () => {
    const bytes = files.map((file) => statSync(join(ROOT, FOLDER, 'pictures', file)).size);
    expect(Math.max(...bytes)).toBeLessThan(LARGEST_PICTURE_BYTES);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(ALL_PICTURES_BYTES);
  });
});
