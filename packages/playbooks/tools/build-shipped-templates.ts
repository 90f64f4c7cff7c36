/// <reference types="node" />
// npm run build: writes dist/shipped-templates.js of the folders in shipped/ (docs/playbooks.md).
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShippedTemplate, ShippedTemplateBundle } from '../src/shipped/shipped-template.ts';
import { readShipped, shippedIds } from './read-shipped.ts';

const FOLDER = join(import.meta.dirname, '../dist');
const OUTPUT = join(FOLDER, 'shipped-templates.js');

/** One that is not sound is left out and told, so that the others can be used; the tests let none pass. */
function readOrTell(id: string): ShippedTemplate[] {
  try {
    return [readShipped(id)];
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return [];
  }
}

const bundle: ShippedTemplateBundle = { builtAt: new Date().toISOString(), templates: shippedIds().flatMap(readOrTell) };
mkdirSync(FOLDER, { recursive: true });
// A reader meanwhile gets the old one or the new one, whole.
writeFileSync(`${OUTPUT}.new`, `export const shippedTemplateBundle = ${JSON.stringify(bundle)};\n`);
renameSync(`${OUTPUT}.new`, OUTPUT);
