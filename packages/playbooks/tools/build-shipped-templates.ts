/// <reference types="node" />
// npm run build: writes dist/shipped-templates.js of the folders in shipped/ (docs/playbooks.md). Another folder and output can be named.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ShippedTemplate, ShippedTemplateBundle } from '../src/shipped/shipped-template.ts';
import { readShipped, SHIPPED, shippedIds } from './read-shipped.ts';

const [folder = SHIPPED, output = join(import.meta.dirname, '../dist/shipped-templates.js')] = process.argv.slice(2);

/** An invalid type is left out and reported, so that the others can be used; the tests let none pass. */
function readOrTell(id: string): ShippedTemplate[] {
  try {
    return [readShipped(id, folder)];
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return [];
  }
}

const bundle: ShippedTemplateBundle = { builtAt: new Date().toISOString(), templates: shippedIds(folder).flatMap(readOrTell) };
mkdirSync(dirname(output), { recursive: true });
// A reader meanwhile gets the old one or the new one, whole.
writeFileSync(`${output}.new`, `export const shippedTemplateBundle = ${JSON.stringify(bundle)};\n`);
renameSync(`${output}.new`, output);
