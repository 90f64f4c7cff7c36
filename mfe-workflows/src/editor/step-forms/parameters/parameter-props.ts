import type { PathSegment, SchemaNode } from '@portage/connectors/schema';

export interface ParameterProps {
  node: SchemaNode;
  segments: readonly PathSegment[];
  /** Every parent is required (spec STEP-30). */
  isParentRequired: boolean;
  /** Replaces the node's own name if that isn't distinctive, as for an item of a list. */
  label?: string | undefined;
}
