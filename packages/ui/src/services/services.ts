import { createContext, useContext, useEffect } from 'react';

/** A button in a message, such as Undo. It works for as long as the message stands, on whatever page the person is by then. */
export interface ToastAction {
  label: string;
  /** The thing it is about, shown in the message and spoken with the button: “Orders”. */
  about: string;
  /** Must not need the page that said it. A promise that fails becomes an error message. */
  onAction: () => unknown;
}

export interface Notify {
  /** @returns takes the message away, for a success that something later spoils */
  success(text: string, action?: ToastAction): () => void;
  info(text: string, action?: ToastAction): void;
  warning(text: string): void;
  /** A thrown value is turned into the text for a person (spec ERR-01..04). */
  error(textOrError: unknown): void;
}

/** What components ask of the application around them. */
export interface PageServices {
  /** Goes to a path of Portage, in whichever area it lies. */
  navigate(path: string): void;
  /** The title of the browser's tab; in the top bar, too, unless that has one of its own. */
  setPageTitle(title: string, topBarTitle?: string): void;
  notify: Notify;
}

const ServicesContext = createContext<PageServices | null>(null);

export const ServicesProvider = ServicesContext.Provider;

/** The services, or null outside an application: components do without them then. */
export function useServices(): PageServices | null {
  return useContext(ServicesContext);
}

/** Names the page in the browser's tab and the top bar for as long as the component is shown. */
export function usePageTitle(title: string, topBarTitle = title): void {
  const services = useServices();
  if (!services) throw new Error('usePageTitle needs a ServicesProvider above it.');
  const { setPageTitle } = services;
  useEffect(() => setPageTitle(title, topBarTitle), [setPageTitle, title, topBarTitle]);
}
