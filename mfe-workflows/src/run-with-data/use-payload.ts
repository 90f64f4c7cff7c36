import { useApi, useSessionUser } from '@portage/area-kit';
import { useEditable } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { buildChoiceKey, type DataChoice, keepChoice, type RunDataChoice, readStoredChoice } from './kept-choice.ts';
import { buildPayloadTexts, firstChoice, type ReadPayload, type RunData, readPayload } from './run-data-texts.ts';

export interface ChosenPayload {
  /** Undefined while it is read; null: it couldn't be read. */
  data: RunData | null | undefined;
  error: unknown;
  texts: Partial<Record<DataChoice, string>>;
  choice: DataChoice;
  text: string;
  read: ReadPayload;
  choose: (choice: DataChoice) => void;
  /** Makes an edited text the person's own, wherever it came from. */
  write: (text: string) => void;
  keep: () => void;
}

/** The data that a person chooses for a run of a workflow or its draft, starting with the previous choice. */
export function usePayload(workflowId: string, ofDraft = false): ChosenPayload {
  const api = useApi();
  const userId = useSessionUser()?.id ?? '';
  const key = buildChoiceKey(userId, workflowId);
  const query = useQuery({
    queryKey: ['workflows', workflowId, 'payloads', ofDraft],
    queryFn: ({ signal }) =>
      api('GET /api/workflows/{id}/payloads', { params: { id: workflowId }, query: ofDraft ? { ofDraft } : {} }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const [data] = useEditable(query.data ?? (query.isError ? null : undefined));
  const [kept] = useState(() => readStoredChoice(localStorage, key, Date.now()));
  const [made, setMade] = useState<RunDataChoice | null>(null);
  const texts = useMemo(() => (data ? buildPayloadTexts(data) : { Empty: '' }), [data]);
  const chosen = made ?? firstChoice(texts, kept);
  const { choice, ownText } = chosen;
  const text = choice === 'Own' ? ownText : (texts[choice] ?? '');
  const read = useMemo(() => readPayload(text), [text]);
  return {
    data,
    error: query.error,
    texts,
    choice,
    text,
    read,
    choose: (next) => setMade({ choice: next, ownText }),
    write: (next) => setMade({ choice: 'Own', ownText: next }),
    keep: () => keepChoice(localStorage, key, chosen, Date.now()),
  };
}
