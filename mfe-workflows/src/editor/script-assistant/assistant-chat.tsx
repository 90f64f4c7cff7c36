import { useApi } from '@portage/area-kit';
import { useValueActions, useValues } from '@portage/mapping-editor/value-field';
import { Banner, Button, Checkbox, font, Hint, Inline, Select, Spinner, space, TextArea } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { useSampleScope } from '../values/index.ts';
import { ChatMessage } from './chat-message.tsx';
import { dataShapes, sampleValues } from './data-shapes.ts';
import type { AssistantModel, AssistantChat as Chat } from './use-assistant-chat.ts';

const Column = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  min-width: 0;
  min-height: 0;
  overflow-y: auto;
`;
const Messages = styled.ol`
  flex: 1;
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  min-height: ${space(30)};
  margin: 0;
  padding: 0;
  overflow-y: auto;
  list-style: none;
`;
const More = styled.details`
  > summary {
    cursor: pointer;
    font-size: ${font.size.small};
  }
  > div {
    display: flex;
    flex-direction: column;
    gap: ${space(3)};
    padding-top: ${space(2)};
  }
`;

/** Models in the order of the list (spec AI-02). */
const MODELS: readonly AssistantModel[] = ['gpt-4o', 'gpt-4o-mini', 'gpt-4', 'gpt-3.5-turbo', 'chatgpt-4o-latest'];
const DEFAULT_MODEL: AssistantModel = 'gpt-4o-mini';

export interface AssistantChatProps {
  chat: Chat;
  stepId: string;
  script: string;
  onReview: (script: string) => void;
}

/** Questions and answers, and the data sent with them (spec AI-02..06, AI-11). */
export function AssistantChat({ chat, stepId, script, onReview }: AssistantChatProps) {
  const [prompt, setPrompt] = useState('');
  const [model, setModel] = useState<AssistantModel>(DEFAULT_MODEL);
  const [systemPrompt, setSystemPrompt] = useState<string | null>(null);
  const [sendsValues, setSendsValues] = useState(false);
  const scope = useWholeScope(stepId);
  const base = useBasePrompt();
  const end = useRef<HTMLLIElement>(null);
  const isBusy = chat.coming !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new messages are at the end.
  useEffect(() => {
    // Some browsers return a promise, which React would mistake for a cleanup function.
    void end.current?.scrollIntoView({ block: 'nearest' });
  }, [chat.entries.length, chat.coming]);

  function send(): void {
    const text = prompt.trim();
    if (text === '' || isBusy) return;
    setPrompt('');
    void chat.ask({
      model,
      prompt: text,
      content: script,
      dataShapes: dataShapes(scope),
      ...(systemPrompt === null ? {} : { systemPrompt }),
      ...(sendsValues ? { sampleValues: sampleValues(scope) } : {}),
    });
  }
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };

  if (base.data?.isConfigured === false) return <NotSetUp />;
  return (
    <Column aria-label="Chat with the script assistant">
      <Messages aria-label="Messages" aria-live="polite" tabIndex={0}>
        {chat.entries.length === 0 && !isBusy ? (
          <li>
            <Hint $size="tiny">
              Say what the script should do. The assistant shows its proposal as a change first; nothing runs until you apply it.
            </Hint>
          </li>
        ) : null}
        {chat.entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end.
          <ChatMessage key={index} entry={entry} onReview={onReview} />
        ))}
        {chat.coming ? <ChatMessage entry={{ role: 'bot', message: chat.coming, date: new Date().toISOString() }} /> : null}
        {isBusy && !chat.coming ? (
          <li>
            <Spinner label="The assistant is thinking" />
          </li>
        ) : null}
        <li ref={end} aria-hidden />
      </Messages>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are the text field's. */}
      <div onKeyDown={sendByKey}>
        <TextArea label="Message" value={prompt} onChange={setPrompt} minRows={1} maxRows={4} maxLength={10_000} />
      </div>
      <Inline>
        <Button variant="primary" onPress={send} isDisabled={isBusy || prompt.trim() === ''}>
          Send
        </Button>
        {isBusy ? <Button onPress={chat.stop}>Stop</Button> : null}
        {chat.entries.length > 0 && !isBusy ? (
          <Button variant="ghost" onPress={chat.clear}>
            Clear chat
          </Button>
        ) : null}
        <Hint $size="tiny">Ctrl+Enter sends</Hint>
      </Inline>
      <Checkbox value={sendsValues} onChange={setSendsValues}>
        Send sample values, too
      </Checkbox>
      <Hint $size="tiny">Otherwise, only the script and the names and types of the data leave Portage.</Hint>
      <More>
        <summary>Model and system prompt</summary>
        <div>
          <Select
            label="Model"
            value={model}
            onChange={(value) => setModel(value as AssistantModel)}
            options={MODELS.map((value) => ({ value, label: value }))}
          />
          <TextArea
            label="System prompt"
            value={systemPrompt ?? base.data?.content ?? ''}
            onChange={setSystemPrompt}
            minRows={5}
            maxRows={5}
            maxLength={20_000}
          />
        </div>
      </More>
    </Column>
  );
}

function NotSetUp() {
  return (
    <Column aria-label="Chat with the script assistant">
      <Banner tone="info">
        The script assistant is not set up in this Portage. The operator can set OPENAI_API_KEY, or OPENAI_BASE_URL for your own server with
        the same API, and then restart Portage.
      </Banner>
    </Column>
  );
}

function useBasePrompt() {
  const api = useApi();
  return useQuery({
    queryKey: ['script-assistant', 'base-prompt'],
    queryFn: ({ signal }) => api('GET /api/ai-custom-script/base-prompt', {}, { signal }),
    staleTime: 60_000,
  });
}

/** The names that the step can read, with the last run's values. */
function useWholeScope(stepId: string) {
  const { availableOf } = useValues();
  const actions = useValueActions();
  const names = JSON.stringify(availableOf(stepId).steps.map(({ step }) => step.stepId));
  useEffect(() => {
    actions?.wantSteps(JSON.parse(names) as string[]);
    actions?.wantStoredData();
  }, [actions, names]);
  return useSampleScope(stepId);
}
