/// <reference types="node" />
// npm run build: writes dist/shipped-templates.js from the folders in shipped/ (docs/playbooks.md). Another folder and output can be named.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ShippedTemplate, ShippedTemplateBundle } from '../src/shipped/shipped-template.ts';
import { checkSystems } from '../src/template/check-systems.ts';
import { notSound, readShipped, SHIPPED, shippedIds } from './read-shipped.ts';
import { loadSystems, unknownSystems } from './system-documents.ts';

const [folder = SHIPPED, output = join(import.meta.dirname, '../dist/shipped-templates.js')] = process.argv.slice(2);

/** @throws Error that names every problem */
async function readSound(id: string): Promise<ShippedTemplate> {
  const template = readShipped(id, folder);
  const { definition } = template;
  const problems = [...unknownSystems(definition), ...(await checkSystems(definition, loadSystems(definition)))];
  if (problems.length > 0) throw new Error(notSound(id, problems));
  return template;
}

const read = await Promise.allSettled(shippedIds(folder).map(readSound));
const flaws = read.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
if (flaws.length > 0) {
  for (const flaw of flaws) console.error(flaw instanceof Error ? flaw.message : flaw);
  process.exit(1);
}
const templates: ShippedTemplate[] = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
const bundle: ShippedTemplateBundle = { builtAt: new Date().toISOString(), templates };
mkdirSync(dirname(output), { recursive: true });
// Concurrent readers get the complete old or the complete new file.
writeFileSync(`${output}.new`, `export const shippedTemplateBundle = ${JSON.stringify(bundle)};\n`);
renameSync(`${output}.new`, output);
