import { MappingPanel, type MappingPanelProps } from '@portage/mapping-editor';
import { type MappedFields, type MappedPair, usePairFlaws } from '../integration/use-integration.ts';
import { LoadProblem } from '../step-forms/connector-choice/load-problem.tsx';

export interface EntityPanelProps extends Omit<MappingPanelProps, 'fields' | 'flaws' | 'loadProblem'> {
  pair: MappedPair | null;
  fields: MappedFields;
}

/** The mapping of one record type. Says why if its fields couldn't be read. */
export function EntityPanel({ pair, fields, ...rest }: EntityPanelProps) {
  const hasFailed = fields.queries.some(({ error }) => error !== null);
  const flaws = usePairFlaws(pair, rest.mappings, fields);
  return <MappingPanel {...rest} fields={fields} flaws={flaws} loadProblem={hasFailed ? <LoadProblem of={fields.queries} /> : null} />;
}
