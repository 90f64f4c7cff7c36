import { appendFileSync, closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';

/** Ten megabytes hold a few hours of a busy Portage; three such files cover about a day. */
const MAX_BYTES = 10 * 1024 * 1024;
const KEPT_FILES = 3;

export interface LogMark {
  rotations: number;
  bytes: number;
}

/**
 * A log that outlives restarts. It grows to 10 MB, then becomes `<file>.1`, and so on up to `.3`.
 *
 * A failed write never throws: a full disk must not end the product. The next successful write first reports how many lines were lost.
 */
export class LogFile {
  readonly path: string;
  readonly #maxBytes: number;
  #bytes: number;
  #lostLines = 0;
  #rotations = 0;

  constructor(path: string, maxBytes = MAX_BYTES) {
    this.path = path;
    this.#maxBytes = maxBytes;
    this.#bytes = getFileSize(path);
  }

  /** Writes text that ends with a line break. */
  append(text: string): void {
    try {
      if (this.#bytes > 0 && this.#bytes + text.length > this.#maxBytes) this.#rotate();
      if (this.#lostLines > 0) {
        const note = `${JSON.stringify({ time: new Date().toISOString(), level: 'warn', message: 'Log lines could not be written', lines: this.#lostLines })}\n`;
        this.#write(note);
        this.#lostLines = 0;
      }
      this.#write(text);
    } catch {
      this.#lostLines += 1;
    }
  }

  /** The log's current end, for `since`. */
  mark(): LogMark {
    return { rotations: this.#rotations, bytes: this.#bytes };
  }

  /** The text written after `mark`; after a rotation, the whole new file. */
  since(mark: LogMark): string {
    try {
      const from = mark.rotations === this.#rotations ? mark.bytes : 0;
      const buffer = Buffer.alloc(this.#bytes - from);
      const file = openSync(this.path, 'r');
      const length = readSync(file, buffer, 0, buffer.length, from);
      closeSync(file);
      return buffer.subarray(0, length).toString();
    } catch {
      return '';
    }
  }

  #write(text: string): void {
    appendFileSync(this.path, text);
    this.#bytes += Buffer.byteLength(text);
  }

  #rotate(): void {
    rmSync(`${this.path}.${KEPT_FILES}`, { force: true });
    for (let at = KEPT_FILES - 1; at >= 1; at--)
      if (existsSync(`${this.path}.${at}`)) renameSync(`${this.path}.${at}`, `${this.path}.${at + 1}`);
    renameSync(this.path, `${this.path}.1`);
    this.#bytes = 0;
    this.#rotations += 1;
  }
}

function getFileSize(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
