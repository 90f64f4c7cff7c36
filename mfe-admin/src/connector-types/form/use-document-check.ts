import { useApi, useHost } from '@portage/area-kit';
import { messageOf } from '@portage/contracts';
import { useEffect, useRef, useState } from 'react';
import type { ConnectorType } from '../connector-type.ts';

type Location = NonNullable<ConnectorType['openApiDocument']>;

/** A check begins this long after the upload (spec CTYPE-11). */
const CHECK_DELAY_MS = 900;
/** A "Checking..." too short to read would only flicker. */
const LEAST_SHOWN_MS = 400;

/** The check of an uploaded document. */
export type DocumentCheck =
  | { phase: 'none' }
  | { phase: 'uploading'; fileName: string }
  /** Uploaded; the check has not begun. */
  | { phase: 'waiting' }
  | { phase: 'checking' }
  | { phase: 'checked'; errors: string[]; warnings: string[] }
  /** It could not be checked; saving checks it again. */
  | { phase: 'failed'; message: string };

export interface DocumentChecking {
  check: DocumentCheck;
  /** Uploads a file and checks it; the result of an earlier one is forgotten (spec CTYPE-11, CTYPE-14). */
  upload(file: File): Promise<void>;
  clear(): void;
  /** Waits for what is under way. @returns the errors of the document there is then */
  settled(): Promise<string[]>;
}

/** The upload of an OpenAPI document with its check (spec CTYPE-10..15). */
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
      show({ phase: 'failed', message: messageOf(error) });
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
      // Beside the errors it would read as if the document were sound.
      if (errors.length > 0) takeNoticeAway();
      show({ phase: 'checked', errors, warnings });
      return errors;
    } catch (error) {
      show({ phase: 'failed', message: messageOf(error) });
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
      // A newer upload may begin while an older one is waited for.
      for (;;) {
        const waited = pending.current;
        const errors = await waited;
        if (waited === pending.current) return errors;
      }
    },
  };
}
