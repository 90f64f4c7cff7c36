import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { splitRange } from './json-tree.ts';
import { JsonView } from './json-view.tsx';

/** Tags of the markup, without what stands between them. */
function tagsOf(markup: string): Set<string> {
  return new Set([...markup.matchAll(/<([a-z]+)/g)].map((match) => match[1] as string));
}

describe('the JSON viewer', () => {
  it('HOSTILE 31: shows hostile keys and texts as text, never as markup', () => {
    const hostile = {
      '<img src=x onerror=alert(1)>': '</script><script>alert(2)</script>',
      nested: ['"><svg onload=alert(3)>', { javascript: 'javascript:alert(4)' }],
      ['__proto__' as string]: 'polluted',
    };
    const markup = renderToStaticMarkup(<JsonView value={JSON.parse(JSON.stringify(hostile))} openLevels={5} />);
    const safe = renderToStaticMarkup(<JsonView value={{ a: 'b', nested: ['c', { d: 'e' }], f: 'g' }} openLevels={5} />);
    expect(tagsOf(markup)).toEqual(tagsOf(safe));
    expect(markup).toContain('&lt;script&gt;alert(2)&lt;/script&gt;');
    expect(markup).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('shows a key named __proto__ like any other', () => {
    const markup = renderToStaticMarkup(<JsonView value={JSON.parse('{"__proto__": {"isAdmin": true}}')} />);
    expect(markup).toContain('__proto__');
  });

  it('puts only ranges of a large list into the page', () => {
    const markup = renderToStaticMarkup(<JsonView value={Array.from({ length: 100_000 }, (_, index) => index)} />);
    expect(markup).toContain('[ 100,000 items ]');
    expect(markup).toContain('90000 … 99999');
    expect(markup.length).toBeLessThan(20_000);
  });

  it('cuts a long text until it is asked for', () => {
    const markup = renderToStaticMarkup(<JsonView value={{ text: 'x'.repeat(2_000_000) }} />);
    expect(markup).toContain('Show all 2,000,000 characters');
    expect(markup.length).toBeLessThan(20_000);
  });

  it('renders something for values that are not JSON at all', () => {
    for (const value of [undefined, null, '', 0, Number.NaN, false])
      expect(renderToStaticMarkup(<JsonView value={value} />)).toContain('<span');
  });

  it('splits ranges into at most a hundred parts without gaps', () => {
    for (const length of [101, 250, 10_000, 10_001, 1_234_567]) {
      const parts = splitRange({ from: 0, to: length - 1 });
      expect(parts.length).toBeLessThanOrEqual(100);
      expect(parts[0]?.from).toBe(0);
      expect(parts.at(-1)?.to).toBe(length - 1);
      parts.slice(1).forEach((part, index) => {
        expect(part.from).toBe((parts[index]?.to ?? 0) + 1);
      });
    }
  });
});
