/// <reference types="node" />
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { type DocumentProblem, formatProblem, importDocument } from '../src/document/index.ts';
import type { StoredDocument } from '../src/stored/index.ts';
import type { SystemTypeSettings } from '../src/system/system-type.ts';

const SYSTEM_FOLDER = join(import.meta.dirname, '../system');

export interface SystemFolder {
  name: string;
  settings: SystemTypeSettings;
  yaml: string;
  logo: string;
  stored: StoredDocument;
}

export function systemNames(): string[] {
  return readdirSync(SYSTEM_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(SYSTEM_FOLDER, entry.name, 'type.yaml')))
    .map(({ name }) => name)
    .sort();
}

/** @throws Error naming the folder and what is wrong in it */
export function readSystemFolder(name: string): SystemFolder {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`system/${name}: the name must be small letters with dashes.`);
  const written = load(read(name, 'type.yaml'));
  if (typeof written !== 'object' || written === null) throw new Error(`system/${name}/type.yaml says nothing.`);
  const { document = name, logo = name, ...settings } = written as SystemTypeSettings & { document?: string; logo?: string };
  if (!settings.name || !settings.authorizationType) throw new Error(`system/${name}/type.yaml needs name and authorizationType.`);
  const yaml = read(document, 'openapi.yaml');
  const imported = importDocument(yaml);
  const allowedHosts = (settings.additionalData?.connection as { allowedHosts?: string[] } | undefined)?.allowedHosts ?? [];
  // The type's settings say which addresses belong to it.
  const isAllowed = ({ code, message }: DocumentProblem) =>
    code === 'server-variables' ||
    code === 'own-server' ||
    (code === 'other-host' && allowedHosts.some((host) => message.includes(` at ${host}:`)));
  const problems = (imported.ok ? imported.warnings : imported.problems).filter((problem) => !isAllowed(problem));
  if (!imported.ok || problems.length > 0) {
    throw new Error(`system/${document}/openapi.yaml is not sound:\n${problems.map(formatProblem).join('\n')}`);
  }
  return { name, settings, yaml, logo: read(logo, 'logo.svg'), stored: imported.stored };
}

function read(name: string, file: string): string {
  try {
    return readFileSync(join(SYSTEM_FOLDER, name, file), 'utf8');
  } catch {
    throw new Error(`system/${name}/${file} is not there.`);
  }
}
