import { useApi, useHost } from '@portage/area-kit';
import { type CallInput, isApiError } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { Button, Dialog, Stack } from '@portage/ui';
import { type ReactNode, useState } from 'react';
import { firstOfErrors } from './document-errors.ts';
import { type DocumentLists, editorKey } from './use-document-lists.ts';

/** Everything read from a document is JSON. */
type Json = CallInput<Calls, 'PUT /api/connector-types/{id}/document-parts'>['body']['edits'][number]['value'];

export interface DocumentEdit {
  path: string[];
  /** Undefined: the path is empty now. */
  value: unknown;
}

export type SaveOutcome =
  | { kind: 'saved'; revision: string | null }
  /** The document would have errors, so nothing was changed. */
  | { kind: 'refused'; errors: string[] }
  /** Another person changed the document, and this person accepted that change. */
  | { kind: 'reloaded' };

type ConflictChoice = 'theirs' | 'mine' | 'wait';

/**
 * Saves parts of a document. If another person has changed the document since, this person chooses: accept that change, or overwrite it.
 *
 * @returns the function that saves, and the question to render once.
 */
export function useSaveParts(typeId: string): {
  save(revision: string | null, edits: DocumentEdit[]): Promise<SaveOutcome>;
  question: ReactNode;
} {
  const api = useApi();
  const { notify, queryClient } = useHost();
  const [asking, setAsking] = useState<((answer: ConflictChoice) => void) | null>(null);

  async function put(revision: string | null, edits: DocumentEdit[]): Promise<SaveOutcome> {
    const body = { revision, edits: edits.map(({ path, value }) => (value === undefined ? { path } : { path, value: value as Json })) };
    const answer = await api('PUT /api/connector-types/{id}/document-parts', { params: { id: typeId }, body });
    if (answer.isSuccess) return { kind: 'saved', revision: answer.revision };
    notify.error(firstOfErrors(answer.errors));
    return { kind: 'refused', errors: answer.errors };
  }

  async function save(revision: string | null, edits: DocumentEdit[]): Promise<SaveOutcome> {
    try {
      const outcome = await put(revision, edits);
      if (outcome.kind === 'saved') {
        // The saved part is known; the lists of a large document can be reloaded later.
        queryClient.setQueryData<DocumentLists>(
          [...editorKey(typeId), 'lists'],
          (lists) => lists && { ...lists, revision: outcome.revision },
        );
        setTimeout(() => void queryClient.invalidateQueries({ queryKey: editorKey(typeId) }));
      }
      return outcome;
    } catch (error) {
      if (!isApiError(error) || error.code !== 'document-changed') throw error;
    }
    const answer = await new Promise<ConflictChoice>((resolve) => setAsking(() => resolve));
    setAsking(null);
    if (answer === 'wait') return { kind: 'refused', errors: [] };
    if (answer === 'theirs') {
      await queryClient.invalidateQueries({ queryKey: editorKey(typeId) });
      return { kind: 'reloaded' };
    }
    const { revision: present } = await api('GET /api/connector-types/{id}/edit-schema', { params: { id: typeId } });
    return save(present, edits);
  }

  const question = asking ? (
    <Dialog
      isOpen
      title="Another person changed this document"
      role="alertdialog"
      onClose={() => asking('wait')}
      actions={
        <>
          <Button onPress={() => asking('wait')} autoFocus>
            Continue editing
          </Button>
          <Button onPress={() => asking('theirs')}>Load theirs</Button>
          <Button variant="danger" onPress={() => asking('mine')}>
            Overwrite with mine
          </Button>
        </>
      }
    >
      <Stack $gap={2}>
        <p>The document was saved elsewhere, perhaps in another tab, after you opened it here.</p>
        <p>“Overwrite with mine” replaces only what you changed here; all their other changes stay.</p>
      </Stack>
    </Dialog>
  ) : null;
  return { save, question };
}
