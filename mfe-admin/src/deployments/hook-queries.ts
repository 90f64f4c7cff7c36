import { useApi, useHost } from '@portage/area-kit';
import type { CallResponse, HookKind } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

export type Hook = CallResponse<Calls, 'GET /api/deployments/hooks'>['hooks'][number];
export type Delivery = Hook['deliveries'][number];

export interface NewHook {
  name: string;
  kind: HookKind;
  url: string;
}

const KEY = ['deployment-hooks'];
const REFRESH_MS = 10_000;

export function useHooks(): UseQueryResult<Hook[]> {
  const api = useApi();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api('GET /api/deployments/hooks', {}, { signal })).hooks,
    refetchInterval: REFRESH_MS,
  });
}

export function useHookChanges() {
  const { api, notify, queryClient } = useHost();
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEY });

  return {
    /** @returns the secret that signs its messages; null for Slack and Teams */
    async add(body: NewHook): Promise<string | null> {
      const { secret } = await api('POST /api/deployments/hooks', { body });
      notify.success(`${body.name} was added.`);
      await refresh();
      return secret;
    },
    async remove({ id, name }: Hook): Promise<void> {
      await api('DELETE /api/deployments/hooks/{id}', { params: { id } });
      notify.success(`${name} was deleted.`);
      await refresh();
    },
    async sendTest({ id, name }: Hook): Promise<void> {
      const { delivery } = await api('POST /api/deployments/hooks/{id}/test', { params: { id } });
      if (delivery.status === 'Delivered') notify.success(`${name} accepted the test message.`);
      else notify.warning(`${name} did not accept the test message. ${delivery.error ?? ''}`);
      await refresh();
    },
  };
}
