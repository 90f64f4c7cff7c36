import { formatPath, getDisplayName, isInSight, type PathSegment, requiredFirst, type SchemaNode } from '@portage/connectors/schema';
import { ArrayParameter } from './array-parameter.tsx';
import { FileParameter } from './file-parameter.tsx';
import { useMapping } from './mapping-context.tsx';
import { ObjectParameter } from './object-parameter.tsx';
import { OneOfParameter } from './one-of-parameter.tsx';
import type { ParameterProps } from './parameter-props.ts';
import { SimpleParameter } from './simple-parameter.tsx';

/** The field of a schema node of any type. Renders nothing if it is hidden, filtered out, or advanced and not shown. */
export function ParameterField(props: ParameterProps) {
  const { node, segments } = props;
  const mapping = useMapping();
  if (!isInSight(node, formatPath(segments), mapping)) return null;
  switch (node.type) {
    case 'Object':
      return <ObjectParameter {...props} />;
    case 'OneOfObject':
      return <OneOfParameter {...props} />;
    case 'Array':
      return <ArrayParameter {...props} />;
    case 'File':
      return <FileParameter {...props} />;
    default:
      return <SimpleParameter {...props} />;
  }
}

/** Required fields come first. */
export function ParameterFields({
  nodes,
  segments,
  isParentRequired,
}: {
  nodes: readonly SchemaNode[];
  segments: readonly PathSegment[];
  isParentRequired: boolean;
}) {
  return requiredFirst(nodes).map((node) => (
    <ParameterField key={node.name} node={node} segments={[...segments, node.name]} isParentRequired={isParentRequired} />
  ));
}

/** Whether a field's own name matches the filter; all its members are then shown. */
export function isNamed(node: SchemaNode, filter: string): boolean {
  return `${getDisplayName(node)}\n${node.name}`.toLowerCase().includes(filter.trim().toLowerCase());
}
