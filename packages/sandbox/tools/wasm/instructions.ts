import type { ByteReader } from './bytes.ts';

/** What the meter needs to know about an instruction; it copies everything else. */
export type InstructionKind = 'loop' | 'bulk-memory' | 'memory-size' | 'other';

/**
 * Skips one instruction.
 *
 * @returns its kind; `bulk-memory` has its length operand on top of the stack.
 * @throws Error for an instruction the meter doesn't know, or one that would bypass the limits (memory.grow, calls that replace a
 * frame, changes to tables): an unmetered path must stop the build.
 */
export function skipInstruction(reader: ByteReader): InstructionKind {
  const opcode = reader.byte();
  switch (opcode) {
    case 0x03:
      reader.skipNumber();
      return 'loop';
    case 0x02:
    case 0x04:
    case 0x0c:
    case 0x0d:
    case 0x10:
    case 0x20:
    case 0x21:
    case 0x22:
    case 0x23:
    case 0x24:
    case 0x41:
    case 0x42:
      reader.skipNumber();
      return 'other';
    case 0x3f:
      reader.skip(1);
      return 'memory-size';
    case 0x0e: {
      const targets = reader.unsigned();
      for (let index = 0; index <= targets; index += 1) reader.skipNumber();
      return 'other';
    }
    case 0x11:
      reader.skipNumber();
      reader.skipNumber();
      return 'other';
    case 0x43:
      reader.skip(4);
      return 'other';
    case 0x44:
      reader.skip(8);
      return 'other';
    case 0xfc:
      return skipPrefixed(reader);
    default:
      if (opcode >= 0x28 && opcode <= 0x3e) {
        reader.skipNumber();
        reader.skipNumber();
        return 'other';
      }
      if (isPlain(opcode)) return 'other';
      throw new Error(`The meter does not know instruction 0x${opcode.toString(16)} at byte ${reader.position - 1}.`);
  }
}

function skipPrefixed(reader: ByteReader): InstructionKind {
  const opcode = reader.unsigned();
  if (opcode <= 7) return 'other';
  if (opcode === 10) {
    reader.skip(2);
    return 'bulk-memory';
  }
  if (opcode === 11) {
    reader.skip(1);
    return 'bulk-memory';
  }
  throw new Error(`The meter does not know instruction 0xfc ${opcode} at byte ${reader.position}.`);
}

/** unreachable, nop, else, end, return, drop, select, and all comparisons, arithmetic and conversions: no operand bytes. */
function isPlain(opcode: number): boolean {
  return [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b].includes(opcode) || (opcode >= 0x45 && opcode <= 0xc4);
}
