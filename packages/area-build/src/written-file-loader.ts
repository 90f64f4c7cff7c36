import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Rspack } from '@rsbuild/core';

const LOOK_AGAIN_MS = 10;
/** A file that is still empty after this time is meant to be empty. */
const PATIENCE_MS = 3_000;

/**
 * A loader of a development server: waits while a source file is empty. Editors empty a file before they write it, and Rsbuild builds at
 * the first event. On a busy machine it would build the empty file, and such an update breaks a page and loses what was typed.
 */
// biome-ignore lint/style/noDefaultExport: Rspack calls the default export.
export default async function waitForWrittenFile(this: Rspack.LoaderContext<{ patienceMs?: number }>, source: string): Promise<string> {
  const deadlineMs = performance.now() + (this.getOptions().patienceMs ?? PATIENCE_MS);
  let text = source;
  while (text === '' && performance.now() < deadlineMs) {
    await sleep(LOOK_AGAIN_MS);
    text = await readFile(this.resourcePath, 'utf8');
  }
  return text;
}
