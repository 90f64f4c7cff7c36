import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { observedSchema, sourceSchema } from './deployments.ts';
import { storableText } from './query-fields.ts';

const previewFields = z.object({
  id: z.string(),
  /** `billing` */
  area: z.string(),
  name: z.string(),
  version: z.string(),
  /** Who deployed it last: a person's address, or a deploy token's name. */
  by: z.string(),
  endsAt: z.iso.datetime(),
});

const previewSchema = previewFields.extend({
  /** `null`: not known. */
  source: sourceSchema.nullable(),
  /** Of its version, by whoever opened it. Absent: no browser has reported it yet. */
  observed: observedSchema.optional(),
  /** The address that opens it for the signed-in person who follows it. */
  link: z.string(),
});

const openedPreviewSchema = previewFields.extend({
  /** As in the published registry: where the version's files are, and the hashes of the first two. */
  entry: z.string(),
  integrity: z.object({ manifest: z.string(), remoteEntry: z.string() }),
  /** Of an area of another repository: its menu entry. */
  menu: z.object({ label: z.string() }).optional(),
});

/** Versions that only people with a link get, next to the live versions of all other areas. */
export const deploymentPreviewCalls = defineCalls({
  'GET /api/deployments/previews': {
    summary: 'The previews of all areas, with their links.',
    access: 'deploy',
    effect: 'read',
    response: z.object({ previews: z.array(previewSchema) }),
  },
  'POST /api/deployments/{name}/previews': {
    summary:
      'Gives a registered version of an area to people who open the link. A preview of the same name gets the version and keeps its link.',
    access: 'deploy',
    effect: 'write',
    body: z.strictObject({
      /** A branch’s name, for example. */
      name: storableText(200).regex(/^\S+$/, 'The name of a preview has no spaces'),
      version: storableText(64).min(1),
      /** At most 90 days from the preview’s first deployment; absent: 7 days from now. */
      endsAt: z.iso.datetime({ offset: true }).optional(),
    }),
    response: z.object({ preview: previewSchema }),
  },
  'DELETE /api/deployments/previews/{id}': {
    summary: 'Ends a preview for everyone.',
    access: 'deploy',
    effect: 'write',
    response: z.object({
      /** False: it had ended. */
      isDeleted: z.boolean(),
    }),
  },
  'POST /api/deployments/previews/opened': {
    summary: 'Opens the preview of a link in the caller’s session. It replaces another preview of the same area.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({
      /** What follows `/preview#` in the link. */
      link: storableText(400).min(1),
    }),
    response: z.object({ preview: openedPreviewSchema }),
  },
  'GET /api/deployments/previews/opened': {
    summary: 'The previews that are open in the caller’s session, at most one of each area.',
    access: 'user',
    effect: 'read',
    response: z.object({ previews: z.array(openedPreviewSchema) }),
  },
  'DELETE /api/deployments/previews/opened/{area}': {
    summary: 'Closes the preview of an area in the caller’s session. Others keep it.',
    access: 'user',
    effect: 'write',
    response: z.object({}),
  },
});
