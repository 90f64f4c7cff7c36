import { useApi, useHost } from '@portage/area-kit';
import {
  buildOperationKey,
  newOperationSource,
  type OperationDraft,
  type OperationSource,
  operationProblems,
  readOperation,
  writeOperation,
} from '@portage/connectors/editing';
import { isSameJson } from '@portage/primitives/json';
import { Banner, FailedRead, Stack, useLoaded } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { EditorHead } from '../editor-head.tsx';
import { SchemaContextProvider } from '../schema/schema-fields.tsx';
import { type DocumentLists, editorKey } from '../use-document-lists.ts';
import { type DocumentEdit, useSaveParts } from '../use-save-parts.tsx';
import { OperationForm } from './operation-form.tsx';

export interface OperationEditorProps {
  typeId: string;
  lists: DocumentLists;
  /** Null for a new operation. */
  operationId: string | null;
  isReadOnly: boolean;
  onDirty: (isDirty: boolean) => void;
  /** The operation was saved under this id; null: it was deleted. */
  onSaved: (operationId: string | null) => void;
  onDelete: () => void;
  actions: ReactNode;
}

/** Loads and edits one operation (spec CTYPE-17). */
export function OperationEditor(props: OperationEditorProps) {
  const { typeId, operationId, lists } = props;
  const api = useApi();
  const query = useQuery({
    queryKey: [...editorKey(typeId), 'operation', operationId],
    queryFn: ({ signal }) =>
      api(
        'GET /api/connector-types/{id}/edit-operation',
        { params: { id: typeId }, query: { operationId: operationId ?? '' } },
        { signal },
      ),
    enabled: operationId !== null,
    refetchOnWindowFocus: false,
  });
  const { shown, indicator } = useLoaded(operationId === null ? null : query.data, 'Loading the operation');
  if (operationId === null) {
    const source = newOperationSource({ isSwagger2: lists.openApiVersion.startsWith('2') });
    return <LoadedEditor {...props} loaded={source} revision={lists.revision} />;
  }
  if (query.error && !query.data) {
    return <FailedRead query={query} />;
  }
  if (!shown) return indicator;
  return <LoadedEditor {...props} loaded={shown} revision={shown.revision} />;
}

function LoadedEditor({
  typeId,
  lists,
  operationId,
  isReadOnly,
  onDirty,
  onSaved,
  onDelete,
  actions,
  loaded,
  revision,
}: OperationEditorProps & { loaded: OperationSource; revision: string | null }) {
  const { notify, queryClient } = useHost();
  const isNew = operationId === null;
  // Doesn't change while the person edits, even if the data behind it is loaded again.
  const [base, setBase] = useState({ source: loaded, revision });
  const [draft, setDraft] = useState<OperationDraft>(() => readOperation(loaded));
  const [isTouched, setIsTouched] = useState(false);
  const [errors, setErrors] = useState<string[]>([]);
  const { save, question } = useSaveParts(typeId);
  const { source } = base;
  const isDirty = !isSameJson(draft, readOperation(source));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const form = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what arrives counts, not what is written meanwhile.
  useEffect(() => {
    if (isDirty || revision === base.revision) return;
    setBase({ source: loaded, revision });
    setDraft(readOperation(loaded));
  }, [loaded, revision]);

  const taken = new Set(lists.schema.operations.map(({ id }) => id));
  const found = operationProblems(draft, isNew ? null : source, taken);
  const problems = isTouched ? found : {};

  async function keep(): Promise<void> {
    setIsTouched(true);
    setErrors([]);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const outcome = await save(base.revision, buildEdits(source, draft, isNew, lists));
    if (outcome.kind === 'refused') setErrors(outcome.errors);
    if (outcome.kind === 'reloaded') {
      onDirty(false);
      onSaved(operationId);
    }
    if (outcome.kind === 'saved') {
      const id = buildOperationKey(draft.method, draft.url);
      const saved = {
        ...source,
        method: draft.method.toLowerCase(),
        path: draft.url,
        operation: writeOperation(source, draft),
        resource: draft.resource,
      };
      queryClient.setQueryData([...editorKey(typeId), 'operation', id], { ...saved, revision: outcome.revision });
      notify.success(`${draft.name} saved`);
      onDirty(false);
      onSaved(id);
    }
  }

  return (
    <SchemaContextProvider value={{ typeId, isReadOnly }}>
      <Stack ref={form}>
        <EditorHead
          title={isNew ? 'New operation' : draft.name}
          subtitle={isNew ? null : operationId}
          isDirty={isDirty}
          isReadOnly={isReadOnly}
          onSave={keep}
          onDelete={isNew ? undefined : onDelete}
          actions={actions}
          onReset={() => {
            setDraft(readOperation(source));
            setErrors([]);
            setIsTouched(false);
          }}
        />
        {errors.length > 0 ? (
          <Banner tone="danger" title="The document would have errors; nothing was changed">
            {errors.slice(0, 5).map((error) => (
              <p key={error}>{error}</p>
            ))}
          </Banner>
        ) : null}
        <OperationForm draft={draft} source={source} onChange={setDraft} problems={problems} />
        {question}
      </Stack>
    </SchemaContextProvider>
  );
}

/** The document paths that change: the operation's own, and the old one if its method or URL changed. */
function buildEdits(source: OperationSource, draft: OperationDraft, isNew: boolean, lists: DocumentLists): DocumentEdit[] {
  const place = { path: ['paths', draft.url, draft.method.toLowerCase()], value: writeOperation(source, draft) };
  if (isNew || (source.path === draft.url && source.method.toUpperCase() === draft.method)) return [place];
  const isAlone = lists.schema.operations.filter(({ path }) => path === source.path).length === 1 && source.path !== draft.url;
  const old = isAlone ? ['paths', source.path] : ['paths', source.path, source.method.toLowerCase()];
  return [{ path: old, value: undefined }, place];
}
