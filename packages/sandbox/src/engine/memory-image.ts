import type { EngineExports, Pointer } from './exports.ts';

const stackSize = 5 * 1024 * 1024;

/**
 * A snapshot of the engine's memory, taken once it's ready for a script and restored over whatever a script has left.
 *
 * The memory consists of static data, the C stack (5 MiB, growing down from its top), and the heap up to the break. Restoring the
 * snapshot gives a fresh runtime and context, byte for byte the same for every script of every owner, whether the last one ended
 * well, was cut, or trapped half-way through a write.
 */
export class MemoryImage {
  readonly #memory: WebAssembly.Memory;
  readonly #stackTop: Pointer;
  readonly #breakAddress: Pointer;
  readonly #data: Uint8Array;
  readonly #heap: Uint8Array;

  /** @param breakAddress where the allocator stores the end of the heap it has taken (see {@link findBreakAddress}) */
  constructor(memory: WebAssembly.Memory, stackTop: Pointer, breakAddress: Pointer) {
    this.#memory = memory;
    this.#stackTop = stackTop;
    this.#breakAddress = breakAddress;
    const bytes = new Uint8Array(memory.buffer);
    this.#data = bytes.slice(0, stackTop - stackSize);
    this.#heap = bytes.slice(stackTop, this.#heapEnd());
  }

  /**
   * Restores the snapshot and clears everything past it.
   *
   * @param clearStack also clear the C stack, which holds nothing a well-behaved engine reads: for another owner, and after a trap
   */
  restore(clearStack: boolean): void {
    const bytes = new Uint8Array(this.#memory.buffer);
    const dirtyEnd = this.#heapEnd();
    bytes.set(this.#heap, this.#stackTop);
    bytes.fill(0, this.#stackTop + this.#heap.length, dirtyEnd);
    if (clearStack) bytes.fill(0, this.#data.length, this.#stackTop);
    bytes.set(this.#data, 0);
  }

  get heapBytes(): number {
    return this.#heapEnd() - this.#stackTop;
  }

  /** The end of what the allocator has handed out. An impossible value (a script broke the engine) counts as everything. */
  #heapEnd(): Pointer {
    const size = this.#memory.buffer.byteLength;
    const found = new Uint32Array(this.#memory.buffer)[this.#breakAddress >> 2] ?? size;
    return found > this.#stackTop && found <= size ? found : size;
  }
}

/**
 * Finds the word of static data in which the allocator stores the break: after a large allocation it's the changed word with the
 * highest address. Restores the memory afterwards, because the allocation would otherwise be part of every snapshot.
 *
 * @throws Error if there is no such word, as with an allocator other than the pinned engine's
 */
export function findBreakAddress(memory: WebAssembly.Memory, engine: EngineExports, stackTop: Pointer): Pointer {
  const dataWords = (stackTop - stackSize) >> 2;
  const before = new Uint32Array(memory.buffer.slice(0, dataWords << 2));
  const heapBefore = memory.buffer.slice(stackTop);
  engine.free(engine.malloc(512 * 1024));
  const after = new Uint32Array(memory.buffer, 0, dataWords);
  let found = 0;
  for (let index = 0; index < dataWords; index += 1) {
    const value = after[index] ?? 0;
    const points = value !== before[index] && value > stackTop && value <= memory.buffer.byteLength;
    if (points && value > (after[found] ?? 0)) found = index;
  }
  if (found === 0) throw new Error('The end of the heap was not found in the script engine.');
  after.set(before);
  new Uint8Array(memory.buffer, stackTop).set(new Uint8Array(heapBefore));
  return found << 2;
}
