import { useHost } from '@portage/area-kit';
import type { CallInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { useEffect, useRef, useState } from 'react';
import { type ChatEntry, historyKey, readHistory, writeHistory } from './chat-history.ts';

export type AssistantQuestion = CallInput<Calls, 'POST /api/ai-custom-script/adjust-with-ai'>['body'];
export type AssistantModel = AssistantQuestion['model'];

export interface AssistantChat {
  entries: readonly ChatEntry[];
  /** The part of the reply that has arrived; null while none is streaming. */
  coming: string | null;
  /** @returns whether a reply came. */
  ask(question: Omit<AssistantQuestion, 'latestResponse'>): Promise<boolean>;
  stop(): void;
  clear(): void;
}

/**
 * The conversation about one step's script. A failed question is reported in a toast and stays in the chat (spec AI-12).
 *
 * @param workflowId if omitted, nothing is stored
 * @param onScript gets the script of each new reply that has one
 */
export function useAssistantChat(workflowId: string | undefined, stepId: string, onScript: (script: string) => void): AssistantChat {
  const { streamEvents, notify } = useHost();
  const key = workflowId === undefined ? null : historyKey(workflowId, stepId);
  const [entries, setEntries] = useState(() => (key === null ? [] : readHistory(localStorage, key)));
  const [coming, setComing] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const latest = useRef(entries);
  useEffect(() => () => running.current?.abort(), []);

  function keep(next: ChatEntry[]): void {
    latest.current = next;
    setEntries(next);
    if (key !== null) writeHistory(localStorage, key, next);
  }

  async function ask(question: Omit<AssistantQuestion, 'latestResponse'>): Promise<boolean> {
    const before = latest.current.findLast(({ role }) => role === 'bot')?.message;
    keep([...latest.current, createEntry('user', question.prompt)]);
    const controller = new AbortController();
    running.current = controller;
    let text = '';
    setComing('');
    try {
      await streamEvents({
        path: '/api/ai-custom-script/adjust-with-ai/stream',
        body: { ...question, ...(before === undefined ? {} : { latestResponse: before }) },
        signal: controller.signal,
        onEvent: (name, data) => {
          if (name === 'delta') {
            text += (data as { text: string }).text;
            setComing(text);
          }
          if (name !== 'done') return;
          const { content, scriptReadyToCopy } = data as { content: string; scriptReadyToCopy: string | null };
          keep([...latest.current, createEntry('bot', content)]);
          if (scriptReadyToCopy !== null) onScript(scriptReadyToCopy);
        },
      });
      return true;
    } catch (error) {
      if (!controller.signal.aborted) notify.error(error);
      return false;
    } finally {
      if (running.current === controller) running.current = null;
      setComing(null);
    }
  }

  return { entries, coming, ask, stop: () => running.current?.abort(), clear: () => keep([]) };
}

function createEntry(role: ChatEntry['role'], message: string): ChatEntry {
  return { role, message, date: new Date().toISOString() };
}
