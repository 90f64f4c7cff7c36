import { useHost } from '@portage/area-kit';
import { type EntitySource, entityProblems, newEntitySource, parseDefinition, readEntityDraft } from '@portage/connectors/editing';
import { Banner, Card, PlainList, Stack, TextArea, TextField } from '@portage/ui';
import { useEffect, useState } from 'react';
import { EditorHead } from '../editor-head.tsx';
import type { DocumentLists } from '../use-document-lists.ts';
import { useSaveParts } from '../use-save-parts.tsx';

export interface EntityEditorProps {
  typeId: string;
  lists: DocumentLists;
  /** From the document; null for a new entity. */
  loaded: EntitySource | null;
  taken: ReadonlySet<string>;
  revision: string | null;
  isReadOnly: boolean;
  onDirty: (isDirty: boolean) => void;
  onSaved: (name: string) => void;
  onDelete: () => void;
}

export function EntityEditor({ typeId, lists, loaded, taken, revision, isReadOnly, onDirty, onSaved, onDelete }: EntityEditorProps) {
  const { notify } = useHost();
  const [base, setBase] = useState({ source: loaded, revision });
  const begin = () => readEntityDraft(base.source ?? newEntitySource(lists.schema.operations[0]?.id ?? 'GET /'));
  const [draft, setDraft] = useState(begin);
  const [isTouched, setIsTouched] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const { save, question } = useSaveParts(typeId);
  const start = begin();
  const isDirty = draft.name !== start.name || draft.text !== start.text;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what arrives counts, not what is written meanwhile.
  useEffect(() => {
    if (isDirty || revision === base.revision) return;
    setBase({ source: loaded, revision });
    if (loaded) setDraft(readEntityDraft(loaded));
  }, [loaded, revision]);

  const found = entityProblems(draft, base.source, taken);
  const problems = isTouched ? found : { ...(draft.text === start.text ? {} : { text: found.text }) };

  async function keep(): Promise<void> {
    setIsTouched(true);
    const definition = parseDefinition(draft);
    if (found.name !== undefined || !definition) return;
    const place = { path: ['x-entities', draft.name], value: definition };
    const isMoved = base.source !== null && draft.name !== base.source.name;
    const old = { path: ['x-entities', base.source?.name ?? ''], value: undefined };
    const outcome = await save(base.revision, isMoved ? [old, place] : [place]);
    if (outcome.kind === 'refused') {
      setErrors(outcome.errors);
      return;
    }
    setErrors([]);
    if (outcome.kind === 'saved') notify.success(`${draft.name} saved`);
    onDirty(false);
    onSaved(outcome.kind === 'saved' ? draft.name : (loaded?.name ?? draft.name));
  }

  return (
    <Stack>
      <EditorHead
        title={loaded === null ? 'New entity' : draft.name}
        subtitle={loaded === null ? null : `x-entities / ${loaded.name}`}
        isDirty={isDirty}
        isReadOnly={isReadOnly}
        onSave={keep}
        onReset={() => {
          setDraft(begin());
          setErrors([]);
        }}
        onDelete={loaded === null ? undefined : onDelete}
      />
      {errors.length > 0 ? (
        <Banner tone="danger">
          <PlainList $breaks aria-label="Errors of the document">
            {errors.slice(0, 50).map((error) => (
              <li key={error}>{error}</li>
            ))}
          </PlainList>
        </Banner>
      ) : null}
      <Card title="Entity">
        <Stack $gap={3}>
          <TextField
            label="Name"
            hint="A kind of record, such as Products or Customers. Flows name it."
            isRequired
            isCode
            isReadOnly={isReadOnly}
            value={draft.name}
            onChange={(name) => setDraft({ ...draft, name })}
            errorMessage={problems.name}
          />
          <TextArea
            label="Definition"
            hint="JSON: idPath and namePath of a record; list for a source; find, create and update for a target. docs/openapi-documents.md, “Entities”, names every member."
            isRequired
            isCode
            minRows={16}
            maxRows={60}
            isReadOnly={isReadOnly}
            value={draft.text}
            onChange={(text) => setDraft({ ...draft, text })}
            errorMessage={problems.text}
          />
        </Stack>
      </Card>
      {question}
    </Stack>
  );
}
