import { createHash } from 'node:crypto';
import { findVersion } from '@portage/database';
import { isCompressedShared, isFilePath, SHELL_FILES_VERSION } from '@portage/registry';
import { z } from 'zod';
import { createJsonResponse } from '../http/answers.ts';
import { ApiProblem, conflict, invalid } from '../http/api-problem.ts';
import { rawRoute } from '../http/implement.ts';
import { readBytes } from '../http/read-body.ts';
import { areaStore } from './area-store.ts';
import { requireDeployable, requireVersionName } from './authorize-deployer.ts';
import { requireCommand } from './register-version.ts';

/** The largest file of an area, the script editor, is 3.5 MB. */
const MAX_FILE_BYTES = 25_000_000;

/**
 * One file of a version: 201 when it is new, 200 when the same file exists, 409 when a different one does. A shared file may exist as
 * another compressor made it.
 */
export const uploadRoute = rawRoute(
  ['PUT'],
  '/api/deployments/{name}/versions/{version}/files',
  { access: 'deploy', effect: 'write', query: z.strictObject({ path: z.string().optional() }) },
  async (context, params, { path = '' }) => {
    const { request, env, db, deployer } = context;
    const { name, kind } = requireDeployable(deployer, params.name ?? '');
    const version = requireVersionName(kind, params.version ?? '');
    // The shell's Worker finds here what another build of it needs.
    const isShellFile = name === 'shell' && version === SHELL_FILES_VERSION;
    if (isShellFile) requireCommand(context, name);
    else if (kind === 'worker') throw invalid('Files of Workers are uploaded by wrangler, not here.');
    if (!isFilePath(path)) {
      throw invalid(
        'A path consists of plain names with slashes between them, and has the extension of a file that browsers load.',
        'path',
      );
    }
    const bytes = await readBytes(request, MAX_FILE_BYTES);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (request.headers.get('x-content-sha256') !== sha256) {
      throw new ApiProblem(400, 'hash-mismatch', `${path} is not what x-content-sha256 says; it was changed in transit.`);
    }

    const store = areaStore(env.AREA_BUCKET);
    const known = await store.find(name, version, path);
    if (!known) {
      const registered = await findVersion(db, name, version);
      // A lost file of this version may be restored.
      if (registered?.removedAt === null && !registered.files.some((file) => file.path === path && file.sha256 === sha256)) {
        throw conflict('version-registered', `Version ${version} of ${name} is registered and accepts no more files.`);
      }
      if (await store.add(name, version, path, bytes, sha256)) return createJsonResponse(context, { path, sha256, isNew: true }, 201);
    }
    const present = known ?? (await store.find(name, version, path));
    if (present && (present.sha256 === sha256 || isCompressedShared(path)))
      return createJsonResponse(context, { path, sha256: present.sha256, isNew: false });
    throw conflict(
      'file-differs',
      `Version ${version} of ${name} already has a different ${path}. A version never changes: build a new one.`,
    );
  },
);
