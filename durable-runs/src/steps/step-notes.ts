/** Notes of the part of a step that is under way, each on disk before anything leaves the run afterwards. */
export interface StepNotes {
  get(name: string): unknown;
  put(entries: readonly (readonly [name: string, value: unknown])[]): void;
}
