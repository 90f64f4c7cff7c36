/** Work is counted in units of about 10 ns, like a script's fuel: a Worker's clock stands still while code runs. */
export const workLimits = {
  unitsPerMs: 100_000,
  /** What the expressions of one step, or of one record of a sync, may use before yielding the thread: 50 ms. */
  mostAtOnce: 5_000_000,
} as const;

/** More work than a budget has left. The caller that knows the function turns it into an ExpressionError. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
}

/** How much of the thread expressions may still use. Each function charges by the size of its input before it works. */
export class WorkBudget {
  readonly #most: number;
  readonly #whole: WorkBudget | null;
  #used = 0;

  constructor(most: number = workLimits.mostAtOnce, whole: WorkBudget | null = null) {
    this.#most = most;
    this.#whole = whole;
  }

  /** Units charged so far, including those that exceeded the budget. */
  get used(): number {
    return this.#used;
  }

  /** @throws BudgetExceeded once more is used than the budget has */
  charge(units: number): void {
    this.#used += units;
    if (this.#whole) this.#whole.#used += units;
    if (this.#used > this.#most) throw new BudgetExceeded();
  }

  /** A full budget for one of many parts, such as a record of a sync. Its use also counts here, but isn't limited by what is left here. */
  forPart(): WorkBudget {
    return new WorkBudget(this.#most, this);
  }
}
