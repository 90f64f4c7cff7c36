import { CircleHelp } from 'lucide-react';
import { guidePages } from '../help/guide-pages.ts';
import { searchGuide } from '../help/search-guide.ts';
import type { Command } from './command.ts';

const MOST_SECTIONS = 4;

export function guideCommands(text: string): Command[] {
  return searchGuide(guidePages, text)
    .slice(0, MOST_SECTIONS)
    .map(({ href, pageTitle, title }) => ({
      id: `guide ${href}`,
      group: 'Guide',
      label: title,
      detail: title === pageTitle ? undefined : pageTitle,
      icon: CircleHelp,
      does: { href },
    }));
}
