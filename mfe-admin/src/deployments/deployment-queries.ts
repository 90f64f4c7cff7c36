import { useApi, useHost } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Deployment, type DeploymentPreview, type DeploymentSet, formatFrozen } from './deployment.ts';

type Deployments = CallResponse<Calls, 'GET /api/deployments'>;
type VersionDetails = CallResponse<Calls, 'GET /api/deployments/{name}/versions/{version}'>;

const KEY = ['deployments'];
/** Versions fail and other people deploy while this page is open. */
const REFRESH_MS = 10_000;

export function useDeployments(): UseQueryResult<Deployments> {
  const api = useApi();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api('GET /api/deployments', {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function useSets(): UseQueryResult<DeploymentSet[]> {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'sets'],
    queryFn: async ({ signal }) => (await api('GET /api/deployments/sets', {}, { signal })).sets,
    refetchInterval: REFRESH_MS,
  });
}

export function usePreviews(): UseQueryResult<DeploymentPreview[]> {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'previews'],
    queryFn: async ({ signal }) => (await api('GET /api/deployments/previews', {}, { signal })).previews,
    refetchInterval: REFRESH_MS,
  });
}

/** Two versions of one part, to compare them; a version never changes. */
export function useVersionPair(name: string, from: string, to: string): UseQueryResult<[VersionDetails, VersionDetails]> {
  const api = useApi();
  return useQuery({
    queryKey: ['deployment-versions', name, from, to],
    queryFn: ({ signal }) => {
      const find = (version: string) => api('GET /api/deployments/{name}/versions/{version}', { params: { name, version } }, { signal });
      return Promise.all([find(from), find(to)]);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Each change names the state that the person saw. If that has changed, the call is refused, and the page shows the present state. */
export function useChanges() {
  const { api, notify, queryClient } = useHost();

  async function change({ name }: { name: string }, done: string, work: Promise<{ isPublished: boolean }>): Promise<void> {
    try {
      const { isPublished } = await work;
      notify.success(`${name}: ${done}`);
      if (!isPublished)
        notify.warning('The change is saved. Browsers get it a little later, because the registry’s store isn’t responding.');
    } finally {
      await queryClient.invalidateQueries({ queryKey: KEY });
    }
  }
  const paramsOf = ({ name, revision }: Deployment) => ({ params: { name }, expectedRevision: revision });

  async function changeNothingLive(done: string, work: Promise<unknown>): Promise<void> {
    await work;
    notify.success(done);
    await queryClient.invalidateQueries({ queryKey: KEY });
  }

  return {
    freeze(name: string, endsAt: Date, reason: string) {
      const work = api('POST /api/deployments/freezes', { body: { name, endsAt: endsAt.toISOString(), reason } });
      return changeNothingLive(`${formatFrozen(name)} is frozen.`, work);
    },
    endFreeze(name: string) {
      return changeNothingLive(
        `${formatFrozen(name)} is no longer frozen.`,
        api('DELETE /api/deployments/freezes/{name}', { params: { name } }),
      );
    },
    deletePreview({ id, name, area }: DeploymentPreview) {
      const work = api('DELETE /api/deployments/previews/{id}', { params: { id } });
      return changeNothingLive(`The preview “${name}” of ${area} has ended.`, work);
    },
    returnToSet({ number }: DeploymentSet, expectedSet: number) {
      const work = api('POST /api/deployments/sets/{number}/live', { params: { number: String(number) }, body: { expectedSet } });
      return change({ name: `Set ${number}` }, 'everyone gets it again.', work);
    },
    makeLive(deployment: Deployment, version: string) {
      const { params, expectedRevision } = paramsOf(deployment);
      const work = api('POST /api/deployments/{name}/live', { params, body: { version, expectedRevision } });
      return change(deployment, `everyone gets ${version}.`, work);
    },
    rollBack(deployment: Deployment) {
      const { params, expectedRevision } = paramsOf(deployment);
      const work = api('POST /api/deployments/{name}/rollback', { params, body: { expectedRevision } });
      return change(deployment, `everyone gets ${deployment.previous} again.`, work);
    },
    setCanary(deployment: Deployment, version: string, percent: number) {
      const { params, expectedRevision } = paramsOf(deployment);
      const work = api('POST /api/deployments/{name}/canary', { params, body: { version, percent, expectedRevision } });
      return change(deployment, `${percent} % of people get ${version}.`, work);
    },
    endCanary(deployment: Deployment) {
      const { params, expectedRevision } = paramsOf(deployment);
      const work = api('POST /api/deployments/{name}/canary', { params, body: { percent: 0, expectedRevision } });
      return change(deployment, `everyone gets ${deployment.live}.`, work);
    },
    mark(deployment: Deployment, version: string, isBad: boolean) {
      const { params, expectedRevision } = paramsOf(deployment);
      const work = api('POST /api/deployments/{name}/bad', { params, body: { version, isBad, expectedRevision } });
      return change(deployment, isBad ? `${version} is marked as bad.` : `${version} is no longer marked as bad.`, work);
    },
    hold(deployment: Deployment, isHeld: boolean) {
      const { params, expectedRevision } = paramsOf(deployment);
      const work = api('POST /api/deployments/{name}/hold', { params, body: { isHeld, expectedRevision } });
      return change(deployment, isHeld ? `${deployment.live} is held.` : `${deployment.live} is no longer held.`, work);
    },
  };
}
