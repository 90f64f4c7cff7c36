/// <reference types="node" />
// npm run build: writes dist/system-types.js from system/ (see system/README.md).
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type SystemType, type SystemTypeBundle, type SystemTypeFiles, systemTypeId } from '../src/system/system-type.ts';
import { readSystemFolder, type SystemFolder, systemNames } from './read-system-types.ts';

const FOLDER = join(import.meta.dirname, '../dist');
const OUTPUT = join(FOLDER, 'system-types.js');

function pack({ name, settings, yaml, logo, stored: { index, parts } }: SystemFolder): SystemType {
  const files: SystemTypeFiles = { yaml, logo, index, parts };
  const id = systemTypeId({ name });
  return {
    name,
    settings,
    documentId: `${id}-${computeHash(yaml, index, ...parts)}`,
    logoId: `${id}-logo-${computeHash(logo)}`,
    packed: gzipSync(JSON.stringify(files), { level: 9 }).toString('base64'),
  };
}

function computeHash(...texts: string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** An invalid type is skipped and reported, so that the others can be used. The tests let none pass. */
function packed(name: string): SystemType[] {
  try {
    return [pack(readSystemFolder(name))];
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return [];
  }
}

const bundle: SystemTypeBundle = { builtAt: new Date().toISOString(), types: systemNames().flatMap(packed) };
mkdirSync(FOLDER, { recursive: true });
// A concurrent reader gets the whole old file or the whole new one.
writeFileSync(`${OUTPUT}.new`, `export const systemTypeBundle = ${JSON.stringify(bundle)};\n`);
renameSync(`${OUTPUT}.new`, OUTPUT);
