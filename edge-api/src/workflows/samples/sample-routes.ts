import { workflowSampleCalls } from '@portage/contracts/calls';
import { deleteSamples } from '@portage/database';
import { auditChange } from '../../audit/record-audit.ts';
import { hiddenNamesFor } from '../../hidden-steps/visible-to.ts';
import { notFound } from '../../http/api-problem.ts';
import { implement } from '../../http/implement.ts';
import { findToTest } from '../find-to-test.ts';
import { openSamples } from './read-samples.ts';

export const workflowSampleRoutes = implement(workflowSampleCalls, {
  'GET /api/workflows/{id}/samples': async ({ params, query }, context) => {
    const workflow = await findToTest(params.id, true, context);
    return { samples: (await openSamples(workflow, query, context)).infos };
  },
  'GET /api/workflows/{id}/samples/{clientId}': async ({ params, query }, context) => {
    const workflow = await findToTest(params.id, true, context);
    const [sample] = await (await openSamples(workflow, query, context)).read([params.clientId]);
    if (!sample) throw notFound('This sample');
    return { sample: { ...sample, values: { ...sample.values } } };
  },
  'DELETE /api/workflows/{id}/samples/{clientId}': async ({ params }, context) => {
    const { steps } = await findToTest(params.id, true, context);
    const step = steps.find(({ clientId }) => clientId === params.clientId);
    if (!step || hiddenNamesFor(context.user, steps).has(step.stepId)) throw notFound('This step');
    await deleteSamples(context.db, context.user.id, params.id, params.clientId);
    await auditChange(context, 'workflow.sample-deleted', { workflowId: params.id, step: step.stepId });
    return { isSuccess: true, warnings: [] };
  },
});
