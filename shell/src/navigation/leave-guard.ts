import type { LeaveQuestion } from '@portage/area-kit/base';

type HasUnsavedWork = () => boolean;

/** Pages that may hold unsaved work say so here (spec SHELL-42). */
export class LeaveGuard {
  readonly #checks = new Map<HasUnsavedWork, LeaveQuestion | undefined>();

  /** Gives back the way to withdraw the check. */
  readonly add = (check: HasUnsavedWork, question?: LeaveQuestion): (() => void) => {
    this.#checks.set(check, question);
    return () => this.#checks.delete(check);
  };

  get hasUnsavedWork(): boolean {
    return [...this.#checks.keys()].some((check) => check());
  }

  /** In the words of the first page that has unsaved work, if it has words of its own. */
  get question(): LeaveQuestion | undefined {
    for (const [check, question] of this.#checks) if (check()) return question;
    return undefined;
  }
}
