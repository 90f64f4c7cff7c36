import { type FieldMapping, withExpression } from './field-mappings.ts';
import type { MappingField } from './mapping-field.ts';
import { sameNames, withSameNames } from './same-name-mappings.ts';

export interface ProposalSources {
  sources: readonly MappingField[];
  targets: readonly MappingField[];
  /** From the server, which knows a field's names in different systems. */
  proposals: readonly FieldMapping[];
}

/** Proposed mappings for fields that have none: the server's, then fields with the same name in lists, which it leaves to people. */
export function addedProposals(mappings: readonly FieldMapping[], { sources, targets, proposals }: ProposalSources): FieldMapping[] {
  const known = new Set(targets.map(({ path }) => path));
  const mapped = new Set(mappings.map(({ toParameterPath }) => toParameterPath));
  const ofServer = proposals.filter(({ toParameterPath: path }) => known.has(path) && !mapped.has(path));
  const before = withProposals(mappings, ofServer);
  const all = withSameNames(before, sameNames(sources, targets, before));
  return all.filter(({ toParameterPath }) => !mapped.has(toParameterPath));
}

export function withProposals(mappings: readonly FieldMapping[], proposals: readonly FieldMapping[]): FieldMapping[] {
  return proposals.reduce<FieldMapping[]>(
    (all, { toParameterPath, fromParameterExpression }) => withExpression(all, toParameterPath, fromParameterExpression),
    [...mappings],
  );
}
