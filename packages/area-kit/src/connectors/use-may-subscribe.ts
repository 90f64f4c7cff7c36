import { useQuery } from '@tanstack/react-query';
import { useApi, useSessionUser } from '../host/host.ts';

const STALE_MS = 60_000;

/** Spec CONN-27: a subscription, or an impersonating admin. Undefined until known; a failed check counts as false (BILL-15). */
export function useMaySubscribe(): boolean | undefined {
  const api = useApi();
  const isImpersonating = useSessionUser()?.isImpersonating ?? false;
  const { data, failureCount } = useQuery({
    queryKey: ['users', 'has-valid-subscription'],
    queryFn: async () => (await api('GET /api/users/has-valid-subscription')).hasValidSubscription,
    enabled: !isImpersonating,
    staleTime: STALE_MS,
  });
  if (isImpersonating) return true;
  return data ?? (failureCount > 0 ? false : undefined);
}
