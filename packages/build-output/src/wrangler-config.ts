import { readFileSync } from 'node:fs';

/** The part of a wrangler.jsonc that the local Portage reads. */
export interface WranglerConfig {
  name: string;
  compatibility_date: string;
  compatibility_flags?: string[];
  durable_objects?: { bindings: { name: string; class_name: string; script_name?: string }[] };
  migrations?: { new_sqlite_classes?: string[] }[];
  services?: { binding: string; service: string; entrypoint?: string }[];
  r2_buckets?: { binding: string; bucket_name: string }[];
  kv_namespaces?: { binding: string; id: string }[];
  triggers?: { crons?: string[] };
  vars?: Record<string, string>;
}

/** @throws SyntaxError if the file isn't JSON with comments. */
export function readWranglerConfig(file: string): WranglerConfig {
  return JSON.parse(withoutComments(readFileSync(file, 'utf8'))) as WranglerConfig;
}

/** Strings are matched first, so that `https://…` inside one stays; then comments, then commas before a closing bracket. */
function withoutComments(text: string): string {
  return text
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, literal: string | undefined) => literal ?? '')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g, (_, literal: string | undefined) => literal ?? '');
}
