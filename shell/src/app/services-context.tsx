import type { SessionUser } from '@portage/area-kit/base';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ShellServices } from '../shell-services.ts';

const ServicesContext = createContext<ShellServices | null>(null);

export const ServicesProvider = ServicesContext.Provider;

export function useServices(): ShellServices {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices needs a ServicesProvider above it.');
  return services;
}

/** Path, query and fragment; renders again when the address changes. */
export function useUrl(): URL {
  const { navigation } = useServices();
  const url = useSyncExternalStore(navigation.subscribe, navigation.getUrl);
  return new URL(url, location.origin);
}

export function useUser(): SessionUser | null {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.getUser);
}
