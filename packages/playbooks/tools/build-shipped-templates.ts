/// <reference types="node" />
// npm run build: writes dist/shipped-templates.js of the folders in shipped/ (docs/playbooks.md). Another folder and output can be named.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ShippedTemplate, ShippedTemplateBundle } from '../src/shipped/shipped-template.ts';
import { checkSystems } from '../src/template/check-systems.ts';
import { notSound, readShipped, SHIPPED, shippedIds } from './read-shipped.ts';
import { systemsOf } from './system-documents.ts';

const [folder = SHIPPED, output = join(import.meta.dirname, '../dist/shipped-templates.js')] = process.argv.slice(2);

/** An unsound template is left out and reported, so that the others can be used; the tests let none pass. */
async function readOrTell(id: string): Promise<ShippedTemplate[]> {
  try {
    const template = readShipped(id, folder);
    const problems = await checkSystems(template.definition, systemsOf(template.definition));
    if (problems.length === 0) return [template];
    throw new Error(notSound(id, problems));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return [];
  }
}

const templates: ShippedTemplate[] = [];
for (const id of shippedIds(folder)) templates.push(...(await readOrTell(id)));
const bundle: ShippedTemplateBundle = { builtAt: new Date().toISOString(), templates };
mkdirSync(dirname(output), { recursive: true });
// A reader meanwhile gets the old one or the new one, whole.
writeFileSync(`${output}.new`, `export const shippedTemplateBundle = ${JSON.stringify(bundle)};\n`);
renameSync(`${output}.new`, output);
