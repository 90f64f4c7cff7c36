import { z } from 'zod';
import { reportOutcomes } from '../deployments/report-outcomes.ts';
import { defineCalls } from '../http/define-calls.ts';
import { storableText } from './query-fields.ts';

const MAX_FILES = 2_000;
const MAX_SHARED = 50;
const LONGEST_LOAD_MS = 120_000;

const durationField = z.number().min(0).max(LONGEST_LOAD_MS);

const historyEntrySchema = z.object({
  at: z.iso.datetime(),
  /** A person's address, or a deploy token's name. `null`: Portage itself. */
  by: z.string().nullable(),
  action: z.enum([
    'Registered',
    'Deployed',
    'RolledBack',
    'Canary',
    'CanaryEnded',
    'FellBack',
    'Failing',
    'Held',
    'Released',
    'MarkedBad',
    'MarkedGood',
    'Removed',
  ]),
  /** The version that people get from then on; for `Registered`, `Canary`, `CanaryEnded` and `Removed` the version concerned. */
  version: z.string(),
  fromVersion: z.string().nullable(),
  percent: z.number().int().nullable(),
  note: z.string().nullable(),
});

const percentilesSchema = z.object({ p50Ms: z.number(), p95Ms: z.number() });

/** What browsers saw of a version, from counts that name no person. */
export const observedSchema = z.object({
  /** Pages that showed it. */
  loads: z.number().int(),
  /** Pages in which it didn't load or crashed. */
  failures: z.number().int(),
  /** `null`: nothing was measured. */
  load: percentilesSchema.nullable(),
  mount: percentilesSchema.nullable(),
  /** The copies of shared packages that it got, the most frequent first. */
  shared: z.array(z.object({ package: z.string(), version: z.string(), from: z.enum(['shell', 'area']), loads: z.number().int() })),
});

/** What a version was built from, as its deployer's checkout says. */
export const sourceSchema = z.strictObject({
  commit: z.string().regex(/^[0-9a-f]{40}$/, 'A commit is 40 hexadecimal digits in lower case'),
  committedAt: z.iso.datetime({ offset: true }),
  branch: storableText(200).nullable(),
  /** Files differed from the commit. */
  isDirty: z.boolean(),
  /** Address or name of the pipeline that deployed it; `null`: a person's machine. */
  pipeline: storableText(500).nullable(),
});

/** What an area's scripts use of the contract with the API and the shell. */
const contractUsesSchema = z.strictObject({
  /** `GET /api/gift-cards/{id}`. */
  calls: z.array(storableText(200)).max(1_000),
  /** Names of fields of these calls, wherever they are. */
  fields: z.array(storableText(200)).max(5_000),
  /** Services of the page: `openSocket`. */
  host: z.array(storableText(100)).max(100),
});

const versionSchema = z.object({
  version: z.string(),
  uploadedAt: z.iso.datetime(),
  by: z.string().nullable(),
  /** The most that a browser downloads for it, compressed. */
  sizeBrotliBytes: z.number().int(),
  contractVersion: z.string().nullable(),
  /** `null`: not known, such as for a build without Git. */
  source: sourceSchema.nullable().optional(),
  /** The packages that an area needs from the shell (`react: ^19.3.0`); for the shell, those that it provides. */
  shared: z.record(z.string(), z.string()).optional(),
  /** It was uploaded for a preview, and nobody has had it otherwise. */
  isPreview: z.boolean().optional(),
  /** Absent: no browser has reported it yet. */
  observed: observedSchema.optional(),
  /** Old versions' files are deleted; such a version must be deployed again. Always true for Workers. */
  hasFiles: z.boolean(),
});

