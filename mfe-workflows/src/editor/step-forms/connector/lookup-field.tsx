import { displayNameOf, fieldsOf, mappedValue, type SchemaNode } from '@portage/connectors/schema';
import { messageOf } from '@portage/contracts';
import { ComboBox } from '@portage/ui';
import { withSetChoice } from './connector-choices.ts';
import { useConnectorQuery } from './connector-source.tsx';
import { literalText } from './literal-text.ts';
import { useMapping } from './mapping-context.tsx';

export interface ChoiceFieldProps {
  label: string;
  hint: string | undefined;
  isRequired: boolean;
  errorMessage: string | undefined;
  node: SchemaNode;
  path: string;
  value: string;
  onChange: (text: string) => void;
}

/** A value chosen from what the system offers, which may depend on other values (spec STEP-44, API-85). */
export function LookupField({ node, path, value, onChange, errorMessage, ...field }: ChoiceFieldProps) {
  const { connectorId, mappings, root, isReadOnly } = useMapping();
  const dependencies = node.lookupSettings?.dependencies ?? [];
  const lookupParameters = Object.fromEntries(dependencies.map((one) => [one, mappedValue(mappings, one)]));
  const isReady = Object.values(lookupParameters).every((one) => one !== '');
  const query = useConnectorQuery(isReady ? ['lookup', connectorId, path, lookupParameters] : null, (source) =>
    source.findLookupOptions({ connectorId, parameterPath: path, lookupParameters }),
  );
  const options = (query.data ?? []).map(({ id, name }) => ({ value: literalText(id), label: name }));
  return (
    <ComboBox
      {...field}
      hint={isReady ? (query.isFetching ? 'Loading choices…' : field.hint) : `Fill in ${namesOf(root, dependencies)} first.`}
      value={value === '' ? null : value}
      onChange={(text) => onChange(text ?? '')}
      options={withSetChoice(options, value, value)}
      placeholder="Choose"
      isDisabled={isReadOnly || !isReady}
      errorMessage={errorMessage ?? (query.error ? messageOf(query.error) : undefined)}
    />
  );
}

/** What people read above the fields of these paths. */
function namesOf(root: SchemaNode, paths: readonly string[]): string {
  const fields = fieldsOf(root);
  return paths
    .map((path) => {
      const node = fields.find((field) => field.path === path)?.node;
      return node ? displayNameOf(node) : path;
    })
    .join(', ');
}
