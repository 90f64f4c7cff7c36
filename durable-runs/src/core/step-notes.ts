/** Notes of the current part of a step. Each is stored before anything sent afterwards leaves the run. */
export interface StepNotes {
  get(name: string): unknown;
  put(entries: readonly (readonly [name: string, value: unknown])[]): void;
}
