/** Reads numbers and byte runs of a WebAssembly binary in order. */
export class ByteReader {
  readonly bytes: Uint8Array;
  position: number;
  readonly end: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  get done(): boolean {
    return this.position >= this.end;
  }

  byte(): number {
    const value = this.bytes[this.position];
    if (value === undefined || this.position >= this.end) throw new Error(`The wasm file ends early, at byte ${this.position}.`);
    this.position += 1;
    return value;
  }

  unsigned(): number {
    let result = 0;
    let factor = 1;
    for (;;) {
      const next = this.byte();
      result += (next & 0x7f) * factor;
      if ((next & 0x80) === 0) return result;
      factor *= 128;
    }
  }

  /** Skips one LEB128 number of any width and sign. */
  skipNumber(): void {
    while ((this.byte() & 0x80) !== 0);
  }

  skip(length: number): void {
    this.position += length;
    if (this.position > this.end) throw new Error(`The wasm file ends early, at byte ${this.end}.`);
  }

  take(length: number): Uint8Array {
    const start = this.position;
    this.skip(length);
    return this.bytes.subarray(start, this.position);
  }

  name(): string {
    return new TextDecoder().decode(this.take(this.unsigned()));
  }
}

/** Collects the bytes of a WebAssembly binary. */
export class ByteWriter {
  #chunks: Uint8Array[] = [];
  #length = 0;

  bytes(chunk: Uint8Array | readonly number[]): this {
    const copy = Uint8Array.from(chunk);
    this.#chunks.push(copy);
    this.#length += copy.length;
    return this;
  }

  unsigned(value: number): this {
    return this.bytes(unsignedLeb(value));
  }

  name(text: string): this {
    return this.sized(new TextEncoder().encode(text));
  }

  /** Bytes preceded by their length, as sections, bodies and names are written. */
  sized(chunk: Uint8Array): this {
    return this.unsigned(chunk.length).bytes(chunk);
  }

  finish(): Uint8Array {
    const result = new Uint8Array(this.#length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      result.set(chunk, offset);
      offset += chunk.length;
    }
    return result;
  }
}

export function unsignedLeb(value: number): number[] {
  const result: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    result.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return result;
}
