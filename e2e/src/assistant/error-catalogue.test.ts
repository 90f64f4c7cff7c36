import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, getErrorMessage, messageOfBody } from '@portage/contracts';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Every line of the specification's catalogue of errors, with the file and name of the test that proves it. */
const proofs: Record<string, [file: string, test: string][]> = {
  'ERR-01': [
    [
      'packages/contracts/src/http/client.test.ts',
      'the message is the first error’s or warning’s userMessage, then message, then errorMessage',
    ],
  ],
  'ERR-02': [['e2e/src/assistant/error-catalogue.test.ts', 'ERR-02, ERR-03: a plain text, or nothing, gives the general sentence']],
  'ERR-03': [['e2e/src/assistant/error-catalogue.test.ts', 'ERR-02, ERR-03: a plain text, or nothing, gives the general sentence']],
  'ERR-04': [['packages/contracts/src/http/client.test.ts', 'a response that isn’t JSON gives its text']],
  'ERR-05': [['packages/contracts/src/http/client.test.ts', 'an id goes into the path unchanged, and a missing one prevents the call']],
  'ERR-06': [['edge-api/src/http/router.test.ts', 'ERR-06: an operation that an address does not have is “Not supported”']],
  'ERR-07': [
    [
      'packages/area-kit/src/area/area-error-boundary.test.tsx',
      'shows the 500 page with a way home, without the error, in production (ERR-07)',
    ],
    ['e2e/src/assistant/maintenance.test.ts', 'ERR-07: shows the error page, with a link home'],
  ],
  'ERR-08': [
    ['packages/area-kit/src/area/area-error-boundary.test.tsx', 'shows the error’s detail as text in the stable environment (ERR-08)'],
  ],
  'ERR-09': [['e2e/src/assistant/maintenance.test.ts', 'ERR-09: a promise that no code caught is only logged']],
  'ERR-10': [['packages/contracts/src/http/client.test.ts', 'only a response with errorDetails is logged as REQUEST ERROR']],
  'ERR-11': [['e2e/src/assistant/maintenance.test.ts', 'ERR-11: shows an error toast when the button’s work fails on the server']],
};

describe('the catalogue of errors', () => {
  test('has a proof for each of its eleven lines', () => {
    const lines = Array.from({ length: 11 }, (_, index) => `ERR-${String(index + 1).padStart(2, '0')}`);
    expect(Object.keys(proofs)).toEqual(lines);
  });

  test.each(Object.entries(proofs))('%s is proven where it says', (_, tests) => {
    for (const [file, name] of tests) {
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(new RegExp(`(test|it)\\((['"\`])${escaped(name)}\\2`));
    }
  });

  test('ERR-02, ERR-03: a plain text, or nothing, gives the general sentence', () => {
    for (const body of ['broken', null, undefined, {}, { errors: [] }, { errors: [{}] }]) {
      expect(messageOfBody(body)).toBe('An error has occured.');
    }
    expect(getErrorMessage('broken')).toBe('An error has occured.');
    expect(getErrorMessage(new ApiError(500, null, messageOfBody(null)))).toBe('An error has occured.');
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
