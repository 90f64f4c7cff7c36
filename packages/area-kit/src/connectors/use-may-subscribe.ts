import { useQuery } from '@tanstack/react-query';
import { useApi, useSessionUser } from '../host/host.ts';

const STALE_MS = 60_000;

/** Spec CONN-27: a valid subscription, or an impersonating admin; undefined while unknown. */
export function useMaySubscribe(): boolean | undefined {
  const api = useApi();
  const isImpersonating = useSessionUser()?.isImpersonating ?? false;
  const { data } = useQuery({
    queryKey: ['users', 'has-valid-subscription'],
    queryFn: async () => (await api('GET /api/users/has-valid-subscription')).hasValidSubscription,
    enabled: !isImpersonating,
    staleTime: STALE_MS,
  });
  return isImpersonating || data;
}
