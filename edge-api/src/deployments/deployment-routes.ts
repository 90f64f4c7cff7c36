import { calls, deploymentCalls } from '@portage/contracts/calls';
import { describeContract } from '@portage/contracts/compatibility';
import { hold, publish, rollBack, setCanary, type Transition } from '@portage/registry';
import type { DeployContext } from '../http/context.ts';
import { implement, type Route } from '../http/implement.ts';
import { requireDeployable } from './authorize-deployer.ts';
import { type AskedChange, changeDeployment } from './change-deployment.ts';
import { presentDeployment, presentDeployments } from './present-deployments.ts';
import { registerVersion } from './register-version.ts';
import { takeReport } from './take-report.ts';
import { uploadRoute } from './upload-route.ts';

export const deploymentRoutes: Route[] = [
  uploadRoute,
  ...implement(deploymentCalls, {
    'GET /api/deployments': (_, { db }) => presentDeployments(db),

    'POST /api/deployments/contract': ({ body }) => ({ calls: describeContract(calls, body.calls) }),

    'POST /api/deployments/{name}/versions/{version}': async ({ params, body }, context) => {
      const isNew = await registerVersion(context, params.name, params.version, body);
      return { isNew, deployment: await presentDeployment(context.db, requireDeployable(context.deployer, params.name).name) };
    },

    'POST /api/deployments/{name}/live': ({ params, body }, context) => change(context, { ...params, ...body }, publish(body.version)),

    'POST /api/deployments/{name}/rollback': ({ params, body }, context) => change(context, { ...params, ...body }, rollBack(body.version)),

    'POST /api/deployments/{name}/canary': ({ params, body }, context) =>
      change(context, { ...params, ...body }, setCanary(body.version, body.percent)),

    'POST /api/deployments/{name}/hold': ({ params, body }, context) => change(context, { ...params, ...body }, hold(body.isHeld)),

    'POST /api/deployments/reports': async ({ body }, context) => ({ isCounted: await takeReport(context, body) }),
  }),
];

async function change(context: DeployContext, asked: AskedChange, transition: Transition) {
  const { isChanged, isPublished } = await changeDeployment(context, asked, transition);
  const { name } = requireDeployable(context.deployer, asked.name);
  return { isChanged, isPublished, deployment: await presentDeployment(context.db, name) };
}
