/** Work is counted in units of about 10 ns, as a script's fuel is: the clock of a Worker stands still while code runs. */
export const workLimits = {
  unitsPerMs: 100_000,
  /** What the expressions of one step, or of one record of a sync, may use before the thread is given to others: 50 ms. */
  mostAtOnce: 5_000_000,
} as const;

/** More work than a budget has left. Whoever knows which function asked for it turns it into an ExpressionError. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
}

/** What expressions may still use of the thread. Each function charges by the size of its input before it works. */
export class WorkBudget {
  readonly #most: number;
  readonly #whole: WorkBudget | null;
  #used = 0;

  constructor(most: number = workLimits.mostAtOnce, whole: WorkBudget | null = null) {
    this.#most = most;
    this.#whole = whole;
  }

  /** Units charged so far, those that exceeded the budget included. */
  get used(): number {
    return this.#used;
  }

  /** @throws BudgetExceeded once more is used than the budget has */
  charge(units: number): void {
    this.#used += units;
    if (this.#whole) this.#whole.#used += units;
    if (this.#used > this.#most) throw new BudgetExceeded();
  }

  /** A full budget for one of many parts, such as a record of a sync. What it uses counts here, too, but is not limited by what is left here. */
  forPart(): WorkBudget {
    return new WorkBudget(this.#most, this);
  }
}
