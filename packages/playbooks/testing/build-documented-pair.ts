/// <reference types="node" />
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShippedTemplateBundle } from '../src/shipped/shipped-template.ts';

const PAGE = join(import.meta.dirname, '../../../docs/playbooks.md');
const BUILD = join(import.meta.dirname, '../tools/build-shipped-templates.ts');

/** The example of docs/playbooks.md. */
export function documentedPair(): string {
  return /```yaml\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? '';
}

/** Puts a `playbook.yaml` into its own folder, as a person who adds a pair does, and builds. @returns the built template */
export async function buildPair(id: string, yaml: string): Promise<ShippedTemplateBundle> {
  const place = mkdtempSync(join(tmpdir(), 'portage-pair-'));
  try {
    mkdirSync(join(place, 'shipped', id), { recursive: true });
    writeFileSync(join(place, 'shipped', id, 'playbook.yaml'), yaml);
    const output = join(place, 'built.mjs');
    execFileSync(process.execPath, [BUILD, join(place, 'shipped'), output], { stdio: ['ignore', 'ignore', 'pipe'] });
    const { shippedTemplateBundle } = (await import(output)) as { shippedTemplateBundle: ShippedTemplateBundle };
    return shippedTemplateBundle;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
