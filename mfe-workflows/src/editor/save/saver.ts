import { createStore } from '@portage/primitives/store';
import type { WorkflowStep } from '@portage/workflow';

/** Autosave waits until a person has paused for this long (spec EDIT-61). */
const AUTOSAVE_QUIET_MS = 2_000;
/** Pauses between attempts of a failed autosave; the last one repeats. */
const RETRY_PAUSES_MS = [5_000, 10_000, 20_000, 40_000, 60_000];

/** The position of the canvas; stored with the workflow, never a reason for a version. */
export interface CanvasView {
  offset: { x: number; y: number };
  zoom: number;
}

/** The content to save. Steps are compared by identity: undoing back to the saved state leaves nothing to save. */
export interface Draft {
  steps: readonly WorkflowStep[];
  view: CanvasView;
}

export type SaveKind = 'auto' | 'manual';

export interface SaveRequest {
  kind: SaveKind;
  /** The version that was changed; the server refuses the save if another came first. */
  versionId: string;
  /** Omitted if only the view has changed. */
  steps?: readonly WorkflowStep[];
  view: CanvasView;
}

export interface SaverPorts {
  readDraft(): Draft;
  send(request: SaveRequest): Promise<{ versionId: string }>;
  /** Classifies a failed save; `retry`: it may work later without changes. */
  judge(error: unknown): 'conflict' | 'retry' | 'refused';
  /** Returns a function that cancels the callback. */
  later(callback: () => void, ms: number): () => void;
  now(): Date;
}

export interface SavingState {
  /** `conflict`: nothing is saved until the person has chosen (`adopt` or `overwrite`). */
  phase: 'idle' | 'saving' | 'failed' | 'conflict';
  lastSave: { kind: SaveKind; at: Date } | null;
  error: unknown;
  /** Some steps are on no server yet. */
  hasUnsavedChanges: boolean;
}

/** Saves 2 s after the last change (spec EDIT-61..64), or by hand. One save at a time; later changes go into the next one. */
export class Saver {
  readonly #ports: SaverPorts;
  readonly #store = createStore<SavingState>({ phase: 'idle', lastSave: null, error: null, hasUnsavedChanges: false });
  #base: Draft & { versionId: string };
  #isAutomatic = true;
  #failures = 0;
  #running: Promise<unknown> | null = null;
  #withdraw: (() => void) | null = null;
  #isDisposed = false;

  constructor(ports: SaverPorts, versionId: string) {
    this.#ports = ports;
    this.#base = { ...ports.readDraft(), versionId };
  }

  readonly getState = this.#store.get;

  readonly subscribe = this.#store.subscribe;

  get versionId(): string {
    return this.#base.versionId;
  }

  /** Spec EDIT-64: nothing is saved automatically while the workflow is read-only. */
  setAutomatic(isAutomatic: boolean): void {
    this.#isAutomatic = isAutomatic;
    if (!isAutomatic) this.#stopTimer();
  }

  /** Call it after every change of the draft. */
  readonly noteChange = (): void => {
    const hasUnsavedChanges = this.#areStepsNew();
    const isSettled = !hasUnsavedChanges && (this.getState().phase === 'failed' || this.getState().phase === 'conflict');
    if (isSettled) this.#set({ phase: 'idle', error: null, hasUnsavedChanges });
    else if (hasUnsavedChanges !== this.getState().hasUnsavedChanges) this.#set({ hasUnsavedChanges });
    this.#arm(AUTOSAVE_QUIET_MS);
  };

  /** Retries a failed save at once, e.g. when the network is back. */
  readonly retry = (): void => {
    if (this.getState().phase === 'failed') this.#arm(0);
  };

  /** Saves by hand; waits for a running save (spec EDIT-63). @throws the error of `send`. */
  async save(): Promise<void> {
    await this.#idle();
    await this.#send('manual');
  }

