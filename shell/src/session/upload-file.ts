import { ApiError, messageOfBody } from '@portage/contracts';

/** The place of an uploaded file. */
export interface UploadedFile {
  fileName: string;
  fileStorageId: string;
  storageType: string;
}

/** Sends one file (API-106). @throws ApiError */
export async function uploadFile(
  file: File,
  getAccessToken: () => Promise<string | null>,
  onUnauthorized: () => void,
): Promise<UploadedFile> {
  const body = new FormData();
  body.append('file', file);
  const token = await getAccessToken();
  const headers = { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch('/api/files/upload', { method: 'POST', body, headers, credentials: 'include' }).catch(() => {
    throw new ApiError(0, null, 'Portage could not be reached. Check your connection and try again.');
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as UploadedFile;
  if (response.status === 401) onUnauthorized();
  throw new ApiError(response.status, answer, messageOfBody(answer));
}
