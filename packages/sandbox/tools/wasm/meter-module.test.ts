import { describe, expect, test } from 'vitest';
import { compileModule } from '../../src/testing/compile-module.ts';
import { ByteWriter } from './bytes.ts';
import { meterModule } from './meter-module.ts';

const options = {
  importName: (name: string) => name,
  exportName: (name: string) => `long-${name}`,
  memoryPages: { initial: 2, maximum: 3 },
};
const loopForever = [0x03, 0x40, 0x0c, 0x00, 0x0b];
const fillWithParameter = [0x41, 0x00, 0x41, 0x01, 0x20, 0x00, 0xfc, 0x0b, 0x00];
const copyWithParameter = [0x41, 0x00, 0x41, 0x08, 0x20, 0x00, 0xfc, 0x0a, 0x00, 0x00];
const storeMemorySize = [0x41, 0x00, 0x3f, 0x00, 0x36, 0x02, 0x00];
const growMemory = [0x41, 0x01, 0x40, 0x00, 0x1a];

/** A module with one function (i32) -> () of these instructions, exported as `run`, and an imported memory. */
function buildModule(instructions: readonly number[]): Uint8Array {
  const text = (value: string) => new ByteWriter().name(value).finish();
  const body = new ByteWriter().sized(Uint8Array.of(0x00, ...instructions, 0x0b)).finish();
  return new ByteWriter()
    .bytes([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00])
    .bytes([0x01])
    .sized(Uint8Array.of(0x01, 0x60, 0x01, 0x7f, 0x00))
    .bytes([0x02])
    .sized(Uint8Array.of(0x01, ...text('a'), ...text('m'), 0x02, 0x01, 0x01, 0x80, 0x02))
    .bytes([0x03])
    .sized(Uint8Array.of(0x01, 0x00))
    .bytes([0x06])
    .sized(Uint8Array.of(0x01, 0x7f, 0x01, 0x41, 0x07, 0x0b))
    .bytes([0x07])
    .sized(Uint8Array.of(0x01, ...text('run'), 0x00, 0x00))
    .bytes([0x0a])
    .sized(Uint8Array.of(0x01, ...body))
    .finish();
}

function instantiate(instructions: readonly number[]) {
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 3 });
  const module = compileModule(meterModule(buildModule(instructions), options));
  const exports = new WebAssembly.Instance(module, { host: { memory } }).exports as unknown as Record<
    'long-run',
    (value: number) => void
  > & {
    fuel: { value: number };
    pages: { value: number };
  };
  return { run: exports['long-run'], fuel: exports.fuel, pages: exports.pages, memory };
}

describe('the meter', () => {
  test('HOSTILE 16: stops an endless loop when its fuel runs out', () => {
    const { run, fuel } = instantiate(loopForever);
    fuel.value = 1000;
    expect(() => run(0)).toThrow(WebAssembly.RuntimeError);
    expect(fuel.value).toBe(-1);
  });

  test.each([
    ['fill', fillWithParameter],
    ['copy', copyWithParameter],
  ])('charges a 32nd of the length of a bulk %s before it works', (_name, instructions) => {
    const { run, fuel, memory } = instantiate(instructions);
    fuel.value = 5000;
    run(64_000);
    expect(fuel.value).toBe(5000 - 1 - 2000);
    new Uint8Array(memory.buffer).fill(9);
    fuel.value = 1000;
    expect(() => run(64_000)).toThrow(WebAssembly.RuntimeError);
    expect(new Uint8Array(memory.buffer).every((byte) => byte === 9)).toBe(true);
  });

  test('treats a length with the sign bit as large, not as negative', () => {
    const { run, fuel } = instantiate(fillWithParameter);
    fuel.value = 105_000_000;
    expect(() => run(-1)).toThrow(WebAssembly.RuntimeError);
    expect(fuel.value).toBeLessThan(0);
  });

  test('charges one for each function entered', () => {
    const { run, fuel } = instantiate([]);
    fuel.value = 10;
    run(0);
    expect(fuel.value).toBe(9);
  });

  test('lets the host set the memory size the module sees', () => {
    const { run, pages, memory } = instantiate(storeMemorySize);
    pages.value = 77;
    run(0);
    expect(new Uint32Array(memory.buffer)[0]).toBe(77);
  });

  test('limits the memory that can be passed in', () => {
    const module = compileModule(meterModule(buildModule([]), options));
    const larger = new WebAssembly.Memory({ initial: 2, maximum: 4 });
    expect(() => new WebAssembly.Instance(module, { host: { memory: larger } })).toThrow(/maximum/);
  });

  test('refuses a module that could grow its memory past the host, or that is truncated', () => {
    expect(() => meterModule(buildModule(growMemory), options)).toThrow(/0x40/);
    expect(() => meterModule(buildModule(loopForever).subarray(0, 40), options)).toThrow(/ends early/);
  });
});