const deploymentSchema = z.object({
  /** An area (`workflows`) or a Worker (`shell`, `edge-api`, `durable-runs`). */
  name: z.string(),
  /** Workers are deployed only by command; this is a record of them. */
  kind: z.enum(['area', 'worker']),
  live: z.string().nullable(),
  /** The version that a rollback returns to. */
  previous: z.string().nullable(),
  canary: z.object({ version: z.string(), percent: z.number().int() }).nullable(),
  /** No automatic rollback until another version is live. */
  isHeld: z.boolean(),
  /** Versions that were taken back or marked, the latest last: people get one again only if somebody names it. */
  bad: z.array(z.string()).optional(),
  revision: z.number().int(),
  /** Who made the current state and when; null if nothing was deployed yet. */
  changed: z.object({ at: z.iso.datetime(), by: z.string().nullable() }).nullable(),
  /** People by version, for the live one and the canary. */
  reports: z.record(z.string(), z.object({ shown: z.number().int(), failed: z.number().int() })),
  /** Newest first, at most 50. */
  history: z.array(historyEntrySchema),
  /** Newest first, at most 50. */
  versions: z.array(versionSchema),
});

const changeSchema = z.object({
  /** False: it was already so. */
  isChanged: z.boolean(),
  /** False: the change counts, and browsers see it once the store of the published registry responds again. */
  isPublished: z.boolean(),
  deployment: deploymentSchema,
});

const freezeSchema = z.object({
  /** An area or Worker; `all`: every one. */
  name: z.string(),
  endsAt: z.iso.datetime(),
  reason: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
});

const setPartSchema = z.object({
  name: z.string(),
  live: z.string(),
  canary: z.object({ version: z.string(), percent: z.number().int() }).nullable(),
});

const setSchema = z.object({
  /** Sets are numbered without gaps by every change of what people get; the newest one is live. */
  number: z.number().int(),
  at: z.iso.datetime(),
  /** A person's address, or a deploy token's name. `null`: Portage itself. */
  by: z.string().nullable(),
  action: z.enum(['Deployed', 'RolledBack', 'Canary', 'CanaryEnded', 'FellBack', 'Removed']),
  note: z.string().nullable(),
  /** The contract of the API that made the change; `null`: it was made before sets existed. */
  contractVersion: z.string().nullable(),
  /** Every area and Worker with a live version. */
  parts: z.array(setPartSchema),
  /** What differs from the set before. */
  changes: z.array(z.object({ name: z.string(), from: setPartSchema.nullable(), to: setPartSchema.nullable() })),
  /** False: files of an area's version were deleted, so it can't be returned to. */
  hasFiles: z.boolean(),
  /** Why a return to it would be refused now; absent: it wouldn't. Workers, which a command returns first, may change that. */
  refusal: z.object({ code: z.enum(['set-incomplete', 'version-cleared', 'shell-differs']), message: z.string() }).optional(),
});

const setChangeSchema = z.object({
  /** False: it was already so. */
  isChanged: z.boolean(),
  /** False: the change counts, and browsers see it once the store of the published registry responds again. */
  isPublished: z.boolean(),
  /** The number of the live set. */
  set: z.number().int(),
});

const revisionField = z.number().int().min(0).optional();
const noteField = storableText(500).trim().optional();
/** Why a change is made although its area is frozen; recorded in the history and the audit log. */
const overrideField = storableText(500).trim().min(1).optional();
const versionField = storableText(64).min(1);

const fileSchema = z.strictObject({
  path: z.string().min(1).max(300),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'A SHA-256 is 64 hexadecimal digits in lower case'),
  bytes: z.number().int().min(0),
});

