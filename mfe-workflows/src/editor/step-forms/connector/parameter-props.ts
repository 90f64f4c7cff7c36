import type { PathSegment, SchemaNode } from '@portage/connectors/schema';

export interface ParameterProps {
  node: SchemaNode;
  segments: readonly PathSegment[];
  /** Everything it lies in is required (spec STEP-30). */
  isParentRequired: boolean;
  /** Where the node's own name does not say which one it is: an item of a list. */
  label?: string | undefined;
}
