/// <reference types="node" />
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Documents of real systems aren't part of the repository. Their folder is set by variable, or is next to it. */
const folder = process.env.PORTAGE_OPENAPI_DIR || join(import.meta.dirname, '../../../../shared/openapi');

export interface RealDocument {
  name: string;
  path: string;
  read(): string;
}

/** The available documents, or those known to be broken. Empty if the folder doesn't exist. */
export function realDocuments(subfolder = ''): RealDocument[] {
  const from = join(folder, subfolder);
  if (!existsSync(from)) {
    console.warn(`No documents of real systems in ${from}; set PORTAGE_OPENAPI_DIR to test with them.`);
    return [];
  }
  return readdirSync(from)
    .filter((name) => /\.(json|ya?ml)$/.test(name))
    .map((name) => ({ name, path: join(from, name), read: () => readFileSync(join(from, name), 'utf8') }));
}
