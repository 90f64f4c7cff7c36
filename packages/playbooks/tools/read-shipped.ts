/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShippedTemplate } from '../src/shipped/shipped-template.ts';
import { readTemplate } from '../src/template/read-template.ts';
import type { TemplateProblem } from '../src/template/template-problem.ts';

/** One folder per template. */
export const SHIPPED = join(import.meta.dirname, '../shipped');

export function shippedIds(folder = SHIPPED): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** @throws Error that names the folder and every problem of its template */
export function readShipped(id: string, folder = SHIPPED): ShippedTemplate {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) throw new Error(`shipped/${id}: the name must be small letters, digits and dashes.`);
  const yaml = readFileSync(join(folder, id, 'playbook.yaml'), 'utf8');
  const read = readTemplate(yaml);
  if (read.ok) return { id, definition: read.definition, yaml };
  throw new Error(notSound(id, read.problems));
}

/** Every problem of a template, one per line. */
export function notSound(id: string, problems: readonly TemplateProblem[]): string {
  const lines = problems.map(({ path, message }) => `  ${path || 'playbook.yaml'}: ${message}`);
  return `shipped/${id}/playbook.yaml is not sound:\n${lines.join('\n')}`;
}
