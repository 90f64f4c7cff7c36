import { expect, test } from 'vitest';
import { isExcludedPath, isLocalHost } from './integration-rules.ts';

test.each(['localhost', 'LOCALHOST', 'app.localhost', '127.0.0.1', '127.8.8.8', '[::1]', '0.0.0.0'])('%s is a local machine', (name) => {
  expect(isLocalHost(name)).toBe(true);
});

test.each(['portage.example', 'localhost.example', '128.0.0.1', 'notlocalhost'])('%s is not', (name) => {
  expect(isLocalHost(name)).toBe(false);
});

test.each([
  ['/signin', true],
  ['/signin/', true],
  ['/signup', true],
  ['/connectors/addPopup', true],
  ['/connectors', false],
  ['/signing', false],
  ['/', false],
])('whether %s excludes third-party code: %s', (path, isExcluded) => {
  expect(isExcludedPath(path)).toBe(isExcluded);
});
