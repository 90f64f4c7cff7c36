import { StatusBadge } from '@portage/area-kit';
import { Card, DateTime, Hint, Inline, Link, PlainList, Problem } from '@portage/ui';
import type { RunAttempt, RunInstance } from '../api-types.ts';
import { useRunAttempts } from '../runs/run-queries.ts';

interface RunAttemptsProps {
  run: RunInstance;
  hrefOf: (stepInstanceId: string) => string;
}

/** The attempts of a run that was continued: how each failed and who continued it. Renders nothing for other runs. */
export function RunAttempts({ run, hrefOf }: RunAttemptsProps) {
  const { data: attempts = [] } = useRunAttempts(run.id, run.continuedAt ?? null);
  if (attempts.length === 0) return null;
  const number = (attempts.at(-1)?.number ?? 0) + 1;
  return (
    <Card title={`Attempts (${number})`}>
      <PlainList as="ol" $gap={3} aria-label="Attempts">
        {attempts.map((attempt) => (
          <li key={attempt.number}>
            <FailedAttempt attempt={attempt} hrefOf={hrefOf} />
          </li>
        ))}
        <li>
          <Inline $gap={[1, 3]} $isNumber>
            <strong>Attempt {number}</strong>
            <StatusBadge status={run.status} />
            <span>
              Started <DateTime value={run.continuedAt ?? null} />
            </span>
          </Inline>
        </li>
      </PlainList>
    </Card>
  );
}

function FailedAttempt({ attempt, hrefOf }: { attempt: RunAttempt } & Pick<RunAttemptsProps, 'hrefOf'>) {
  const { number, finishedAt, errorMessage, step, continuedAt, continuedBy } = attempt;
  return (
    <>
      <Inline $gap={[1, 3]} $isNumber>
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
      </Inline>
      {errorMessage ? (
        <Problem $above={1} $breaks $whiteSpace="pre-wrap">
          {errorMessage}
        </Problem>
      ) : null}
      <Hint $above={1}>
        Continued <DateTime value={continuedAt} />
        {continuedBy ? ` by ${continuerWords(continuedBy)}` : null}
      </Hint>
    </>
  );
}

function continuerWords({ email, impersonatorEmail }: NonNullable<RunAttempt['continuedBy']>): string {
  const owner = email ?? 'a deleted account';
  return impersonatorEmail === null ? owner : `${impersonatorEmail} on behalf of ${owner}`;
}
