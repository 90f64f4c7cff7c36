import { runPath, useHost } from '@portage/area-kit';
import { keep, readStoredJson } from '@portage/area-kit/kept';
import { Banner, Button, DateTime, font, Hint, IconButton, Link, ProgressBar, Stack, space } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { type RunJob, runJobKeys, useRefusals, useRunJobs } from './run-job-queries.ts';
import { jobProgress, jobTitle } from './run-job-words.ts';

/** Jobs that the person has dismissed; otherwise a finished job is listed for a day. */
const CLOSED_KEY = 'portage:closed-run-jobs';

const Refusals = styled.ul`
  display: grid;
  gap: ${space(1)};
  margin: ${space(2)} 0 0;
  padding-left: ${space(4)};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
`;

function closedJobs(): string[] {
  const closed = readStoredJson(localStorage, CLOSED_KEY);
  return Array.isArray(closed) ? closed.filter((id) => typeof id === 'string') : [];
}

export function RunJobList() {
  const jobs = useRunJobs();
  const [closed, setClosed] = useState(closedJobs);
  const shown = (jobs.data ?? []).filter(({ id, status }) => status === 'Running' || !closed.includes(id));
  if (shown.length === 0) return null;
  const close = (id: string) => {
    const next = [...closed, id].slice(-50);
    keep(localStorage, CLOSED_KEY, next);
    setClosed(next);
  };
  return (
    <Stack as="section" aria-label="Runs that are changed together" $gap={2}>
      {shown.map((job) => (
        <Job key={job.id} job={job} onClose={() => close(job.id)} />
      ))}
    </Stack>
  );
}

function Job({ job, onClose }: { job: RunJob; onClose: () => void }) {
  const { api } = useHost();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const isRunning = job.status === 'Running';
  return (
    <Banner
      tone={job.refusedCount > 0 ? 'warning' : isRunning ? 'info' : 'success'}
      title={jobTitle(job)}
      action={
        isRunning ? (
          <Button
            onPress={async () => {
              await api('POST /api/workflows/run-jobs/{id}/stop', { params: { id: job.id } });
              await queryClient.invalidateQueries({ queryKey: runJobKeys.all });
            }}
          >
            Stop
          </Button>
        ) : (
          <IconButton label={`Close: ${jobTitle(job)}`} icon={<X aria-hidden />} onPress={onClose} />
        )
      }
    >
      {isRunning ? (
        <ProgressBar
          label={jobTitle(job)}
          isLabelHidden
          value={job.doneCount + job.refusedCount}
          maxValue={Math.max(1, job.totalCount)}
          valueText={jobProgress(job)}
        />
      ) : (
        jobProgress(job)
      )}
      {job.message ? (
        <Hint $above={1}>
          {job.message}
          {job.waitsUntil ? (
            <>
              {' '}
              It continues at <DateTime value={job.waitsUntil} />.
            </>
          ) : null}
        </Hint>
      ) : null}
      {job.refusedCount > 0 ? (
        <div>
          <Button size="dense" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide runs that could not be changed' : 'Show runs that could not be changed'}
          </Button>
          {isOpen ? <RefusalList job={job} /> : null}
        </div>
      ) : null}
    </Banner>
  );
}

function RefusalList({ job }: { job: RunJob }) {
  const { data = [] } = useRefusals(job, true);
  return (
    <Refusals>
      {data.map(({ workflowInstanceId, message }) => (
        <li key={workflowInstanceId}>
          <Link href={runPath(workflowInstanceId)}>Run</Link>: {message}
        </li>
      ))}
    </Refusals>
  );
}
