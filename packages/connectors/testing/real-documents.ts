/// <reference types="node" />
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Documents of real systems are no part of the repository: a folder of them is named, or lies beside it. */
const folder = process.env.PORTAGE_OPENAPI_DIR || join(import.meta.dirname, '../../../../shared/openapi');

export interface RealDocument {
  name: string;
  path: string;
  read(): string;
}

/** Those that are here, or those that are known to be broken; none where the folder is not. */
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
