import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { createStore } from '@portage/primitives/store';
import type { EditorStore } from './editor-state.ts';

export type TestResult = NonNullable<CallResponse<Calls, 'POST /api/workflows/{id}/test-step'>['result']>;

/** The last test of a step in this visit: a run of it alone, up to it or from it on, or why none could start. */
export type StepTest =
  | { kind: 'alone' | 'upTo' | 'from'; runId: string /** Absent: it's read from the run. */; result?: TestResult | undefined }
  | { kind: 'refused'; problem: unknown };

interface Tests {
  /** By the step's clientId. */
  tests: ReadonlyMap<string, StepTest>;
  /** Steps whose effect the person has agreed to, by clientId. */
  agreed: ReadonlySet<string>;
}

/** What was tested in one editor, for as long as its store lives. */
export interface StepTests {
  /** The same object until something changes. */
  get(): Tests;
  subscribe(listener: () => void): () => void;
  put(clientId: string, test: StepTest): void;
  agree(clientId: string): void;
}

const testsByEditor = new WeakMap<EditorStore, StepTests>();

export function getStepTests(editor: EditorStore): StepTests {
  const existing = testsByEditor.get(editor);
  if (existing) return existing;
  const { get, set, subscribe } = createStore<Tests>({ tests: new Map(), agreed: new Set() });
  const made: StepTests = {
    get,
    subscribe,
    put: (clientId, test) => set({ ...get(), tests: new Map(get().tests).set(clientId, test) }),
    agree: (clientId) => set({ ...get(), agreed: new Set(get().agreed).add(clientId) }),
  };
  testsByEditor.set(editor, made);
  return made;
}
