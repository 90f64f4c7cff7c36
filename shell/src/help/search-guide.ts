import type { GuidePage } from './guide-page.ts';

export interface GuideMatch {
  href: string;
  pageTitle: string;
  title: string;
  /** Around the first search word. */
  excerpt: string;
}

const MOST_MATCHES = 30;
const EXCERPT_BEFORE = 50;
const EXCERPT_LENGTH = 170;

/** Sections that contain every word, in any case; sections with the words in their title come first. */
export function searchGuide(pages: readonly GuidePage[], query: string): GuideMatch[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [firstWord] = words;
  if (firstWord === undefined) return [];
  const found = pages.flatMap((page) =>
    page.sections.flatMap(({ id, title, text }) => {
      const names = `${page.title} ${title}`.toLowerCase();
      const all = `${names} ${text.toLowerCase()}`;
      if (!words.every((word) => all.includes(word))) return [];
      const rank = words.every((word) => title.toLowerCase().includes(word)) ? 0 : words.every((word) => names.includes(word)) ? 1 : 2;
      const href = `/help${page.id && `/${page.id}`}${id && `#${id}`}`;
      return [{ rank, match: { href, pageTitle: page.title, title, excerpt: extractExcerpt(text, firstWord) } }];
    }),
  );
  return found
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, MOST_MATCHES)
    .map(({ match }) => match);
}

function extractExcerpt(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const from = at <= EXCERPT_BEFORE ? 0 : text.lastIndexOf(' ', at - EXCERPT_BEFORE) + 1;
  const cut = text.slice(from, from + EXCERPT_LENGTH);
  return `${from > 0 ? '… ' : ''}${cut}${from + EXCERPT_LENGTH < text.length ? ' …' : ''}`;
}
