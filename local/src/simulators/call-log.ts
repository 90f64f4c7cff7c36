import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface LoggedCall {
  at: string;
  method: string;
  path: string;
  /** 0: the connection was cut before a response. */
  status: number;
  isWrite: boolean;
}

const SHOWN = 10_000;

/** The calls that a simulated system has received since its log was emptied. All are counted; the newest are shown. */
export class CallLog {
  readonly #file: string | null;
  #newest: LoggedCall[] = [];
  totalCount = 0;
  writeCount = 0;

  constructor(file: string | null) {
    this.#file = file;
    if (file === null || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      try {
        this.#take(JSON.parse(line) as LoggedCall);
      } catch {
        // A line was cut off when Portage was killed.
      }
    }
  }

  add(call: LoggedCall): void {
    this.#take(call);
    if (this.#file !== null) appendFileSync(this.#file, `${JSON.stringify(call)}\n`, { mode: 0o600 });
  }

  /** Newest first. */
  page(pageIndex: number, pageSize: number): LoggedCall[] {
    return this.#newest.toReversed().slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
  }

  clear(): void {
    this.#newest = [];
    this.totalCount = 0;
    this.writeCount = 0;
    if (this.#file !== null) writeFileSync(this.#file, '', { mode: 0o600 });
  }

  #take(call: LoggedCall): void {
    this.#newest.push(call);
    if (this.#newest.length > 2 * SHOWN) this.#newest = this.#newest.slice(-SHOWN);
    this.totalCount += 1;
    if (call.isWrite) this.writeCount += 1;
  }
}
