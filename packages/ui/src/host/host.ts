import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { SessionUser } from './session-user.ts';

export interface HostSession {
  /** The same object until something about the user changes. */
  getUser(): SessionUser | null;
  /** Gives back the way to stop listening. */
  subscribe(listener: () => void): () => void;
  /** Merges fields that a call has changed into the signed-in user. */
  update(changes: Partial<SessionUser>): void;
}

export interface Notify {
  success(text: string): void;
  info(text: string): void;
  warning(text: string): void;
  /** A thrown value is turned into the text for a person (spec ERR-01..04). */
  error(textOrError: unknown): void;
}

/** The words of the question whether to leave unsaved work, if the page has its own. */
export interface LeaveQuestion {
  text: string;
  /** The button that leaves. */
  confirm: string;
  cancel: string;
}

/** Where an uploaded file lies. */
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
export interface PortageHost {
  api: Client<Calls>;
  session: HostSession;
  queryClient: QueryClient;
  /** Goes to a path of Portage, in whichever area it lies. */
  navigate(path: string): void;
  /** The title of the browser's tab; in the top bar, too, unless that has one of its own. */
  setPageTitle(title: string, topBarTitle?: string): void;
  notify: Notify;
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

export const HostProvider = HostContext.Provider;

/** The shell's services, or null outside an area (components that can do without use this one). */
export function useOptionalHost(): PortageHost | null {
  return useContext(HostContext);
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

/** Names the page in the browser's tab and the top bar for as long as the component is shown. */
export function usePageTitle(title: string, topBarTitle = title): void {
  const { setPageTitle } = useHost();
  useEffect(() => setPageTitle(title, topBarTitle), [setPageTitle, title, topBarTitle]);
}

/** Asks before this page is left for as long as `hasUnsavedWork` is true (spec SHELL-42). */
export function useLeaveWarning(hasUnsavedWork: boolean): void {
  const { guardLeaving } = useHost();
  useEffect(() => (hasUnsavedWork ? guardLeaving(() => true) : undefined), [guardLeaving, hasUnsavedWork]);
}
