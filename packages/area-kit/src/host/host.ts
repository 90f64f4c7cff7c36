import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type PageServices, ServicesProvider } from '@portage/ui/base';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, createElement, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import type { SessionUser } from './session-user.ts';

export interface HostSession {
  /** The same object until something about the user changes. */
  getUser(): SessionUser | null;
  /** Gives back the way to stop listening. */
  subscribe(listener: () => void): () => void;
  /** Merges fields that a call has changed into the signed-in user. */
  update(changes: Partial<SessionUser>): void;
}

/** The words of the question whether to leave unsaved work, if the page has its own. */
export interface LeaveQuestion {
  text: string;
  /** The button that leaves. */
  confirm: string;
  cancel: string;
}

/** The place of an uploaded file. */
export interface UploadedFile {
  fileName: string;
  fileStorageId: string;
  storageType: string;
}

/** A POST whose answer comes as server-sent events. */
export interface StreamedCall {
  path: string;
  body: unknown;
  /** @param data of the event, read as JSON */
  onEvent(name: string, data: unknown): void;
  signal?: AbortSignal;
}

/** The services that the shell gives to every area, as the single-spa custom property `host`. */
export interface PortageHost extends PageServices {
  api: Client<Calls>;
  session: HostSession;
  queryClient: QueryClient;
  /**
   * Registers a check for unsaved work; while it says true, leaving the page asks first (spec SHELL-42), in the words
   * given or in general ones. Gives back the way to withdraw it.
   */
  guardLeaving(hasUnsavedWork: () => boolean, question?: LeaveQuestion): () => void;
  /** Opens a WebSocket on a path of the API with the session's access token as a subprotocol; null if no person is signed in. */
  openSocket(path: string): Promise<WebSocket | null>;
  /** Sends a file; gives back where it lies (API-106). Throws ApiError. */
  uploadFile(file: File): Promise<UploadedFile>;
  /** Makes a call whose answer comes bit by bit; done when the answer is. Throws ApiError, or an AbortError when stopped. */
  streamEvents(call: StreamedCall): Promise<void>;
  /** Name of the environment; `stable` shows error details (spec ERR-08). */
  environment?: string;
}

const HostContext = createContext<PortageHost | null>(null);

/** Lends the shell's services to everything below, the components of the design system included. */
export function HostProvider({ value, children }: { value: PortageHost; children: ReactNode }) {
  return createElement(HostContext.Provider, { value }, createElement(ServicesProvider, { value }, children));
}

/** @throws when no HostProvider is above: a mistake of the programmer. */
export function useHost(): PortageHost {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost needs a HostProvider above it.');
  return host;
}

/** The typed client of the HTTP API. */
export function useApi(): Client<Calls> {
  return useHost().api;
}

/** The signed-in user; renders again when it changes. */
export function useSessionUser(): SessionUser | null {
  const { session } = useHost();
  return useSyncExternalStore(session.subscribe, session.getUser);
}

/** Asks before this page is left for as long as `hasUnsavedWork` is true (spec SHELL-42). */
export function useLeaveWarning(hasUnsavedWork: boolean): void {
  const { guardLeaving } = useHost();
  useEffect(() => (hasUnsavedWork ? guardLeaving(() => true) : undefined), [guardLeaving, hasUnsavedWork]);
}
