import { messageOf } from '@portage/contracts';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';

export interface Notice {
  id: number;
  kind: NoticeKind;
  text: string;
}

/** More would cover the page; the oldest goes first. */
const MOST_AT_ONCE = 4;

/** Short messages to the person, from the shell and from every area (`host.notify`). */
export class Notices {
  #list: readonly Notice[] = [];
  #lastId = 0;
  readonly #listeners = new Set<() => void>();

  readonly getList = (): readonly Notice[] => this.#list;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly success = (text: string): void => this.#add('success', text);
  readonly info = (text: string): void => this.#add('info', text);
  readonly warning = (text: string): void => this.#add('warning', text);
  /** Spec ERR-01..04, ERR-11: a text is shown as it is, of anything thrown the text for a person. */
  readonly error = (textOrError: unknown): void =>
    this.#add('error', typeof textOrError === 'string' ? textOrError : messageOf(textOrError));

  dismiss(id: number): void {
    this.#set(this.#list.filter((notice) => notice.id !== id));
  }

  #add(kind: NoticeKind, text: string): void {
    // The same again is no news; it moves to the front with its time starting anew.
    const others = this.#list.filter((notice) => notice.kind !== kind || notice.text !== text);
    this.#lastId += 1;
    this.#set([...others, { id: this.#lastId, kind, text }].slice(-MOST_AT_ONCE));
  }

  #set(list: readonly Notice[]): void {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }
}
