import { marked, type Token, type Tokens } from 'marked';
import type { GuideElement, GuideNode, GuideTag } from '../src/help/guide-page.ts';

/** Where a link of the guide leads in the product; null: only its words are shown. */
type LinkTarget = (href: string) => string | null;

/** A page's title and the rest of it. @throws for Markdown that Help does not show, such as HTML or a picture */
export function readMarkdown(markdown: string, linkTarget: LinkTarget): { title: string; nodes: GuideNode[] } {
  const [first, ...tokens] = marked.lexer(markdown);
  if (first?.type !== 'heading' || first.depth !== 1) throw new Error('A page begins with its title');
  return { title: plainText(inline(first.tokens ?? [], linkTarget)), nodes: blocks(tokens, linkTarget) };
}

/** The words of nodes, as a person reads them. */
export function plainText(nodes: readonly GuideNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : plainText(node.children ?? []))).join('');
}

/** As GitHub makes the anchor of a heading, so that the same link works there and in Help. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function element(tag: GuideTag, children: GuideNode[], more: Partial<GuideElement> = {}): GuideElement {
  return { tag, ...more, children };
}

function blocks(tokens: readonly Token[], linkTarget: LinkTarget): GuideNode[] {
  return tokens.flatMap((token) => block(token, linkTarget));
}

function block(token: Token, linkTarget: LinkTarget): GuideNode[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading': {
      const children = inline(token.tokens ?? [], linkTarget);
      return [element(token.depth === 2 ? 'h2' : 'h3', children, { id: anchorOf(plainText(children)) })];
    }
    case 'paragraph':
      return [element('p', inline(token.tokens ?? [], linkTarget))];
    case 'text':
      return [...inline((token as Tokens.Text).tokens ?? [], linkTarget)];
    case 'code':
      return [element('pre', [element('code', [token.text])])];
    case 'list': {
      const items = (token as Tokens.List).items.map((item) => element('li', blocks(item.tokens, linkTarget)));
      return [element(token.ordered ? 'ol' : 'ul', items)];
    }
    case 'table':
      return [table(token as Tokens.Table, linkTarget)];
    default:
      throw new Error(`Help does not show ${token.type}: ${token.raw}`);
  }
}

function table({ header, rows }: Tokens.Table, linkTarget: LinkTarget): GuideElement {
  const row = (tag: 'th' | 'td', cells: readonly Tokens.TableCell[]) =>
    element(
      'tr',
      cells.map((cell) => element(tag, inline(cell.tokens, linkTarget))),
    );
  return element('table', [
    element('thead', [row('th', header)]),
    element(
      'tbody',
      rows.map((cells) => row('td', cells)),
    ),
  ]);
}

function inline(tokens: readonly Token[], linkTarget: LinkTarget): GuideNode[] {
  return tokens.flatMap((token): GuideNode[] => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return [unescaped(token.text)];
      case 'codespan':
        return [element('code', [unescaped(token.text)])];
      case 'strong':
        return [element('strong', inline(token.tokens ?? [], linkTarget))];
      case 'em':
        return [element('em', inline(token.tokens ?? [], linkTarget))];
      case 'br':
        return [{ tag: 'br' }];
      case 'link': {
        const href = linkTarget(token.href);
        const children = inline(token.tokens ?? [], linkTarget);
        return href === null ? children : [element('a', children, { href })];
      }
      default:
        throw new Error(`Help does not show ${token.type}: ${token.raw}`);
    }
  });
}

/** The lexer writes texts as HTML has them; here they become text nodes. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
