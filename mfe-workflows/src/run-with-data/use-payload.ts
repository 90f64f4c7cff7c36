import { useApi, useSessionUser } from '@portage/area-kit';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { buildChoiceKey, type DataChoice, keepChoice, type RunDataChoice, readStoredChoice } from './kept-choice.ts';
import { buildPayloadTexts, firstChoice, type ReadPayload, type RunData, readPayload } from './run-data-texts.ts';

export interface ChosenPayload {
  data: RunData | undefined;
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
  const [kept] = useState(() => readStoredChoice(localStorage, key, Date.now()));
  const [made, setMade] = useState<RunDataChoice | null>(null);
  const texts = useMemo(() => (query.data ? buildPayloadTexts(query.data) : { Empty: '' }), [query.data]);
  const chosen = made ?? firstChoice(texts, kept);
  const { choice, ownText } = chosen;
  const text = choice === 'Own' ? ownText : (texts[choice] ?? '');
  const read = useMemo(() => readPayload(text), [text]);
  return {
    data: query.data,
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
