import { deploymentPreviewCalls } from '@portage/contracts/calls';
import { implement, type Route } from '../http/implement.ts';
import { closeOpenedPreview, endPreview, openLinkedPreview, presentOpenedPreviews, presentPreviews, savePreviewOf } from './previews.ts';

export const previewRoutes: Route[] = implement(deploymentPreviewCalls, {
  'GET /api/deployments/previews': (_, context) => presentPreviews(context),

  'POST /api/deployments/{name}/previews': async ({ params, body }, context) => ({
    preview: await savePreviewOf(context, { ...body, area: params.name }),
  }),

  'DELETE /api/deployments/previews/{id}': async ({ params }, context) => ({ isDeleted: await endPreview(context, params.id) }),

  'POST /api/deployments/previews/opened': async ({ body }, context) => ({ preview: await openLinkedPreview(context, body.link) }),

  'GET /api/deployments/previews/opened': (_, context) => presentOpenedPreviews(context),

  'DELETE /api/deployments/previews/opened/{area}': ({ params }, context) => closeOpenedPreview(context, params.area),
});
