type HasUnsavedWork = () => boolean;

/** Pages that may hold unsaved work say so here (spec SHELL-42). */
export class LeaveGuard {
  readonly #checks = new Set<HasUnsavedWork>();

  /** Gives back the way to withdraw the check. */
  readonly add = (check: HasUnsavedWork): (() => void) => {
    this.#checks.add(check);
    return () => this.#checks.delete(check);
  };

  get hasUnsavedWork(): boolean {
    return [...this.#checks].some((check) => check());
  }
}
