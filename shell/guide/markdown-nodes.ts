import { marked, type Token, type Tokens } from 'marked';
import type { GuideElement, GuideImage, GuideNode, GuideTag } from '../src/help/guide-page.ts';

export interface Targets {
  /** Where a link leads in the product. Null: Help shows only its text. */
  link(href: string): string | null;
  /** @throws if the guide has no such picture. */
  picture(href: string): Omit<GuideImage, 'alt'>;
}

/** A page's title and content. @throws for Markdown that Help doesn't support, such as HTML */
export function readMarkdown(markdown: string, targets: Targets): { title: string; nodes: GuideNode[] } {
  const [first, ...tokens] = marked.lexer(markdown);
  if (first?.type !== 'heading' || first.depth !== 1) throw new Error('A page begins with its title');
  return { title: plainText(inline(first.tokens ?? [], targets)), nodes: blocks(tokens, targets) };
}

/** The text of the nodes without its formatting. */
export function plainText(nodes: readonly GuideNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : plainText(node.children ?? []))).join('');
}

/** Creates a heading's anchor as GitHub does, so that the same link works there and in Help. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function element(tag: GuideTag, children: GuideNode[], more: Partial<GuideElement> = {}): GuideElement {
  return { tag, ...more, children };
}

function blocks(tokens: readonly Token[], targets: Targets): GuideNode[] {
  return tokens.flatMap((token) => block(token, targets));
}

function block(token: Token, targets: Targets): GuideNode[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading': {
      const children = inline(token.tokens ?? [], targets);
      return [element(token.depth === 2 ? 'h2' : 'h3', children, { id: toAnchor(plainText(children)) })];
    }
    case 'paragraph':
      return [element('p', inline(token.tokens ?? [], targets))];
    case 'text':
      return [...inline((token as Tokens.Text).tokens ?? [], targets)];
    case 'code':
      return [element('pre', [element('code', [token.text])])];
    case 'list': {
      const items = (token as Tokens.List).items.map((item) => element('li', blocks(item.tokens, targets)));
      return [element(token.ordered ? 'ol' : 'ul', items)];
    }
    case 'table':
      return [table(token as Tokens.Table, targets)];
    default:
      throw new Error(`Help does not show ${token.type}: ${token.raw}`);
  }
}

function table({ header, rows }: Tokens.Table, targets: Targets): GuideElement {
  const row = (tag: 'th' | 'td', cells: readonly Tokens.TableCell[]) =>
    element(
      'tr',
      cells.map((cell) => element(tag, inline(cell.tokens, targets))),
    );
  return element('table', [
    element('thead', [row('th', header)]),
    element(
      'tbody',
      rows.map((cells) => row('td', cells)),
    ),
  ]);
}

function inline(tokens: readonly Token[], targets: Targets): GuideNode[] {
  return tokens.flatMap((token): GuideNode[] => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return [unescaped(token.text)];
      case 'codespan':
        return [element('code', [unescaped(token.text)])];
      case 'strong':
        return [element('strong', inline(token.tokens ?? [], targets))];
      case 'em':
        return [element('em', inline(token.tokens ?? [], targets))];
      case 'br':
        return [{ tag: 'br' }];
      case 'link': {
        const href = targets.link(token.href);
        const children = inline(token.tokens ?? [], targets);
        return href === null ? children : [element('a', children, { href })];
      }
      case 'image': {
        if (!token.text) throw new Error(`A picture needs a text for people who cannot see it: ${token.raw}`);
        return [{ tag: 'img', picture: { ...targets.picture(token.href), alt: unescaped(token.text) } }];
      }
      default:
        throw new Error(`Help does not show ${token.type}: ${token.raw}`);
    }
  });
}

/** The lexer returns HTML-escaped texts; here they become text nodes. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
