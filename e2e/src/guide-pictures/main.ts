// npm run guide:pictures: takes the screenshots of docs/guide/pictures from its own Portage.
// `npm run guide:pictures -- editor schedule` takes only these two; `-- --url http://localhost:8080` uses a running Portage.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromiumPath } from '../browser/chromium-path.ts';
import { freePort, startStack, temporaryDataDir } from '../stack/stack.ts';
import { takePictures } from './take-pictures.ts';

const FOLDER = join(import.meta.dirname, '../../../docs/guide/pictures');

const { values, positionals: names } = parseArgs({ options: { url: { type: 'string' } }, allowPositionals: true });

function keep(name: string, bytes: Buffer) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.webp`), bytes);
  console.log(`${name}.webp ${Math.ceil(bytes.length / 1024)} KB`);
}

const settings = { chromiumPath: chromiumPath(), names, keep };

if (values.url) {
  await takePictures({ ...settings, baseUrl: values.url });
} else {
  const { dataDir, remove } = await temporaryDataDir();
  const stack = await startStack({ dataDir, port: await freePort(), env: { PORTAGE_SEED_DEMO: 'false' } });
  try {
    await takePictures({ ...settings, baseUrl: stack.baseUrl });
  } finally {
    await stack.stop();
    await remove();
  }
}
