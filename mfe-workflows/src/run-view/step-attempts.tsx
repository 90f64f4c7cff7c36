import { Button, color, DateTime, FailedRead, font, Inline, PlainList, Stack, size, space, useLoaded } from '@portage/ui';
import { useState } from 'react';
import styled from 'styled-components';
import type { StepAttempt } from '../api-types.ts';
import { useStepAttempt } from '../runs/run-queries.ts';
import { StepDataSections } from './step-data-sections.tsx';

const Text = styled.span`
  flex: 1 1 200px;
  min-width: 0;
  color: ${color.muted};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`;
const Data = styled(Stack)`
  margin-top: ${space(2)};
  padding-left: ${space(3)};
  border-left: ${size.hairline} solid ${color.line};
`;

interface StepAttemptsProps {
  runId: string;
  stepInstanceId: string;
  attempts: readonly StepAttempt[];
}

export function StepAttempts({ runId, stepInstanceId, attempts }: StepAttemptsProps) {
  return (
    <PlainList as="ol" $gap={2} aria-label="Earlier attempts">
      {attempts.map((attempt) => (
        <li key={attempt.number}>
          <Attempt runId={runId} stepInstanceId={stepInstanceId} attempt={attempt} />
        </li>
      ))}
    </PlainList>
  );
}

function Attempt({ runId, stepInstanceId, attempt }: Omit<StepAttemptsProps, 'attempts'> & { attempt: StepAttempt }) {
  const { number, startedAt, finishedAt, errorMessage } = attempt;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Inline $gap={[1, 2]} $align="start" $justify="space-between">
        <Text>
          Attempt {number} failed at <DateTime value={finishedAt ?? startedAt} />
          {errorMessage ? `: ${errorMessage}` : null}
        </Text>
        <Button
          size="dense"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} data of attempt ${number}`}
          onPress={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide data' : 'Show data'}
        </Button>
      </Inline>
      {isOpen ? <AttemptData runId={runId} stepInstanceId={stepInstanceId} attempt={attempt} /> : null}
    </>
  );
}

function AttemptData({ runId, stepInstanceId, attempt }: Omit<StepAttemptsProps, 'attempts'> & { attempt: StepAttempt }) {
  const data = useStepAttempt(runId, stepInstanceId, attempt.number);
  const { shown, indicator } = useLoaded(data.data, 'Loading the data of the attempt');
  if (data.error) return <FailedRead query={data} />;
  if (!shown) return indicator;
  const { stepData, errorMessage } = shown.stepInstance;
  const isEmpty = !stepData || Object.keys(stepData).every((name) => name === 'error');
  return <Data>{isEmpty ? 'This attempt left no data.' : <StepDataSections data={stepData} errorMessage={errorMessage} />}</Data>;
}
