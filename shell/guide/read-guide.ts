import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuideNode, GuidePage, GuideSection } from '../src/help/guide-page.ts';
import { readPicture } from './guide-pictures.ts';
import { plainText, readMarkdown } from './markdown-nodes.ts';

/** The guide of the repository: Help shows these files and no others. */
export const GUIDE_FOLDER = join(import.meta.dirname, '../../docs/guide');

const CONTENTS = 'README.md';

/** Every page of the guide: the contents first, the others in the order of the contents. */
export function readGuide(folder: string = GUIDE_FOLDER): GuidePage[] {
  const contents = readFileSync(join(folder, CONTENTS), 'utf8');
  const place = (name: string) => contents.indexOf(`(${name})`);
  const others = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== CONTENTS);
  return [CONTENTS, ...others.toSorted((left, right) => place(left) - place(right))].map((name) => readPage(folder, name));
}

function readPage(folder: string, name: string): GuidePage {
  const id = toPageId(name);
  const { title, nodes } = readMarkdown(readFileSync(join(folder, name), 'utf8'), {
    link: (href) => resolveLink(href, id),
    picture: (href) => loadPicture(folder, href),
  });
  return { id, title, nodes, sections: collectSections(title, nodes) };
}

function toPageId(name: string): string {
  return name === CONTENTS ? '' : name.replace(/\.md$/, '');
}

/** Other pages of the repository aren't in the product, so links to them lead nowhere there. */
function resolveLink(href: string, pageId: string): string | null {
  if (/^https?:/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  if (file.includes('/')) return null;
  const id = file === '' ? pageId : toPageId(file);
  return `/help${id && `/${id}`}${anchor ? `#${anchor}` : ''}`;
}

function loadPicture(folder: string, href: string) {
  const { path, width, height } = readPicture(folder, href);
  return { src: `/${path}`, width, height };
}

function collectSections(title: string, nodes: readonly GuideNode[]): GuideSection[] {
  const sections: GuideSection[] = [{ id: '', title, text: '' }];
  for (const node of nodes) {
    const isHeading = typeof node !== 'string' && (node.tag === 'h2' || node.tag === 'h3');
    if (isHeading) sections.push({ id: node.id ?? '', title: plainText([node]), text: '' });
    else (sections.at(-1) as GuideSection).text += `${collectText([node])} `;
  }
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, ' ').trim() }));
}

/** Like the plain text, with a space between cells and items. */
function collectText(nodes: readonly GuideNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const words = collectText(node.children ?? []);
      return ['td', 'th', 'li', 'p'].includes(node.tag) ? `${words} ` : words;
    })
    .join('');
}
