import { useApi } from '@portage/area-kit';
import type { CallInput, CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { runKeys } from '../runs/run-queries.ts';

export type RunJob = CallResponse<Calls, 'GET /api/workflows/run-jobs'>['runJobs'][number];
export type RunJobRequest = NonNullable<CallInput<Calls, 'POST /api/workflows/run-jobs'>['body']>;

const INTERVAL_MS = 1_500;

export const runJobKeys = {
  all: ['run-jobs'] as const,
  job: (id: string) => ['run-jobs', id] as const,
  preview: (request: RunJobRequest | null) => ['run-jobs', 'preview', request] as const,
};

/** The person's jobs, polled while one is running; each poll also reloads the list of runs. */
export function useRunJobs() {
  const api = useApi();
  const queryClient = useQueryClient();
  const jobs = useQuery({
    queryKey: runJobKeys.all,
    queryFn: ({ signal }) => api('GET /api/workflows/run-jobs', {}, { signal }),
    select: (answer) => answer.runJobs,
    refetchInterval: ({ state }) => (state.data?.runJobs.some(({ status }) => status === 'Running') ? INTERVAL_MS : false),
  });
  const progress = (jobs.data ?? []).map(({ id, doneCount, status }) => `${id} ${doneCount} ${status}`).join();
  const known = useRef(progress);
  useEffect(() => {
    if (known.current !== '' && known.current !== progress) void queryClient.invalidateQueries({ queryKey: runKeys.all });
    known.current = progress;
  }, [queryClient, progress]);
  return jobs;
}

export function useRunJobPreview(request: RunJobRequest | null) {
  const api = useApi();
  return useQuery({
    queryKey: runJobKeys.preview(request),
    enabled: request !== null,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => {
      if (!request) throw new Error('Nothing is asked for');
      return api('POST /api/workflows/run-jobs/preview', { body: request }, { signal });
    },
  });
}

export function useRefusals(job: RunJob, isWanted: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...runJobKeys.job(job.id), job.refusedCount],
    enabled: isWanted,
    queryFn: ({ signal }) => api('GET /api/workflows/run-jobs/{id}', { params: { id: job.id } }, { signal }),
    select: (answer) => answer.refusals,
  });
}
