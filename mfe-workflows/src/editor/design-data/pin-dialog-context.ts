import { createContext, use } from 'react';

/** Opens the pinned output of a step, by its clientId. */
export const OpenPinContext = createContext<(clientId: string) => void>(() => undefined);

export function useOpenPin(): (clientId: string) => void {
  return use(OpenPinContext);
}
