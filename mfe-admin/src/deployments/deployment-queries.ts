import { useApi, useHost } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Deployment } from './deployment.ts';

type Deployments = CallResponse<Calls, 'GET /api/deployments'>;
type Change = CallResponse<Calls, 'POST /api/deployments/{name}/live'>;

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

/** Each change names the state that the person saw. If that has changed, the call is refused, and the page shows the present state. */
export function useChanges() {
  const { api, notify, queryClient } = useHost();

  async function change({ name }: Deployment, done: string, work: Promise<Change>): Promise<void> {
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

  return {
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
    hold(deployment: Deployment, isHeld: boolean) {
      const { params, expectedRevision } = paramsOf(deployment);
      const work = api('POST /api/deployments/{name}/hold', { params, body: { isHeld, expectedRevision } });
      return change(deployment, isHeld ? `${deployment.live} is held.` : `${deployment.live} is no longer held.`, work);
    },
  };
}
