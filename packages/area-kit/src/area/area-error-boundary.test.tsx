import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AreaErrorBoundary } from './area-error-boundary.tsx';

/** The text of the boundary after a page threw `error`. */
function shownAfter(error: unknown, environment?: string): string {
  const boundary = new AreaErrorBoundary({ environment, children: 'the page' });
  boundary.state = AreaErrorBoundary.getDerivedStateFromError(error);
  return renderToStaticMarkup(boundary.render());
}

test('shows the page while it renders without errors', () => {
  expect(renderToStaticMarkup(<AreaErrorBoundary>the page</AreaErrorBoundary>)).toBe('the page');
});

test('shows the 500 page with a way home, without the error, in production (ERR-07)', () => {
  const markup = shownAfter(new TypeError('steps is undefined'), 'production');
  expect(markup).toContain('Ooops! Something went wrong');
  expect(markup).toMatch(/<a [^>]*href="\/"[^>]*>Go Home<\/a>/);
  expect(markup).not.toContain('steps is undefined');
});

test('shows the error’s detail as text in the stable environment (ERR-08)', () => {
  const markup = shownAfter(new TypeError('<b>steps</b> is undefined'), 'stable');
  expect(markup).toContain('&lt;b&gt;steps&lt;/b&gt; is undefined');
});
