import { ApiError, type Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

type Decision = 'Approved' | 'Rejected';
const PAUSE_MS = 300;

export interface PeopleReport {
  approvals: number;
  /** Questions that accepted more than one decision: must be 0. */
  approvalsTakenTwice: number;
  /** Questions whose decision changed later: must be 0. */
  approvalsChanged: number;
}

/** People who decide every question twice at once, with yes and no, and cancel runs that wait for an endless one, whatever dies. */
export class PeopleAtWork {
  readonly #signIn: () => Promise<Client<Calls>>;
  readonly #taken = new Map<string, number>();
  readonly #decided = new Map<string, string>();
  readonly #changed = new Set<string>();
  readonly #toCancel = new Set<string>();
  readonly #done: Promise<void>;
  #isOver = false;

  constructor(signIn: () => Promise<Client<Calls>>) {
    this.#signIn = signIn;
    this.#done = this.#work();
  }

  /** Cancels the run once it waits for another run. */
  cancel(runId: string): void {
    this.#toCancel.add(runId);
  }

  /** Each question's decision, by its id. */
  get decided(): ReadonlyMap<string, string> {
    return this.#decided;
  }

  async stop(): Promise<PeopleReport> {
    this.#isOver = true;
    await this.#done;
    return {
      approvals: this.#decided.size,
      approvalsTakenTwice: [...this.#taken.values()].filter((times) => times > 1).length,
      approvalsChanged: this.#changed.size,
    };
  }

  async #work(): Promise<void> {
    let api: Client<Calls> | null = null;
    while (!this.#isOver) {
      try {
        api ??= await this.#signIn();
        await this.#answerAll(api);
        await this.#cancelAll(api);
      } catch (error) {
        // Portage is down, or a response was lost: try again later. A session survives kills; a sign-in may be killed each time.
        if (error instanceof ApiError && error.status === 401) api = null;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #answerAll(api: Client<Calls>): Promise<void> {
    const { approvals } = await api('GET /api/approvals', {});
    for (const { runId, approvalId } of approvals) {
      const answer = async (decision: Decision) => {
        const params = { runId, approvalId };
        const result = await api('POST /api/approvals/{runId}/{approvalId}/answer', { params, body: { decision } });
        if (result.isTaken) this.#taken.set(approvalId, (this.#taken.get(approvalId) ?? 0) + 1);
        const stands = result.approval.decided?.decision ?? 'nothing';
        const before = this.#decided.get(approvalId) ?? stands;
        if (before !== stands) this.#changed.add(approvalId);
        this.#decided.set(approvalId, before);
      };
      const failed = (await Promise.allSettled([answer('Approved'), answer('Rejected')])).find(({ status }) => status === 'rejected');
      if (failed) throw new Error('An answer was lost');
    }
  }

  async #cancelAll(api: Client<Calls>): Promise<void> {
    for (const runId of this.#toCancel) {
      const { workflowInstance: run } = await api('GET /api/workflows/instances/{id}', { params: { id: runId } });
      if (run.waiting?.kind === 'Run') await api('GET /api/workflows/instances/{id}/cancel', { params: { id: runId } });
      if (run.status === 'Cancelled') this.#toCancel.delete(runId);
    }
  }
}
