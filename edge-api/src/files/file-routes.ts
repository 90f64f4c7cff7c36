import { dataLimits } from '@portage/contracts';
import { findStoredFile } from '@portage/database';
import { cutText } from '@portage/primitives/cut-text';
import { z } from 'zod';
import { createJsonResponse } from '../http/answers.ts';
import { invalid, notFound } from '../http/api-problem.ts';
import { attachment } from '../http/attachment.ts';
import type { UserContext } from '../http/context.ts';
import { type Route, rawRoute } from '../http/implement.ts';
import { readBytes } from '../http/read-body.ts';
import { getContentType } from './content-type.ts';
import { fileStore, uploadKey } from './file-store.ts';
import { storeUpload } from './store-upload.ts';

/** The largest documents of real systems are 19 MB. */
const MAX_UPLOAD_BYTES = dataLimits.uploadBytes;
const MAX_NAME_LENGTH = 200;
/** Most bytes that the multipart framing adds. */
const FRAME_BYTES = 10_000;

/** API-105..107, API-111: uploads are in the file store and belong to the uploader. */
export const fileRoutes: Route[] = [
  rawRoute(
    ['POST'],
    '/api/files/upload-text',
    { access: 'user', effect: 'write', query: z.strictObject({ fileName: z.string().optional() }) },
    async (context, _, { fileName = '' }) => keep(context, fileName, await readBytes(context.request, MAX_UPLOAD_BYTES)),
  ),

  rawRoute(['POST'], '/api/files/upload', { access: 'user', effect: 'write' }, async (context) => {
    const { request } = context;
    const type = request.headers.get('content-type') ?? '';
    if (!/^multipart\/form-data\b/i.test(type)) throw invalid('The file must be sent as multipart/form-data.');
    const bytes = await readBytes(request, MAX_UPLOAD_BYTES + FRAME_BYTES);
    const file = await readSingleFile(new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } }));
    return keep(context, file.name, new Uint8Array(await file.arrayBuffer()));
  }),

  rawRoute(
    ['GET'],
    '/api/files/download/{fileName}',
    { access: 'user', effect: 'read', query: z.strictObject({ fileStorageId: z.string().optional() }) },
    async ({ env, db, user }, { fileName = '' }, { fileStorageId: id }) => {
      const file = await findStoredFile(db, { ownerUserId: user.id }, id ? { id } : { fileName });
      const stored = file && (await fileStore(env.FILES).get(uploadKey(file.id)));
      if (!stored) throw notFound('This file');
      return new Response(stored.bytes as Uint8Array<ArrayBuffer>, {
        headers: { 'content-type': file.contentType, 'content-disposition': attachment(file.fileName) },
      });
    },
  ),
];

async function keep(context: UserContext, givenName: string, bytes: Uint8Array): Promise<Response> {
  const fileName = plainName(givenName);
  if (!fileName) throw invalid('Please give the file a name.', 'fileName');
  if (bytes.byteLength === 0) throw invalid(`${fileName} file upload failed. The file is empty.`, 'file');
  if (bytes.byteLength > MAX_UPLOAD_BYTES) throw invalid(`${fileName} file upload failed. It is larger than 25 MB.`, 'file');
  return createJsonResponse(context, await storeUpload(context, { fileName, contentType: getContentType(fileName), bytes }));
}

/** Spec CTYPE-10: one file per upload. */
async function readSingleFile(body: Response): Promise<File> {
  const form = await body.formData().catch(() => {
    throw invalid('The upload could not be read.');
  });
  const values = [...form.values()];
  const [file, ...others] = values.filter((value) => value instanceof File);
  if (!file || others.length > 0) throw invalid('Please upload one file at a time.', 'file');
  if (values.length > 1) throw invalid('An upload must have one file and no other fields.');
  return file;
}

/** The last part of a path, without characters that break headers or file systems. */
export function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = cutText(last.replaceAll(/[\p{Cc}\p{Cs}"]/gu, '').trim(), MAX_NAME_LENGTH);
  // At the end of an address these lead elsewhere: such a file couldn't be downloaded.
  return plain === '.' || plain === '..' ? '' : plain;
}
