import type { LeaveQuestion } from '@portage/area-kit/base';

type HasUnsavedWork = () => boolean;

/** Pages that may have unsaved work register here (spec SHELL-42). */
export class LeaveGuard {
  readonly #checks = new Map<HasUnsavedWork, LeaveQuestion | undefined>();

  /** @returns a function that removes the check */
  readonly add = (check: HasUnsavedWork, question?: LeaveQuestion): (() => void) => {
    this.#checks.set(check, question);
    return () => this.#checks.delete(check);
  };

  get hasUnsavedWork(): boolean {
    return [...this.#checks.keys()].some((check) => check());
  }

  /** The text of the first page that has unsaved work, if it has its own. */
  get question(): LeaveQuestion | undefined {
    for (const [check, question] of this.#checks) if (check()) return question;
    return undefined;
  }
}
