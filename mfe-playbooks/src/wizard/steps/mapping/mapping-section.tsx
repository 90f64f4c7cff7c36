import { LoadingBoundary } from '@portage/ui';
import { lazy } from 'react';
import type { FlowMappingProps } from './flow-mapping.tsx';
import type { WorkflowMappingProps } from './workflow-mapping.tsx';

const WorkflowMapping = lazy(async () => ({ default: (await import('./workflow-mapping.tsx')).WorkflowMapping }));
const FlowMapping = lazy(async () => ({ default: (await import('./flow-mapping.tsx')).FlowMapping }));

/** The mapping of one of the template's workflows (spec CPB-02). The mapping editor loads with it. */
export function WorkflowMappingSection(props: WorkflowMappingProps) {
  return (
    <LoadingBoundary label="Loading the field mapping">
      <WorkflowMapping {...props} />
    </LoadingBoundary>
  );
}

/** The mapping of an integration that a person adds (spec PB-47). */
export function FlowMappingSection(props: FlowMappingProps) {
  return (
    <LoadingBoundary label="Loading the field mapping">
      <FlowMapping {...props} />
    </LoadingBoundary>
  );
}
