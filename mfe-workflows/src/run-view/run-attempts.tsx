import { StatusBadge } from '@portage/area-kit';
import { Card, color, DateTime, font, Link, space } from '@portage/ui';
import styled from 'styled-components';
import type { RunAttempt, RunInstance } from '../api-types.ts';
import { useRunAttempts } from '../runs/run-queries.ts';

const List = styled.ol`
  display: grid;
  gap: ${space(3)};
  margin: 0;
  padding: 0;
  list-style: none;
`;
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  font-variant-numeric: tabular-nums;
`;
const Reason = styled.p`
  margin: ${space(1)} 0 0;
  color: ${color.danger};
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`;
const Small = styled.p`
  margin: ${space(1)} 0 0;
  color: ${color.muted};
  font-size: ${font.size.small};
`;

interface RunAttemptsProps {
  run: RunInstance;
  /** The address of a step on this page. */
  hrefOf: (stepInstanceId: string) => string;
}

/** The attempts of a run that was continued: how each failed and who continued it. Renders nothing for other runs. */
export function RunAttempts({ run, hrefOf }: RunAttemptsProps) {
  const { data: attempts = [] } = useRunAttempts(run.id, run.continuedAt ?? null);
  if (attempts.length === 0) return null;
  const number = (attempts.at(-1)?.number ?? 0) + 1;
  return (
    <Card title={`Attempts (${number})`}>
      <List aria-label="Attempts">
        {attempts.map((attempt) => (
          <li key={attempt.number}>
            <FailedAttempt attempt={attempt} hrefOf={hrefOf} />
          </li>
        ))}
        <li>
          <Head>
            <strong>Attempt {number}</strong>
            <StatusBadge status={run.status} />
            <span>
              Started <DateTime value={run.continuedAt ?? null} />
            </span>
          </Head>
        </li>
      </List>
    </Card>
  );
}

function FailedAttempt({ attempt, hrefOf }: { attempt: RunAttempt } & Pick<RunAttemptsProps, 'hrefOf'>) {
  const { number, finishedAt, errorMessage, step, continuedAt, continuedBy } = attempt;
  return (
    <>
      <Head>
        <strong>Attempt {number}</strong>
        <StatusBadge status="Failed" />
        <span>
          Failed <DateTime value={finishedAt} />
        </span>
        {step ? (
          <span>
            at <Link href={hrefOf(step.id)}>{step.name}</Link>
          </span>
        ) : null}
      </Head>
      {errorMessage ? <Reason>{errorMessage}</Reason> : null}
      <Small>
        Continued <DateTime value={continuedAt} />
        {continuedBy ? ` by ${continuerWords(continuedBy)}` : null}
      </Small>
    </>
  );
}

function continuerWords({ email, impersonatorEmail }: NonNullable<RunAttempt['continuedBy']>): string {
  const owner = email ?? 'a deleted account';
  return impersonatorEmail === null ? owner : `${impersonatorEmail} in the name of ${owner}`;
}
