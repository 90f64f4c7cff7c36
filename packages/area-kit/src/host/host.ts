import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type PageServices, ServicesProvider } from '@portage/ui/base';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, createElement, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import type { SessionUser } from './session-user.ts';

export interface HostSession {
  /** The same object until something about the user changes. */
  getUser(): SessionUser | null;
  /** @returns a function that stops listening */
  subscribe(listener: () => void): () => void;
  /** Merges fields changed by a call into the signed-in user. */
  update(changes: Partial<SessionUser>): void;
}

/** Replaces the general question whether to leave unsaved work. */
export interface LeaveQuestion {
  text: string;
  /** The label of the button that leaves. */
  confirm: string;
  cancel: string;
}

export interface UploadedFile {
  fileName: string;
  fileStorageId: string;
  storageType: string;
}

export interface StreamedCall {
  path: string;
  body: unknown;
  /** @param data of the event, parsed as JSON */
  onEvent(name: string, data: unknown): void;
  signal?: AbortSignal;
}

/** The services that the shell gives to every area, as the single-spa custom property `host`. */
export interface PortageHost extends PageServices {
  api: Client<Calls>;
  session: HostSession;
  queryClient: QueryClient;
  /** Asks before leaving while the check returns true (spec SHELL-42), in general words if there is no `question`. @returns removes the check */
  guardLeaving(hasUnsavedWork: () => boolean, question?: LeaveQuestion): () => void;
  /** Opens a WebSocket on a path of the API with the session's access token as a subprotocol; null if no person is signed in. */
  openSocket(path: string): Promise<WebSocket | null>;
  /** Uploads a file (API-106). @throws ApiError */
  uploadFile(file: File): Promise<UploadedFile>;
  /** Makes a call with a streamed response; resolves when the response ends. @throws ApiError, or an AbortError when stopped */
  streamEvents(call: StreamedCall): Promise<void>;
  /** Name of the environment; `stable` shows error details (spec ERR-08). */
  environment?: string;
}

const HostContext = createContext<PortageHost | null>(null);

/** Provides the shell's services to everything below, including the components of the design system. */
export function HostProvider({ value, children }: { value: PortageHost; children: ReactNode }) {
  return createElement(HostContext.Provider, { value }, createElement(ServicesProvider, { value }, children));
}

/** @throws if no HostProvider is above, which is a programming error */
export function useHost(): PortageHost {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost needs a HostProvider above it.');
  return host;
}

/** The typed client of the HTTP API. */
export function useApi(): Client<Calls> {
  return useHost().api;
}

/** The signed-in user; re-renders when it changes. */
export function useSessionUser(): SessionUser | null {
  const { session } = useHost();
  return useSyncExternalStore(session.subscribe, session.getUser);
}

/** Asks before leaving this page while `hasUnsavedWork` is true (spec SHELL-42). */
export function useLeaveWarning(hasUnsavedWork: boolean): void {
  const { guardLeaving } = useHost();
  useEffect(() => (hasUnsavedWork ? guardLeaving(() => true) : undefined), [guardLeaving, hasUnsavedWork]);
}
