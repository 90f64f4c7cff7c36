import { ByteReader, ByteWriter, unsignedLeb } from './bytes.ts';
import { skipInstruction } from './instructions.ts';

const section = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const;
const i32 = 0x7f;
const bytesPerFuelShift = 5;
/** 2^31 - 1 as a signed LEB128: the module's own start function runs before the host can set the fuel. */
const fullTank = [0xff, 0xff, 0xff, 0xff, 0x07];

export interface MeterOptions {
  /** New name of an import (`module`.`name` as the file has them). */
  importName(name: string): string;
  /** New name of an export. */
  exportName(name: string): string;
  memoryPages: { initial: number; maximum: number };
}

/**
 * Rewrites a WebAssembly module so that everything it runs costs fuel: a global `fuel` (exported, i32) falls by one in every
 * iteration of every loop and in every function entered, and by a 32nd of its length at every bulk copy or fill; below zero the
 * module traps. When the module asks for its memory's size, it gets the global `pages` (exported, i32), so the host can give each
 * script less memory than an earlier one made it grow to. Imports and exports get readable names, and the imported memory gets its
 * limits.
 *
 * @param source a module whose memory is imported and whose functions use the plain instruction set
 * @throws Error if the module contains something the meter can't vouch for
 */
export function meterModule(source: Uint8Array, options: MeterOptions): Uint8Array {
  const reader = new ByteReader(source);
  const writer = new ByteWriter().bytes(reader.take(8));
  let parameterCounts: number[] = [];
  let functionTypes: number[] = [];
  let globalCount = 0;
  while (!reader.done) {
    const id = reader.byte();
    const body = reader.take(reader.unsigned());
    if (id === 0) continue;
    let written = body;
    if (id === section.type) parameterCounts = readParameterCounts(body);
    if (id === section.function) functionTypes = readFunctionTypes(body);
    if (id === section.import) written = rewriteImports(body, options);
    if (id === section.global) {
      globalCount = new ByteReader(body).unsigned();
      written = appendGlobals(body, globalCount);
    }
    if (id === section.export) written = rewriteExports(body, options, globalCount);
    if (id === section.code) written = rewriteCode(body, parameterCounts, functionTypes, globalCount);
    writer.bytes([id]).sized(written);
  }
  return writer.finish();
}

function readParameterCounts(body: Uint8Array): number[] {
  const reader = new ByteReader(body);
  return Array.from({ length: reader.unsigned() }, () => {
    if (reader.byte() !== 0x60) throw new Error('The meter only knows function types.');
    const parameters = reader.unsigned();
    reader.skip(parameters);
    reader.skip(reader.unsigned());
    return parameters;
  });
}

function readFunctionTypes(body: Uint8Array): number[] {
  const reader = new ByteReader(body);
  return Array.from({ length: reader.unsigned() }, () => reader.unsigned());
}

function rewriteImports(body: Uint8Array, options: MeterOptions): Uint8Array {
  const reader = new ByteReader(body);
  const count = reader.unsigned();
  const writer = new ByteWriter().unsigned(count);
  for (let index = 0; index < count; index += 1) {
    reader.name();
    const name = reader.name();
    const kind = reader.byte();
    if (kind === 0x00) {
      writer.name('host').name(options.importName(name)).bytes([kind]).unsigned(reader.unsigned());
    } else if (kind === 0x02) {
      if (reader.byte() !== 0x01) throw new Error('The memory must be imported with a maximum and must not be shared.');
      reader.skipNumber();
      reader.skipNumber();
      writer.name('host').name('memory').bytes([kind, 0x01]).unsigned(options.memoryPages.initial).unsigned(options.memoryPages.maximum);
    } else {
      throw new Error(`The meter does not take imports of kind ${kind}.`);
    }
  }
  return writer.finish();
}

function appendGlobals(body: Uint8Array, globalCount: number): Uint8Array {
  const reader = new ByteReader(body);
  reader.unsigned();
  return new ByteWriter()
    .unsigned(globalCount + 2)
    .bytes(body.subarray(reader.position))
    .bytes([i32, 0x01, 0x41, ...fullTank, 0x0b])
    .bytes([i32, 0x01, 0x41, 0x00, 0x0b])
    .finish();
}

function rewriteExports(body: Uint8Array, options: MeterOptions, fuelGlobal: number): Uint8Array {
  const reader = new ByteReader(body);
  const count = reader.unsigned();
  const writer = new ByteWriter().unsigned(count + 2);
  for (let index = 0; index < count; index += 1) {
    writer.name(options.exportName(reader.name())).bytes([reader.byte()]).unsigned(reader.unsigned());
  }
  return writer
    .name('fuel')
    .bytes([0x03])
    .unsigned(fuelGlobal)
    .name('pages')
    .bytes([0x03])
    .unsigned(fuelGlobal + 1)
    .finish();
}

function rewriteCode(body: Uint8Array, parameterCounts: number[], functionTypes: number[], fuelGlobal: number): Uint8Array {
  const reader = new ByteReader(body);
  const count = reader.unsigned();
  const writer = new ByteWriter().unsigned(count);
  for (let index = 0; index < count; index += 1) {
    const parameters = parameterCounts[functionTypes[index] ?? -1];
    if (parameters === undefined) throw new Error(`Function ${index} has no type.`);
    writer.sized(meterFunction(reader.take(reader.unsigned()), parameters, fuelGlobal));
  }
  return writer.finish();
}

function meterFunction(body: Uint8Array, parameters: number, fuelGlobal: number): Uint8Array {
  const reader = new ByteReader(body);
  const groups = reader.unsigned();
  const groupsStart = reader.position;
  let localCount = parameters;
  for (let group = 0; group < groups; group += 1) {
    localCount += reader.unsigned();
    reader.skip(1);
  }
  const writer = new ByteWriter()
    .unsigned(groups + 1)
    .bytes(body.subarray(groupsStart, reader.position))
    .unsigned(1)
    .bytes([i32]);
  const one = [0x41, 0x01];
  const lengthCharge = [0x20, ...unsignedLeb(localCount), 0x41, bytesPerFuelShift, 0x76];
  writer.bytes(charge(one, fuelGlobal));
  let copied = reader.position;
  while (!reader.done) {
    const start = reader.position;
    const kind = skipInstruction(reader);
    if (kind === 'loop') {
      writer.bytes(body.subarray(copied, reader.position)).bytes(charge(one, fuelGlobal));
      copied = reader.position;
    } else if (kind === 'bulk-memory') {
      writer
        .bytes(body.subarray(copied, start))
        .bytes([0x22, ...unsignedLeb(localCount)])
        .bytes(charge(lengthCharge, fuelGlobal));
      copied = start;
    } else if (kind === 'memory-size') {
      writer.bytes(body.subarray(copied, start)).bytes([0x23, ...unsignedLeb(fuelGlobal + 1)]);
      copied = reader.position;
    }
  }
  return writer.bytes(body.subarray(copied)).finish();
}

/** `fuel -= amount; if (fuel < 0) trap`. */
function charge(amount: readonly number[], fuelGlobal: number): number[] {
  const fuel = unsignedLeb(fuelGlobal);
  return [0x23, ...fuel, ...amount, 0x6b, 0x24, ...fuel, 0x23, ...fuel, 0x41, 0x00, 0x48, 0x04, 0x40, 0x00, 0x0b];
}
