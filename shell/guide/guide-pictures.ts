import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RsbuildPlugin } from '@rsbuild/core';

export interface GuidePicture {
  /** Its path in the build: the name changes with the content, so that browsers can cache it. */
  path: string;
  width: number;
  height: number;
}

const PICTURES = 'pictures';

/** @param name as in the guide's Markdown: `pictures/<name>.webp`. @throws if there is no such picture. */
export function readPicture(guideFolder: string, name: string): GuidePicture {
  const file = join(guideFolder, name);
  if (!/^pictures\/[\w-]+\.webp$/.test(name) || !existsSync(file)) throw new Error(`The guide has no picture ${name}`);
  const bytes = readFileSync(file);
  return { path: buildAssetPath(name, bytes), ...webpSize(bytes) };
}

export function pluginGuidePictures(guideFolder: string): RsbuildPlugin {
  return {
    name: 'portage-guide-pictures',
    setup(api) {
      api.processAssets({ stage: 'additional' }, ({ compilation, sources }) => {
        for (const name of pictureNames(guideFolder)) {
          const bytes = readFileSync(join(guideFolder, name));
          compilation.emitAsset(buildAssetPath(name, bytes), new sources.RawSource(bytes));
        }
      });
    },
  };
}

function pictureNames(guideFolder: string): string[] {
  const folder = join(guideFolder, PICTURES);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => `${PICTURES}/${name}`);
}

function buildAssetPath(name: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  return `static/guide/${name.slice(PICTURES.length + 1).replace('.webp', `.${hash}.webp`)}`;
}

/** The size in the header of a WebP picture; Chromium's screenshots have the extended header. */
function webpSize(bytes: Buffer): { width: number; height: number } {
  if (bytes.toString('latin1', 8, 16) !== 'WEBPVP8X') throw new Error('Not a WebP picture as Chromium takes it');
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}
