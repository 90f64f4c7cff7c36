import type { PathSegment, SchemaNode } from '@portage/connectors/schema';

export interface ParameterProps {
  node: SchemaNode;
  segments: readonly PathSegment[];
  /** Every parent is required (spec STEP-30). */
  isParentRequired: boolean;
  /** Used if the node's own name isn't distinctive: an item of a list. */
  label?: string | undefined;
}
