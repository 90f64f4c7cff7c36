import { useApi, useHost } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { useEffect, useRef, useState } from 'react';
import type { ConnectorType } from '../connector-type.ts';

type Location = NonNullable<ConnectorType['openApiDocument']>;

/** A check starts this long after the upload (spec CTYPE-11). */
const CHECK_DELAY_MS = 900;
/** A "Checking..." that is too short to read would only flicker. */
const LEAST_SHOWN_MS = 400;

export type DocumentCheck =
  | { phase: 'none' }
  | { phase: 'uploading'; fileName: string }
  | { phase: 'waiting' }
  | { phase: 'checking' }
  | { phase: 'checked'; errors: string[]; warnings: string[] }
  /** The check failed; saving repeats it. */
  | { phase: 'failed'; message: string };

export interface DocumentChecking {
  check: DocumentCheck;
  /** Uploads a file and checks it; the result of an earlier file is dropped (spec CTYPE-11, CTYPE-14). */
  upload(file: File): Promise<void>;
  clear(): void;
  /** Waits for the running upload and check. @returns the errors of the final document */
  settled(): Promise<string[]>;
}

/** Uploads and checks an OpenAPI document (spec CTYPE-10..15). */
export function useDocumentCheck(onUploaded: (location: Location) => void): DocumentChecking {
  const api = useApi();
  const { uploadFile, notify } = useHost();
  const [check, setCheck] = useState<DocumentCheck>({ phase: 'none' });
  const latest = useRef(0);
  const pending = useRef<Promise<string[]>>(Promise.resolve([]));
  useEffect(
    () => () => {
      latest.current = -1;
    },
    [],
  );

  async function run(file: File, isLatest: () => boolean): Promise<string[]> {
    const show = (next: DocumentCheck) => isLatest() && setCheck(next);
    show({ phase: 'uploading', fileName: file.name });
    let location: Location;
    try {
      location = await uploadFile(file);
    } catch (error) {
      // The message names the file (spec CTYPE-15).
      notify.error(`${file.name} file upload failed.`);
      show({ phase: 'failed', message: getErrorMessage(error) });
      return [];
    }
    if (!isLatest()) return [];
    const takeNoticeAway = notify.success(`${file.name} file uploaded successfully`);
    onUploaded(location);
    show({ phase: 'waiting' });
    await new Promise((resolve) => setTimeout(resolve, CHECK_DELAY_MS));
    if (!isLatest()) return [];
    show({ phase: 'checking' });
    const shown = new Promise((resolve) => setTimeout(resolve, LEAST_SHOWN_MS));
    try {
      const { errors, warnings } = await api('POST /api/connector-types/validate', { body: { openApiDocument: location } });
      await shown;
      // Next to the errors, the notice of the upload would suggest that the document is valid.
      if (errors.length > 0) takeNoticeAway();
      show({ phase: 'checked', errors, warnings });
      return errors;
    } catch (error) {
      show({ phase: 'failed', message: getErrorMessage(error) });
      return [];
    }
  }

  return {
    check,
    async upload(file) {
      latest.current += 1;
      const own = latest.current;
      pending.current = run(file, () => latest.current === own);
      await pending.current;
    },
    clear() {
      latest.current += 1;
      pending.current = Promise.resolve([]);
      setCheck({ phase: 'none' });
    },
    async settled() {
      // A newer upload may start while this waits for an older one.
      for (;;) {
        const waited = pending.current;
        const errors = await waited;
        if (waited === pending.current) return errors;
      }
    },
  };
}
