import { createStore } from '@portage/primitives/store';
import type { EditorStep, EditorStore } from '../state/editor-state.ts';

/** An input that the step can't store, such as a blank name, with the reason. */
export interface FormDraft {
  text: string;
  message: string;
}

/** Messages by field, and the step as it was when its form reported them. */
interface FormReport {
  step: EditorStep;
  messages: ReadonlyMap<string, string>;
}

interface Memory {
  /** Fields whose problems are shown, by step; `all` means every field. */
  touched: ReadonlyMap<string, ReadonlySet<string> | 'all'>;
  /** Keys are made by `draftKey`. */
  drafts: ReadonlyMap<string, FormDraft & { clientId: string; field: string }>;
  /** By step: problems that only its form knows, such as what an operation's schema requires. */
  reports: ReadonlyMap<string, FormReport>;
}

/** The state of one editor's forms, which survives closing their panel. */
export interface FormMemory {
  /** The same object until something changes. */
  get(): Memory;
  subscribe(listener: () => void): () => void;
  touch(clientId: string, field: string): void;
  /** Shows every problem of a step (spec EDIT-53, SHELL-41). */
  touchAll(clientId: string): void;
  /** Null removes the draft. */
  setDraft(clientId: string, field: string, draft: FormDraft | null): void;
  /** Replaces the form's previous report about the step. */
  report(step: EditorStep, messages: ReadonlyMap<string, string>): void;
}

const memories = new WeakMap<EditorStore, FormMemory>();

/** The state of an editor's forms; lives as long as the editor's store. */
export function getFormMemory(store: EditorStore): FormMemory {
  const known = memories.get(store);
  if (known) return known;
  const made = createFormMemory();
  memories.set(store, made);
  return made;
}

/** Scrolls to a step, opens it and shows all its problems (spec EDIT-53). */
export function openAndValidate(store: EditorStore, clientId: string, groupIndex: number | null = null): void {
  getFormMemory(store).touchAll(clientId);
  store.request({ kind: 'reveal', id: clientId });
  store.open(clientId, groupIndex);
}

export function draftKey(clientId: string, field: string): string {
  return `${clientId}/${field}`;
}

export function isTouched({ touched }: Memory, clientId: string, field: string): boolean {
  const fields = touched.get(clientId);
  if (fields === 'all') return true;
  // Parts of a touched field, such as one of the headers, are touched with it.
  return fields !== undefined && (fields.has(field) || [...fields].some((one) => field.startsWith(`${one}.`)));
}

export function createFormMemory(): FormMemory {
  const { get, set: replace, subscribe } = createStore<Memory>({ touched: new Map(), drafts: new Map(), reports: new Map() });
  const set = (changes: Partial<Memory>) => replace({ ...get(), ...changes });

  return {
    get,
    subscribe,
    touch(clientId, field) {
      if (isTouched(get(), clientId, field)) return;
      const before = get().touched.get(clientId);
      set({ touched: new Map(get().touched).set(clientId, new Set([...(before instanceof Set ? before : []), field])) });
    },
    touchAll(clientId) {
      if (get().touched.get(clientId) !== 'all') set({ touched: new Map(get().touched).set(clientId, 'all') });
    },
    setDraft(clientId, field, draft) {
      const key = draftKey(clientId, field);
      const before = get().drafts.get(key);
      if (draft ? before?.text === draft.text && before.message === draft.message : !before) return;
      const drafts = new Map(get().drafts);
      if (draft) drafts.set(key, { ...draft, clientId, field });
      else drafts.delete(key);
      set({ drafts });
    },
    report(step, messages) {
      const before = get().reports.get(step.clientId);
      if ((before?.messages.size ?? 0) === 0 && messages.size === 0) return;
      const isSame = before?.messages.size === messages.size && [...messages].every(([field, text]) => before.messages.get(field) === text);
      if (isSame && before.step === step) return;
      set({ reports: new Map(get().reports).set(step.clientId, { step, messages }) });
    },
  };
}
