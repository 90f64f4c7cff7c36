import type { SchemaNode } from '@portage/connectors/schema';
import { getErrorMessage } from '@portage/contracts';
import { Button, ComboBox, formatNumber } from '@portage/ui';
import type { ReactNode } from 'react';
import { withSetChoice } from '../connector-choice/connector-choices.ts';
import { useConnectorQuery } from '../connector-choice/connector-source.tsx';
import { literalText, literalValue } from './literal-text.ts';
import { useDependencies } from './lookup-dependencies.ts';
import { useMapping } from './mapping-context.tsx';

export interface ChoiceFieldProps {
  label: string;
  hint: ReactNode;
  isRequired: boolean;
  errorMessage: string | undefined;
  node: SchemaNode;
  path: string;
  value: string;
  onChange: (text: string) => void;
}

function cutHint(count: number): string {
  return `Only the first ${formatNumber(count)} choices are listed. Press fx to enter another one.`;
}

/** A value chosen from the system's options, which may depend on other values (spec STEP-44, API-85). */
export function LookupField({ node, path, value, onChange, errorMessage, ...field }: ChoiceFieldProps) {
  const { place, isReadOnly } = useMapping();
  const { lookupParameters, waitsFor } = useDependencies(node);
  const query = useConnectorQuery(waitsFor === null ? ['lookup', place, path, lookupParameters] : null, (source) =>
    source.findLookupOptions({ ...place, parameterPath: path, lookupParameters }),
  );
  const { choices = [], isCut = false } = query.data ?? {};
  const options = choices.map(({ id, name }) => ({ value: literalText(id), label: name }));
  const problem = query.error ? getErrorMessage(query.error) : undefined;
  return (
    <>
      <ComboBox
        {...field}
        hint={waitsFor ?? (query.isFetching ? 'Loading choices…' : isCut ? cutHint(choices.length) : field.hint)}
        value={value === '' ? null : value}
        onChange={(text) => onChange(text ?? '')}
        options={withSetChoice(options, value, literalValue(value) ?? value)}
        placeholder="Choose"
        emptyText={query.isFetching ? 'Loading…' : 'Nothing to choose from'}
        isDisabled={isReadOnly || waitsFor !== null}
        errorMessage={errorMessage ?? problem}
      />
      {problem ? <RetryButton what={`choices of ${field.label}`} query={query} /> : null}
    </>
  );
}

export function RetryButton({ what, query }: { what: string; query: { refetch(): Promise<unknown> } }) {
  return (
    <Button size="dense" variant="ghost" aria-label={`Retry: ${what}`} onPress={() => query.refetch().then(() => undefined)}>
      Retry
    </Button>
  );
}
