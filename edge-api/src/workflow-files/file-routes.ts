import { workflowFileCalls } from '@portage/contracts/calls';
import { implement } from '../http/implement.ts';
import { applyWorkflows } from './apply-workflows.ts';

/** Workflows that people keep as files (docs/cli.md). */
export const workflowFileRoutes = implement(workflowFileCalls, {
  'POST /api/workflows/apply': ({ body }, context) => applyWorkflows(body, context),
});
