import { calls, deploymentCalls } from '@portage/contracts/calls';
import { describeContract } from '@portage/contracts/compatibility';
import { hold, mark, publish, remove, rollBack, setCanary, type Transition } from '@portage/registry';
import type { DeployContext } from '../http/context.ts';
import { implement, type Route } from '../http/implement.ts';
import { requireOutside } from './area-names.ts';
import { requireDeployable } from './authorize-deployer.ts';
import { type AskedChange, changeDeployments, type Reason } from './change-deployment.ts';
import { presentSets, returnToSet } from './deployment-sets.ts';
import { endFreeze, freeze, presentFreeze } from './freezes.ts';
import { presentDeployment, presentDeployments, presentVersionDetails } from './present-deployments.ts';
import { previewRoutes } from './preview-routes.ts';
import { registerVersion } from './register-version.ts';
import { takeReport } from './take-report.ts';
import { uploadRoute } from './upload-route.ts';

export const deploymentRoutes: Route[] = [
  uploadRoute,
  ...previewRoutes,
  ...implement(deploymentCalls, {
    'GET /api/deployments': (_, { db, now }) => presentDeployments(db, now()),

    'POST /api/deployments/freezes': async ({ body }, context) => ({ freeze: presentFreeze(await freeze(context, body)) }),

    'DELETE /api/deployments/freezes/{name}': async ({ params }, context) => ({ isEnded: await endFreeze(context, params.name) }),

    'POST /api/deployments/contract': ({ body }) => ({ calls: describeContract(calls, body.calls) }),

    'GET /api/deployments/{name}/versions/{version}': ({ params }, { db }) => presentVersionDetails(db, params.name, params.version),

    'POST /api/deployments/{name}/versions/{version}': async ({ params, body }, context) => {
      const isNew = await registerVersion(context, params.name, params.version, body);
      return { isNew, deployment: await presentDeployment(context.db, requireDeployable(context.deployer, params.name).name) };
    },

    'POST /api/deployments/live': ({ body: { versions, ...reason } }, context) =>
      changeDeployments(
        context,
        versions.map((asked) => ({ ...asked, transitions: [publish(asked.version)] })),
        reason,
      ),

    'GET /api/deployments/sets': (_, { db }) => presentSets(db),

    'POST /api/deployments/sets/{number}/live': ({ params, body }, context) => returnToSet(context, Number(params.number), body),

    'POST /api/deployments/{name}/live': ({ params, body }, context) => change(context, { ...params, ...body }, publish(body.version)),

    'POST /api/deployments/{name}/rollback': ({ params, body }, context) => change(context, { ...params, ...body }, rollBack(body.version)),

    'POST /api/deployments/{name}/canary': ({ params, body }, context) =>
      change(context, { ...params, ...body }, setCanary(body.version, body.percent)),

    'POST /api/deployments/{name}/removed': ({ params, body }, context) => {
      requireOutside(params.name);
      return change(context, { ...params, ...body }, remove());
    },

    'POST /api/deployments/{name}/hold': ({ params, body }, context) => change(context, { ...params, ...body }, hold(body.isHeld)),

    'POST /api/deployments/{name}/bad': ({ params, body }, context) =>
      change(context, { ...params, ...body }, mark(body.version, body.isBad)),

    'POST /api/deployments/reports': async ({ body }, context) => ({ isCounted: await takeReport(context, body) }),
  }),
];

async function change(
  context: DeployContext,
  { note, overrideFreeze, ...asked }: Omit<AskedChange, 'transitions'> & Reason,
  transition: Transition,
) {
  const { isChanged, isPublished } = await changeDeployments(context, [{ ...asked, transitions: [transition] }], { note, overrideFreeze });
  const { name } = requireDeployable(context.deployer, asked.name);
  return { isChanged, isPublished, deployment: await presentDeployment(context.db, name) };
}
