import { messageOf } from '@portage/contracts';
import {
  Badge,
  Banner,
  Button,
  Card,
  CodeBlock,
  color,
  DateTime,
  font,
  Inline,
  JsonView,
  LoadingIndicator,
  Stack,
  StatusBadge,
  StepIcon,
  size,
  stepLookOf,
} from '@portage/ui';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import type { StepDetailData } from '../api-types.ts';
import { useStepContext, useStepInstance } from '../runs/run-queries.ts';
import { toneOfHttpStatus } from '../runs/run-status.ts';

const Heading = styled.h3`
  margin: 0;
  color: ${color.muted};
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
`;
const ErrorText = styled.p`
  margin: 0;
  color: ${color.danger};
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`;
const Address = styled.code`
  font-family: ${font.data};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
`;
const Muted = styled.span`
  color: ${color.muted};
`;

export interface StepDetailsProps {
  runId: string;
  stepInstanceId: string;
  isRunning: boolean;
}

/** What went into one step and what came out (spec RUN-10, RUN-13, RUN-14, RUN-22, RUN-24, ENG-08). */
export function StepDetails({ runId, stepInstanceId, isRunning }: StepDetailsProps) {
  const query = useStepInstance(runId, stepInstanceId, isRunning);
  if (query.error && !query.data) {
    return (
      <Banner tone="danger" action={<Button onPress={() => query.refetch()}>Retry</Button>}>
        {messageOf(query.error)}
      </Banner>
    );
  }
  if (!query.data) return <LoadingIndicator label="Loading the step" />;
  const step = query.data;
  return (
    <Card
      title={
        <Inline>
          <StepIcon type={step.stepType} />
          {step.name}
        </Inline>
      }
      actions={<StatusBadge status={step.status} />}
    >
      <Stack>
        <Muted>
          {stepLookOf(step.stepType).word} · started <DateTime value={step.startedAt} />
        </Muted>
        {step.errorMessage ? <ErrorText role="alert">{step.errorMessage}</ErrorText> : null}
        {step.stepData ? <StepDataSections data={step.stepData} errorMessage={step.errorMessage} /> : null}
        {!step.stepData && step.finishedAt ? <Muted>No data is kept for this step.</Muted> : null}
        {step.hasContextData ? <StepContext runId={runId} stepInstanceId={stepInstanceId} /> : null}
      </Stack>
    </Card>
  );
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Stack $gap={1}>
      <Heading>{title}</Heading>
      {children}
    </Stack>
  );
}

function JsonSection({ title, value }: { title: string; value: unknown }) {
  return (
    <Section title={title}>
      <JsonView label={title} value={value} maxHeight={size.jsonBox} />
    </Section>
  );
}

function StepDataSections({ data, errorMessage }: { data: StepDetailData; errorMessage: string | null }) {
  return (
    <>
      {data.error && data.error !== errorMessage ? <ErrorText>{data.error}</ErrorText> : null}
      {data.currentItem !== undefined ? <JsonSection title="Current item" value={data.currentItem} /> : null}
      {data.payload !== undefined ? <JsonSection title="Payload" value={data.payload} /> : null}
      {data.requestUrl ? (
        <Section title="Request URL">
          <Address>{data.requestUrl}</Address>
        </Section>
      ) : null}
      {data.requestScript ? (
        <Section title="Script">
          <CodeBlock label="Script" code={data.requestScript} />
        </Section>
      ) : null}
      {data.request !== undefined ? <JsonSection title="Request" value={data.request} /> : null}
      {data.response ? <ResponseSection response={data.response} /> : null}
      {data.log ? (
        <Section title="Log">
          <CodeBlock label="Log" code={data.log} />
        </Section>
      ) : null}
    </>
  );
}

function ResponseSection({ response }: { response: NonNullable<StepDetailData['response']> }) {
  const { responseHttpStatusCode: statusCode, body, headers, attributes } = response;
  return (
    <Section
      title={
        <Inline>
          Response
          {statusCode === undefined ? null : <Badge tone={toneOfHttpStatus(statusCode)}>{statusCode}</Badge>}
        </Inline>
      }
    >
      {attributes?.url ? <Address>{attributes.url}</Address> : null}
      {body === undefined ? null : <JsonView label="Response" value={body} maxHeight={size.jsonBox} />}
      {headers ? <JsonView label="Response headers" value={headers} openLevels={0} maxHeight={size.jsonBox} /> : null}
    </Section>
  );
}

function StepContext({ runId, stepInstanceId }: { runId: string; stepInstanceId: string }) {
  const [isWanted, setIsWanted] = useState(false);
  const context = useStepContext(runId, stepInstanceId, isWanted);
  if (!isWanted) {
    return (
      <div>
        <Button size="dense" onPress={() => setIsWanted(true)}>
          Show what this step could see
        </Button>
      </div>
    );
  }
  if (context.error) return <Banner tone="danger">{messageOf(context.error)}</Banner>;
  if (!context.data) return <LoadingIndicator label="Loading the context" />;
  return <JsonSection title="Context" value={context.data} />;
}
