import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import type { ParsedDocument } from './document-format.ts';
import type { DocumentLimits } from './document-limits.ts';
import { documentError } from './document-problem.ts';

/** YAML 1.2 with merge keys, which documents use; no dates, no binary, nothing that makes more than JSON. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/** Parses YAML. Aliases share what they name, so that a bomb of them costs nothing here; checkStructure counts them out. */
export function parseYamlDocument(text: string, limits: DocumentLimits): ParsedDocument {
  try {
    return { ok: true, value: load(text, { schema: SCHEMA, maxDepth: limits.maxDepth, maxTotalMergeKeys: 10_000 }), format: 'yaml' };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark ? error.mark.line + 1 : null;
    if (/nesting exceeded/i.test(error.reason)) {
      return { ok: false, problem: documentError('too-deep', `The document is nested more than ${limits.maxDepth} levels deep.`, line) };
    }
    return { ok: false, problem: documentError('not-yaml', `This is not valid YAML: ${error.reason}.`, line) };
  }
}
