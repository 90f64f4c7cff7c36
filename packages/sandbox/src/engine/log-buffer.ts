import type { ScriptLog, ScriptLogLevel } from '../script-result.ts';

const levels: readonly string[] = ['log', 'info', 'warn', 'error'] satisfies ScriptLogLevel[];
const bytesPerEntry = 16;

/** Collects a script's log up to a limit, then one line says that the rest was omitted. */
export class LogBuffer {
  readonly entries: ScriptLog[] = [];
  #room: number;
  #isFull = false;

  constructor(limitBytes: number) {
    this.#room = limitBytes;
  }

  add(level: string, textJson: string): void {
    if (this.#isFull || !isLevel(level)) return;
    const text: unknown = JSON.parse(textJson);
    if (typeof text !== 'string') return;
    const size = text.length * (isPlain(text) ? 1 : 3) + bytesPerEntry;
    if (size > this.#room) {
      this.#isFull = true;
      this.entries.push({ level: 'warn', text: 'The log is full; later lines were left out.' });
      return;
    }
    this.#room -= size;
    this.entries.push({ level, text });
  }
}

function isLevel(level: string): level is ScriptLogLevel {
  return levels.includes(level);
}

function isPlain(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}
