import { setTimeout as sleep } from 'node:timers/promises';
import { type SimulatedResponse, toJsonResponse, withHeaders } from './simulated-call.ts';

export const faultKinds = ['status-500', 'status-429', 'refused-422', 'lost-answer', 'slow-5s', 'out-of-service'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The call was carried out, but the connection is cut before its response. */
export const LOST_ANSWER = 'lost-answer';

/** The fault that a person set for a simulated system's next calls: the next writes, or all calls while it is out of service. */
export class Faults {
  #kind: FaultKind | null = null;
  #count = 0;

  set(kind: FaultKind, count: number): void {
    this.#kind = count > 0 ? kind : null;
    this.#count = count;
  }

  get left(): { kind: FaultKind | null; count: number } {
    return { kind: this.#kind, count: this.#count };
  }

  /** Whether the fault hits a call. */
  strikes(isWrite: boolean): boolean {
    return isWrite || this.#kind === 'out-of-service';
  }

  /** Makes one call, or applies the fault instead. @param failure a refusal in the system's own shape */
  async strike(
    call: () => Promise<SimulatedResponse>,
    failure: (status: number, message: string) => SimulatedResponse = (status, error) => toJsonResponse({ error }, { status }),
  ): Promise<SimulatedResponse | typeof LOST_ANSWER> {
    const kind = this.#take();
    switch (kind) {
      case null:
        return call();
      case 'status-500':
        return failure(500, 'Something went wrong in the simulated system.');
      case 'out-of-service':
        return failure(503, 'The simulated system is out of service.');
      case 'status-429':
        return withHeaders(failure(429, 'Too many requests.'), { 'retry-after': '2' });
      case 'refused-422':
        return failure(422, 'The record was refused.');
      case 'slow-5s':
        await sleep(5_000, undefined, { ref: false });
        return call();
      case LOST_ANSWER:
        await call();
        return LOST_ANSWER;
      default:
        return kind satisfies never;
    }
  }

  #take(): FaultKind | null {
    const kind = this.#kind;
    if (kind === null) return null;
    this.set(kind, this.#count - 1);
    return kind;
  }
}