export const deploymentCalls = defineCalls({
  'GET /api/deployments': {
    summary: 'Which versions of areas and Workers people get, and their history.',
    access: 'deploy',
    effect: 'read',
    response: z.object({
      deployments: z.array(deploymentSchema),
      /** `published` below `revision`: the last change isn't published yet and is retried. */
      registry: z.object({ revision: z.number().int(), published: z.number().int() }),
      /** What is frozen now: deploys, canaries and rollbacks are refused, fallbacks aren't. */
      freezes: z.array(freezeSchema).optional(),
    }),
  },
  'POST /api/deployments/contract': {
    summary: 'Describes what calls of this API accept and return, so that an area which uses them can be checked before it is deployed.',
    access: 'deploy',
    effect: 'read',
    body: z.strictObject({
      /** `GET /api/gift-cards/{id}`; others than this API’s are left out of the response. */
      calls: z.array(storableText(200)).max(1_000),
    }),
    response: z.object({ calls: z.record(z.string(), z.unknown()) }),
  },
  'GET /api/deployments/{name}/versions/{version}': {
    summary: 'A version with its files and shared packages, to compare it with another one.',
    access: 'deploy',
    effect: 'read',
    response: versionSchema.extend({
      shared: z.record(z.string(), z.string()),
      files: z.array(fileSchema),
      /** Of an area of another repository. */
      menu: z.object({ label: z.string() }).optional(),
      /** `null`: a Worker, or a version from before uses were recorded. */
      uses: contractUsesSchema.nullable().optional(),
    }),
  },
  'POST /api/deployments/{name}/versions/{version}': {
    summary: 'Checks and registers a version whose files are uploaded; people get it once it is live or a canary.',
    access: 'deploy',
    effect: 'write',
    body: z.strictObject({
      /** All files; empty for a Worker. */
      files: z.array(fileSchema).max(MAX_FILES),
      /** The packages that the area needs from the shell (`react: ^19.0.0`); for the shell, those it provides (`react: 19.3.1`). */
      shared: z
        .record(storableText(100), storableText(50))
        .refine((shared) => Object.keys(shared).length <= MAX_SHARED, `At most ${MAX_SHARED} packages are shared`),
      sizeBrotliBytes: z.number().int().min(0).max(1_000_000_000),
      contractVersion: storableText(64).nullish(),
      source: sourceSchema.nullish(),
      uses: contractUsesSchema.nullish(),
      /** Only for a preview: no canary picks it, and its files are deleted once the preview has ended. */
      isPreview: z.boolean().optional(),
      /** Of an area that isn't in Portage's own repository: what it is called in the menu. It serves everything below `/{name}`. */
      menu: z
        .strictObject({ label: storableText(40).regex(/^[A-Za-z\d][A-Za-z\d ]*$/, 'A label has letters, digits and spaces') })
        .nullish(),
    }),
    response: z.object({
      /** False: it was already registered, with the same files. */
      isNew: z.boolean(),
      deployment: deploymentSchema,
    }),
  },
  'POST /api/deployments/{name}/live': {
    summary: 'Makes a registered version live for everyone.',
    access: 'deploy',
    effect: 'write',
    body: z.strictObject({ version: versionField, expectedRevision: revisionField, note: noteField, overrideFreeze: overrideField }),
    response: changeSchema,
  },
  'POST /api/deployments/live': {
    summary: 'Makes registered versions of several areas live for everyone, in one change that pages see as one.',
    access: 'deploy',
    effect: 'write',
    body: z.strictObject({
      versions: z
        .array(z.strictObject({ name: storableText(64).min(1), version: versionField, expectedRevision: revisionField }))
        .min(1)
        .max(50)
        .refine((versions) => new Set(versions.map(({ name }) => name)).size === versions.length, 'Name each area once'),
      note: noteField,
      overrideFreeze: overrideField,
    }),
    response: setChangeSchema,
  },
  'POST /api/deployments/freezes': {
    summary: 'Freezes the live versions of an area, a Worker or everything until a given time; replaces an earlier freeze.',
    access: 'deploy',
    effect: 'write',
    body: z.strictObject({
      name: storableText(64).min(1),
      /** At most 90 days from now. */
      endsAt: z.iso.datetime({ offset: true }),
      reason: storableText(500).trim().min(1),
    }),
    response: z.object({ freeze: freezeSchema }),
  },
  'DELETE /api/deployments/freezes/{name}': {
    summary: 'Ends a freeze.',
    access: 'deploy',
    effect: 'write',
    response: z.object({
      /** False: it wasn't frozen. */
      isEnded: z.boolean(),
    }),
  },
  'GET /api/deployments/sets': {
    summary: 'The last 50 sets, newest first: all that was live after each change.',
    access: 'deploy',
    effect: 'read',
    response: z.object({ sets: z.array(setSchema) }),
  },
  'POST /api/deployments/sets/{number}/live': {
    summary: 'Gives everyone the areas of an earlier set again, in one change. Workers are deployed by command.',
    access: 'deploy',
    effect: 'write',
    params: z.strictObject({ number: z.string().regex(/^\d{1,9}$/, 'A set is a number') }),
    body: z.strictObject({
      /** The newest set that the person saw; refused if there is a newer one. */
      expectedSet: z.number().int().min(0).optional(),
      note: noteField,
      overrideFreeze: overrideField,
    }),
    response: setChangeSchema,
  },
  'POST /api/deployments/{name}/rollback': {
    summary:
      'Makes an earlier version live for everyone: the named one, or the one before unless it is bad. The version that was live is marked as bad.',
    access: 'deploy',
    effect: 'write',
    body: z.strictObject({
      version: versionField.optional(),
      expectedRevision: revisionField,
      note: noteField,
      overrideFreeze: overrideField,
    }),
    response: changeSchema,
  },
  'POST /api/deployments/{name}/canary': {
    summary: 'Gives a registered version to a share of the signed-in people: 1 to 99 percent; 100 makes it live, 0 withdraws it.',
    access: 'deploy',
    effect: 'write',
    body: z.strictObject({
      /** Absent: the current canary. */
      version: versionField.optional(),
      percent: z.number().int().min(0).max(100),
      expectedRevision: revisionField,
      note: noteField,
      overrideFreeze: overrideField,
    }),
    response: changeSchema,
  },
  'POST /api/deployments/{name}/removed': {
    summary: 'Takes an area of another repository away from everyone, with its menu entry, until a version is made live again.',
    access: 'deploy',
    effect: 'write',
    body: z.strictObject({ expectedRevision: revisionField, note: noteField, overrideFreeze: overrideField }),
    response: changeSchema,
  },
  'POST /api/deployments/{name}/hold': {
    summary: 'Keeps the live version whatever browsers report, or stops keeping it.',
    access: 'deploy',
    effect: 'write',
    body: z.strictObject({ isHeld: z.boolean(), expectedRevision: revisionField, note: noteField }),
    response: changeSchema,
  },
  'POST /api/deployments/{name}/bad': {
    summary:
      'Marks a version as bad, so that no rollback or canary picks it unless it is named, or takes the mark away. A canary that is marked ends.',
    access: 'deploy',
    effect: 'write',
    body: z.strictObject({
      version: versionField,
      isBad: z.boolean(),
      expectedRevision: revisionField,
      note: noteField,
      overrideFreeze: overrideField,
    }),
    response: changeSchema,
  },
  'POST /api/deployments/reports': {
    summary:
      'A browser reports that it is loading a version of an area, then whether that worked. Versions that fail for many people are rolled back.',
    access: 'user',
    // The report counts for the area; none of the person's data changes.
    effect: 'read',
    body: z.strictObject({
      area: storableText(64).min(1),
      version: versionField,
      outcome: z.enum(reportOutcomes),
      message: storableText(500).optional(),
      /** With `Shown`; counted by version only, at most 30 times a day for one person. */
      observed: z
        .strictObject({
          /** Until its files were there and its code had run; absent: not measured. */
          loadMs: durationField.optional(),
          /** From then until it was on screen. */
          mountMs: durationField.optional(),
          /** The copies of shared packages that it got. */
          shared: z
            .array(
              z.strictObject({
                package: storableText(100),
                version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}(-[\w.-]{1,60})?$/, 'Give a version such as 19.3.1'),
                from: z.enum(['shell', 'area']),
              }),
            )
            .max(20)
            .optional(),
        })
        .optional(),
    }),
    response: z.object({
      /** False: no one is meant to have this version any more, or the person never began to load it. */
      isCounted: z.boolean(),
    }),
  },
});
