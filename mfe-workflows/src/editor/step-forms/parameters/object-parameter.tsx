import { Spinner } from '@portage/ui';
import { useConnectorQuery } from '../connector-choice/connector-source.tsx';
import { LoadProblem } from '../connector-choice/load-problem.tsx';
import { Hint } from '../fields/form-section.tsx';
import { CompositeFrame } from './composite-frame.tsx';
import { MappingProvider, useMapping } from './mapping-context.tsx';
import { isNamed, ParameterFields } from './parameter-field.tsx';
import type { ParameterProps } from './parameter-props.ts';

/** An object: its properties, or one value for the whole (spec STEP-36). */
export function ObjectParameter(props: ParameterProps) {
  return (
    <CompositeFrame {...props} kind="Object">
      {() => <Expanded {...props}>{(expanded) => <Properties {...props} node={expanded} />}</Expanded>}
    </CompositeFrame>
  );
}

function Properties({ node, segments, isParentRequired }: ParameterProps) {
  const mapping = useMapping();
  const properties = node.properties ?? [];
  if (properties.length === 0) return <Hint>It has no fields.</Hint>;
  const fields = <ParameterFields nodes={properties} segments={segments} isParentRequired={isParentRequired && node.isRequired} />;
  // A person who filters by the object's name wants to see its contents.
  return isNamed(node, mapping.filter) ? <MappingProvider value={{ ...mapping, filter: '' }}>{fields}</MappingProvider> : fields;
}

/** The node with its members, which are fetched if the schema omits them. */
export function Expanded({ node, children }: ParameterProps & { children: (node: ParameterProps['node']) => React.ReactNode }) {
  const { connectorId } = useMapping();
  const { reference } = node;
  const query = useConnectorQuery(reference === undefined ? null : ['node', connectorId, reference], (source) =>
    source.expandNode(connectorId, reference ?? ''),
  );
  if (reference === undefined) return children(node);
  if (query.error) return <LoadProblem of={[query]} />;
  if (!query.data) return <Spinner />;
  const { name, label, isRequired } = node;
  return children({ ...query.data, name, label, isRequired });
}
