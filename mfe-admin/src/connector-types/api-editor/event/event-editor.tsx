import { useApi, useHost } from '@portage/area-kit';
import { type EventDraft, type EventSource, eventProblems, newEventSource, readEvent, writeEvent } from '@portage/connectors/editing';
import { isSameJson } from '@portage/primitives/json';
import { Card, FailedRead, Stack, TextArea, TextField, useLoaded } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EditorHead } from '../editor-head.tsx';
import { SchemaEditor } from '../schema/schema-editor.tsx';
import { SchemaContextProvider } from '../schema/schema-fields.tsx';
import { Line } from '../schema/schema-style.ts';
import { type DocumentLists, editorKey } from '../use-document-lists.ts';
import { useSaveParts } from '../use-save-parts.tsx';

export interface EventEditorProps {
  typeId: string;
  lists: DocumentLists;
  /** Null for a new event. */
  eventId: string | null;
  isReadOnly: boolean;
  onDirty: (isDirty: boolean) => void;
  onSaved: (eventId: string | null) => void;
  onDelete: () => void;
}

/** Loads and edits one event (spec CTYPE-23: events can also be written by hand). */
export function EventEditor(props: EventEditorProps) {
  const { typeId, eventId, lists } = props;
  const api = useApi();
  const query = useQuery({
    queryKey: [...editorKey(typeId), 'event', eventId],
    queryFn: ({ signal }) =>
      api('GET /api/connector-types/{id}/edit-event', { params: { id: typeId }, query: { eventId: eventId ?? '' } }, { signal }),
    enabled: eventId !== null,
    refetchOnWindowFocus: false,
  });
  const { shown, indicator } = useLoaded(eventId === null ? null : query.data, 'Loading the event');
  if (eventId === null) return <LoadedEditor {...props} loaded={newEventSource()} holder={lists.eventsMember} revision={lists.revision} />;
  if (query.error && !query.data) {
    return <FailedRead query={query} />;
  }
  if (!shown) return indicator;
  return <LoadedEditor {...props} loaded={shown} holder={shown.member} revision={shown.revision} />;
}

function LoadedEditor({
  typeId,
  lists,
  eventId,
  isReadOnly,
  onDirty,
  onSaved,
  onDelete,
  loaded,
  holder,
  revision,
}: EventEditorProps & { loaded: EventSource; holder: string; revision: string | null }) {
  const { notify, queryClient } = useHost();
  const [base, setBase] = useState({ source: loaded, revision });
  const [draft, setDraft] = useState<EventDraft>(() => readEvent(loaded));
  const [isTouched, setIsTouched] = useState(false);
  const { save, question } = useSaveParts(typeId);
  const { source } = base;
  const isDirty = !isSameJson(draft, readEvent(source));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what arrives counts, not what is written meanwhile.
  useEffect(() => {
    if (isDirty || revision === base.revision) return;
    setBase({ source: loaded, revision });
    setDraft(readEvent(loaded));
  }, [loaded, revision]);

  const taken = new Set(lists.schema.events.map(({ id }) => id));
  const found = eventProblems(draft, eventId === null ? null : source, taken);
  const problems = isTouched ? found : {};
  const set =
    <Field extends keyof EventDraft>(field: Field) =>
    (value: EventDraft[Field]) =>
      setDraft({ ...draft, [field]: value });

  async function keep(): Promise<void> {
    setIsTouched(true);
    if (Object.keys(found).length > 0) return;
    const place = { path: [holder, draft.id], value: writeEvent(source, draft) };
    const isMoved = eventId !== null && draft.id !== source.id;
    const outcome = await save(base.revision, isMoved ? [{ path: [holder, source.id], value: undefined }, place] : [place]);
    if (outcome.kind === 'refused') return;
    if (outcome.kind === 'saved') {
      const saved = { id: draft.id, member: holder, item: writeEvent(source, draft), resource: draft.resource, revision: outcome.revision };
      queryClient.setQueryData([...editorKey(typeId), 'event', draft.id], saved);
      notify.success(`${draft.name} saved`);
    }
    onDirty(false);
    onSaved(outcome.kind === 'saved' ? draft.id : eventId);
  }

  return (
    <SchemaContextProvider value={{ typeId, isReadOnly }}>
      <Stack>
        <EditorHead
          title={eventId === null ? 'New event' : draft.name}
          subtitle={eventId}
          isDirty={isDirty}
          isReadOnly={isReadOnly}
          onSave={keep}
          onReset={() => setDraft(readEvent(source))}
          onDelete={eventId === null ? undefined : onDelete}
        />
        <Card title="Event">
          <Stack $gap={3}>
            <Line>
              <TextField
                label="Name"
                isRequired
                isReadOnly={isReadOnly}
                value={draft.name}
                onChange={set('name')}
                errorMessage={problems.name}
              />
              <TextField
                label="Id"
                isRequired
                isCode
                isReadOnly={isReadOnly}
                value={draft.id}
                onChange={set('id')}
                errorMessage={problems.id}
              />
              <TextField
                label="Resource"
                isRequired
                isReadOnly={isReadOnly}
                value={draft.resource}
                onChange={set('resource')}
                errorMessage={problems.resource}
              />
            </Line>
            <TextArea label="Description" isReadOnly={isReadOnly} value={draft.description} onChange={set('description')} />
          </Stack>
        </Card>
        <Card title="Payload">
          <SchemaEditor
            label="Payload"
            schema={draft.payload}
            onChange={(payload) => set('payload')(payload ?? {})}
            emptyText="The document doesn’t describe this event’s payload."
          />
        </Card>
        <Card title="Subscription">
          <Stack>
            <SchemaEditor
              label="Subscription"
              schema={draft.subscription}
              onChange={set('subscription')}
              emptyText="A subscription to this event needs no input."
            />
            <TextArea
              label="How it is delivered (x-event)"
              hint="JSON with subscribe, unsubscribe, match or poll: how to subscribe in the system, and how to recognise its calls."
              isCode
              isReadOnly={isReadOnly}
              value={draft.wiring}
              onChange={set('wiring')}
              errorMessage={found.wiring}
            />
          </Stack>
        </Card>
        {question}
      </Stack>
    </SchemaContextProvider>
  );
}
