import { Banner, Button, CodeBlock, Inline, Select, Stack, size, useLoaded } from '@portage/ui';
import { Send } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { PayloadFields } from '../../run-with-data/payload-fields.tsx';
import { usePayload } from '../../run-with-data/use-payload.ts';
import { type BodyType, bodyless, bodyTypes, type CallMethod, callMethods, callWebhook } from './call-webhook.ts';
import { curlCommand } from './curl-command.ts';

const Method = styled.div`
  width: ${size.label};
`;
const ContentType = styled.div`
  flex: 0 1 280px;
`;

export interface SampleCallFormProps {
  workflowId: string;
  address: string;
  /** Makes the address accept the call. Returns false if that failed and the person has seen the message. */
  prepare?: () => Promise<boolean>;
  /** Called when the call was accepted. @param runId null if the response names no run */
  onTaken: (runId: string | null) => unknown;
  /** Also shows the call as a command, which works only for an address that already accepts calls. */
  hasCommand?: boolean;
}

export function SampleCallForm({ workflowId, address, prepare, onTaken, hasCommand = false }: SampleCallFormProps) {
  const payload = usePayload(workflowId);
  const [chosenMethod, setMethod] = useState<CallMethod | null>(null);
  const [bodyType, setBodyType] = useState<BodyType>('application/json');
  const [problem, setProblem] = useState<string | null>(null);
  const { shown, indicator } = useLoaded(payload.data, 'Loading the data');
  if (shown === undefined) return indicator;
  const method = chosenMethod ?? callMethods.find((one) => one === shown?.last?.method) ?? 'POST';
  const hasBody = !(bodyless as readonly string[]).includes(method);
  const isText = bodyType !== 'application/json';
  const call = { method, bodyType, body: payload.text };

  async function send() {
    setProblem(null);
    if (prepare && !(await prepare())) return;
    try {
      const runId = await callWebhook(address, call);
      payload.keep();
      await onTaken(runId);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <Stack>
      {hasBody ? <PayloadFields payload={payload} label="Body" isText={isText} /> : null}
      <Inline>
        <Method>
          <Select
            label="Method"
            isLabelHidden
            value={method}
            onChange={setMethod}
            options={callMethods.map((value) => ({ value, label: value }))}
          />
        </Method>
        {hasBody ? (
          <ContentType>
            <Select
              label="Content type"
              isLabelHidden
              value={bodyType}
              onChange={setBodyType}
              options={bodyTypes.map((value) => ({ value, label: value }))}
            />
          </ContentType>
        ) : null}
        <Button variant="primary" icon={<Send aria-hidden />} isDisabled={hasBody && !isText && !payload.read.ok} onPress={send}>
          Send a sample call
        </Button>
      </Inline>
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      {hasCommand ? <CodeBlock label="command" code={curlCommand(address, call)} /> : null}
    </Stack>
  );
}
