import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { JsonView } from './json-view.tsx';
import { TextView } from './text-view.tsx';

/** Tags of the markup, without their content. */
function collectTags(markup: string): Set<string> {
  return new Set([...markup.matchAll(/<([a-z]+)/g)].map((match) => match[1] as string));
}

describe('the JSON viewer', () => {
  test('HOSTILE 31: shows hostile keys and texts as text, never as markup', () => {
    const hostile = {
      '<img src=x onerror=alert(1)>': '</script><script>alert(2)</script>',
      nested: ['"><svg onload=alert(3)>', { javascript: 'javascript:alert(4)' }],
      ['__proto__' as string]: 'polluted',
    };
    const markup = renderToStaticMarkup(<JsonView value={JSON.parse(JSON.stringify(hostile))} openLevels={5} />);
    const safe = renderToStaticMarkup(<JsonView value={{ a: 'b', nested: ['c', { d: 'e' }], f: 'g' }} openLevels={5} />);
    expect(collectTags(markup)).toEqual(collectTags(safe));
    expect(markup).toContain('&lt;script&gt;alert(2)&lt;/script&gt;');
    expect(markup).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  test('shows a key named __proto__ like any other', () => {
    const markup = renderToStaticMarkup(<JsonView value={JSON.parse('{"__proto__": {"isAdmin": true}}')} />);
    expect(markup).toContain('__proto__');
    expect(markup).toContain('isAdmin');
  });

  test('renders only visible rows, and a large list in ranges', () => {
    const markup = renderToStaticMarkup(<JsonView value={Array.from({ length: 100_000 }, (_, index) => index)} />);
    expect(markup).toContain('[ 100,000 items ]');
    expect(markup).toContain('90000 … 99999');
    const long = renderToStaticMarkup(<JsonView value={Array.from({ length: 900 }, (_, index) => index)} />);
    expect([...long.matchAll(/role="treeitem"/g)].length).toBeLessThan(40);
  });

  test('truncates a long text until it is opened, and never a short one', () => {
    const markup = renderToStaticMarkup(<JsonView value={{ text: 'x'.repeat(2_000_000), short: 'y'.repeat(150) }} />);
    expect(markup).toContain('2,000,000 characters');
    expect(markup).toContain('y'.repeat(150));
    expect(markup.length).toBeLessThan(20_000);
  });

  test('explains the placeholder of a secret', () => {
    expect(renderToStaticMarkup(<JsonView value={{ authorization: '[redacted]' }} />)).toContain('A secret: it’s never stored');
  });
});

describe('the text viewer', () => {
  test('numbers lines and renders only visible ones', () => {
    const markup = renderToStaticMarkup(
      <TextView label="Log" text={Array.from({ length: 50_000 }, (_, index) => `line ${index}`).join('\n')} />,
    );
    expect(markup).toContain('50,000 lines');
    expect(markup).toContain('line 3');
    expect(markup).not.toContain('line 4000');
  });
});
