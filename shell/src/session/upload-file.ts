import { ApiError, messageOfBody, sendWithToken, type TokenSettings } from '@portage/contracts';

export interface UploadedFile {
  fileName: string;
  fileStorageId: string;
  storageType: string;
}

/** Sends one file (API-106). @throws ApiError */
export async function uploadFile(file: File, tokens: TokenSettings): Promise<UploadedFile> {
  const body = new FormData();
  body.append('file', file);
  const response = await sendWithToken(tokens, (authorization) => {
    const headers = { accept: 'application/json', ...authorization };
    return fetch('/api/files/upload', { method: 'POST', body, headers, credentials: 'include' }).catch(() => {
      throw new ApiError(0, null, 'Portage could not be reached. Check your connection and try again.');
    });
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as UploadedFile;
  throw new ApiError(response.status, answer, messageOfBody(answer));
}
