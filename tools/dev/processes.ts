import type { ChildProcess } from 'node:child_process';

/** Processes that belong together: when one ends, or the person presses Ctrl-C, all of them are stopped. */
export class Processes {
  readonly #running = new Map<ChildProcess, Promise<unknown>>();
  #stopping: Promise<never> | null = null;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void this.stop(0));
    // The launcher has ended.
    process.on('disconnect', () => void this.stop(0));
  }

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  /** Waits for a process that ends by itself. @throws if it fails; its output says why */
  async runToEnd(child: ChildProcess): Promise<void> {
    const code = await this.#track(child);
    if (code !== 0) await this.stop(1);
  }

  /** Adds a process that runs until all are stopped. */
  add(name: string, child: ChildProcess): void {
    void this.#track(child).then((code) => {
      if (this.isStopping) return;
      console.error(`${name} has ended (${code}), so everything is stopped.`);
      void this.stop(1);
    });
  }

  stop(code: number): Promise<never> {
    this.#stopping ??= this.#stopAll(code);
    return this.#stopping;
  }

  async #stopAll(code: number): Promise<never> {
    const running = [...this.#running];
    for (const [child] of running) child.kill('SIGINT');
    await Promise.all(running.map(([, ended]) => ended));
    return process.exit(code);
  }

  #track(child: ChildProcess): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null));
      child.once('exit', (code) => resolve(code));
    });
    this.#running.set(child, ended);
    void ended.then(() => this.#running.delete(child));
    return ended;
  }
}
