import { isJsonType } from '@portage/primitives/wire';
import type { ExtractedResponse } from '../extracted/extracted.ts';
import { listMember, member, textMember } from '../json/json.ts';
import { inside } from '../json/place.ts';
import { compactSchema, shortened } from './compact-schema.ts';
import { type Extraction, type Found, listMembers, resolve, resolveContents, warn } from './extraction.ts';

/** The success responses of an operation, otherwise its default response. */
export function extractResponses(extraction: Extraction, operation: Found): ExtractedResponse[] {
  const all = listMembers(operation, 'responses').filter(({ name }) => !name.startsWith('x-'));
  if (all.length === 0) {
    warn(extraction, 'no-responses', operation.place, 'The operation doesn’t describe its response.');
    return [];
  }
  const successes = all.filter(({ name }) => /^2(\d\d|xx)$/i.test(name));
  const kept = successes.length > 0 ? successes : all.filter(({ name }) => name === 'default');
  return kept.flatMap((item) => {
    const found = resolve(extraction, item, 'warning');
    return found ? [extractResponse(extraction, item.name, operation, found)] : [];
  });
}

function extractResponse(extraction: Extraction, status: string, operation: Found, found: Found): ExtractedResponse {
  const description = textMember(found.value, 'description');
  const hasLinkHeader = listMembers(found, 'headers').some(({ name }) => name.toLowerCase() === 'link');
  const common: ExtractedResponse = {
    status,
    ...(description ? { description: shortened(description, 300) } : {}),
    ...(hasLinkHeader ? { hasLinkHeader } : {}),
  };
  const contents = resolveContents(extraction, found);
  const schema = member(found.value, 'schema');
  if (schema !== undefined && contents.length === 0) {
    if (!extraction.isSwagger2) {
      warn(extraction, 'other-version', found.place, 'A response\'s "schema" belongs to Swagger 2.0; it was read that way.');
    }
    const produces = [...listMember(operation.value, 'produces'), ...listMember(extraction.document, 'produces')];
    const type = produces.find((one) => typeof one === 'string' && /json/i.test(one)) ?? produces[0];
    return {
      ...common,
      type: typeof type === 'string' ? type : 'application/json',
      ...markOnlyJson(produces),
      schema: compactSchema(extraction, schema, inside(found.place, 'schema')),
    };
  }
  const best = contents.find(({ name }) => isJsonType(name)) ?? contents[0];
  if (!best) return common;
  const itsSchema = member(best.value, 'schema');
  return {
    ...common,
    type: best.name,
    ...markOnlyJson(contents.map(({ name }) => name)),
    ...(itsSchema === undefined ? {} : { schema: compactSchema(extraction, itsSchema, inside(best.place, 'schema')) }),
  };
}

function markOnlyJson(types: readonly unknown[]): Pick<ExtractedResponse, 'isOnlyJson'> {
  const isOnlyJson = types.length > 0 && types.every((type) => typeof type === 'string' && isJsonType(type));
  return isOnlyJson ? { isOnlyJson } : {};
}
