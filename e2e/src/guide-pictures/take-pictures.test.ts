import { expect, test } from 'vitest';
import { chromiumPath } from '../browser/chromium-path.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { guidePictures } from './pictures.ts';
import { takePictures } from './take-pictures.ts';

/** The pictures themselves are taken by `npm run guide:pictures`; this proves that the product still has what they show. */
test('every picture of the guide can be taken', async () => {
  const taken: string[] = [];
  await takePictures({
    baseUrl: sharedBaseUrl(),
    chromiumPath: chromiumPath(),
    keep: (name, bytes) => {
      expect(bytes.toString('latin1', 8, 12), name).toBe('WEBP');
      taken.push(name);
    },
  });
  expect(taken.toSorted()).toEqual(guidePictures.map(({ name }) => name).toSorted());
});
