import { createContext, useContext, useEffect } from 'react';

/** A button in a message, such as Undo. It works as long as the message is shown, whatever page the person is on by then. */
export interface ToastAction {
  label: string;
  /** What it is about, shown in the message and spoken with the button: “Orders”. */
  about: string;
  /** Must not depend on the page that showed the message, which may be gone. A rejected promise becomes an error message. */
  onAction: () => unknown;
}

export interface Notify {
  /** @returns removes the message, for a success that a later failure invalidates */
  success(text: string, action?: ToastAction): () => void;
  info(text: string, action?: ToastAction): void;
  warning(text: string): void;
  /** A thrown value is turned into a message for a person (spec ERR-01..04). */
  error(textOrError: unknown): void;
}

export interface PageServices {
  /** Goes to a path of Portage, in whichever area it is. */
  navigate(path: string): void;
  /** The browser tab's title; also the top bar's, unless that has its own. */
  setPageTitle(title: string, topBarTitle?: string): void;
  notify: Notify;
}

const ServicesContext = createContext<PageServices | null>(null);

export const ServicesProvider = ServicesContext.Provider;

/** The services, or null outside an application: components then work without them. */
export function useServices(): PageServices | null {
  return useContext(ServicesContext);
}

/** Names the page in the browser tab and the top bar while the component is shown. */
export function usePageTitle(title: string, topBarTitle = title): void {
  const services = useServices();
  if (!services) throw new Error('usePageTitle needs a ServicesProvider above it.');
  const { setPageTitle } = services;
  useEffect(() => setPageTitle(title, topBarTitle), [setPageTitle, title, topBarTitle]);
}