  /** Saves unsaved changes before something that needs the server to know them. @throws as `save` */
  async flush(): Promise<void> {
    await this.#idle();
    if (this.#areStepsNew()) await this.#send('manual');
  }

  /** Whether a save would change nothing but this step: what the server has of the others is current. */
  changesOnly(clientId: string): boolean {
    const { steps } = this.#ports.readDraft();
    const saved = this.#base.steps;
    const isSame = (step: WorkflowStep, before: WorkflowStep | undefined) =>
      step === before || (step.clientId === clientId && before?.clientId === clientId && step.stepId === before.stepId);
    return steps.length === saved.length && steps.every((step, at) => isSame(step, saved[at]));
  }

  /** Runs another change of the same workflow between saves. @param change returns the resulting version. */
  async between(change: () => Promise<{ versionId: string }>): Promise<void> {
    await this.#idle();
    const running = change();
    this.#running = running.catch(() => undefined);
    try {
      const { versionId } = await running;
      this.#base = { ...this.#base, versionId };
    } finally {
      this.#running = null;
      this.#arm(AUTOSAVE_QUIET_MS);
    }
  }

  /** Call it when the draft equals the server's version: after loading, reloading, or accepting the other version at a conflict. */
  adopt(versionId: string): void {
    this.#stopTimer();
    this.#base = { ...this.#ports.readDraft(), versionId };
    this.#set({ phase: 'idle', error: null, hasUnsavedChanges: false });
  }

  /** Call it when the draft differs from the server's version, as one does that was stored in the browser. */
  rebase(versionId: string, savedSteps: readonly WorkflowStep[]): void {
    this.#base = { ...this.#base, versionId, steps: savedSteps };
    this.#set({ phase: 'idle', error: null });
    this.noteChange();
  }

  /** Resolves a conflict with the local steps. @param versionId the version that is replaced. @throws as `save` */
  async overwrite(versionId: string): Promise<void> {
    await this.#idle();
    this.#base = { ...this.#base, versionId };
    await this.#send('manual');
  }

  /** Saves steps that are based on an older version than the loaded one; the server decides at once whether the two conflict. */
  async saveOnto(versionId: string): Promise<void> {
    await this.#idle();
    this.#base = { ...this.#base, versionId };
    await this.#send('auto');
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stopTimer();
  }

  #areStepsNew(): boolean {
    return this.#ports.readDraft().steps !== this.#base.steps;
  }

  #isViewNew(): boolean {
    const { offset, zoom } = this.#ports.readDraft().view;
    const { view } = this.#base;
    return offset.x !== view.offset.x || offset.y !== view.offset.y || zoom !== view.zoom;
  }

  #arm(pauseMs: number): void {
    if (this.#running || this.#isDisposed) return;
    this.#stopTimer();
    if (!this.#isAutomatic || this.getState().phase === 'conflict') return;
    if (!this.#areStepsNew() && !this.#isViewNew()) return;
    this.#withdraw = this.#ports.later(() => {
      this.#withdraw = null;
      this.#send('auto').catch(() => undefined);
    }, pauseMs);
  }

  #stopTimer(): void {
    this.#withdraw?.();
    this.#withdraw = null;
  }

  async #idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #send(kind: SaveKind): Promise<void> {
    this.#stopTimer();
    const sending = this.#sendDraft(kind);
    this.#running = sending.catch(() => undefined);
    return sending;
  }

  async #sendDraft(kind: SaveKind): Promise<void> {
    const draft = this.#ports.readDraft();
    const isOnlyView = kind === 'auto' && draft.steps === this.#base.steps;
    if (!isOnlyView) this.#set({ phase: 'saving', error: null });
    try {
      const { versionId } = await this.#ports.send({
        kind,
        versionId: this.#base.versionId,
        view: draft.view,
        ...(isOnlyView ? {} : { steps: draft.steps }),
      });
      this.#base = { ...draft, versionId };
      this.#failures = 0;
      this.#running = null;
      const saved = isOnlyView ? {} : { phase: 'idle' as const, lastSave: { kind, at: this.#ports.now() } };
      this.#set({ ...saved, hasUnsavedChanges: this.#areStepsNew() });
      this.#arm(AUTOSAVE_QUIET_MS);
    } catch (error) {
      this.#running = null;
      this.#failed(error, isOnlyView);
      throw error;
    }
  }

  #failed(error: unknown, isOnlyView: boolean): void {
    // A moved canvas isn't worth a question or a warning; the next save includes its position.
    if (isOnlyView) {
      this.#base = { ...this.#base, view: this.#ports.readDraft().view };
      return;
    }
    const judgement = this.#ports.judge(error);
    this.#set({ phase: judgement === 'conflict' ? 'conflict' : 'failed', error, hasUnsavedChanges: this.#areStepsNew() });
    if (judgement !== 'retry') return;
    const pauseMs = RETRY_PAUSES_MS[Math.min(this.#failures, RETRY_PAUSES_MS.length - 1)] ?? AUTOSAVE_QUIET_MS;
    this.#failures += 1;
    this.#arm(pauseMs);
  }

  #set(changes: Partial<SavingState>): void {
    this.#store.set({ ...this.getState(), ...changes });
  }
}
