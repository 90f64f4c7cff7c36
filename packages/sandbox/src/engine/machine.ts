/// <reference path="../guest/guest-library-module.d.ts" />
import { guestLibrary } from '../../dist/guest-library.js';
import { prelude } from '../guest/prelude.ts';
import type { ScriptLimits } from '../script-limits.ts';
import { reportFuel } from '../script-limits.ts';
import { handleScriptRequest } from '../services/answer-script.ts';
import type { EngineExports, Pointer } from './exports.ts';
import { hostImports } from './host-imports.ts';
import { findBreakAddress, MemoryImage } from './memory-image.ts';

const pageSize = 65_536;
const initialPages = 100;
const maximumPages = 832;
const growthStep = 1024 * 1024;
const setUpFuel = 0x7fff_ffff;
const bytesPerFuel = 32;
/** More than parsing JSON of any shape takes. */
const fuelPerInputCharacter = 60;
const hostFunctions = { log: 1, random: 2, ask: 3 } as const;
// In workerd each of these is a host object, too expensive to create for every text.
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The script ran out of fuel during a host function or a native loop. */
export class FuelExhausted extends Error {
  override name = 'FuelExhausted';
}

/** The engine had no memory left for the host's request. */
export class MemoryExhausted extends Error {
  override name = 'MemoryExhausted';
}

/** One instance of the metered engine, with a runtime and a context ready for a script. */
export class Machine {
  readonly engine: EngineExports;
  readonly runtime: Pointer;
  readonly context: Pointer;
  /** The prelude's functions. */
  readonly guest: { accept: Pointer; finish: Pointer; describe: Pointer };
  /** Set by the host's interrupt check: this script has used its share. */
  isCut = false;
  /** Called for each line a script logs: level, text as JSON. */
  onLog: (level: string, textJson: string) => void = () => undefined;

  readonly memory = new WebAssembly.Memory({ initial: initialPages, maximum: maximumPages });
  readonly #stackTop: Pointer;
  readonly #image: MemoryImage;
  #grantedFuel = setUpFuel;
  #inputFuel = 0;
  #memoryEnd = initialPages * pageSize;
  #isReporting = true;
  #lastOwner: string | null = null;

  constructor(module: WebAssembly.Module) {
    const host = hostImports({
      memory: this.memory,
      charge: (amount) => this.charge(amount),
      grow: (bytes) => this.#grow(bytes),
      shouldInterrupt: () => this.#shouldInterrupt(),
      callFunction: (context, argc, argv, hostRef) => this.#callFunction(context, argc, argv, hostRef),
    });
    const instance = new WebAssembly.Instance(module, { host } as WebAssembly.Imports);
    const engine = instance.exports as unknown as EngineExports;
    this.engine = engine;
    engine.fuel.value = setUpFuel;
    engine.pages.value = initialPages;
    engine.initialize();
    this.#stackTop = engine.stackCurrent();
    const breakAddress = findBreakAddress(this.memory, engine, this.#stackTop);
    this.runtime = engine.QTS_NewRuntime();
    engine.QTS_RuntimeEnableInterruptHandler(this.runtime);
    this.context = engine.QTS_NewContext(this.runtime, 0);
    this.call(this.evaluate(guestLibrary, 'portage.js'), [this.#hostFunction('ask')]);
    const makeFunctions = this.evaluate(prelude, 'portage.js');
    const functions = this.call(makeFunctions, [this.#hostFunction('log'), this.#hostFunction('random')]);
    const guestFunction = (index: number) => engine.QTS_GetPropNumber(this.context, functions, index);
    this.guest = { accept: guestFunction(0), finish: guestFunction(1), describe: guestFunction(2) };
    this.#image = new MemoryImage(this.memory, this.#stackTop, breakAddress);
  }

  /** Resets the machine for a script of this owner. */
  prepare(owner: string, limits: ScriptLimits): void {
    this.engine.fuel.value = setUpFuel;
    this.engine.stackRestore(this.#stackTop);
    this.#image.restore(owner !== this.#lastOwner);
    this.#lastOwner = owner;
    this.#limitMemory(limits.memoryBytes);
    this.engine.pages.value = initialPages;
    this.engine.QTS_RuntimeSetMaxStackSize(this.runtime, limits.stackBytes);
    this.isCut = false;
    this.#isReporting = false;
    this.#inputFuel = 0;
    this.#grantedFuel = limits.fuel + reportFuel;
    this.engine.fuel.value = this.#grantedFuel;
  }

  /** After a cut or a failure: lets the engine use the reserved fuel and a little more memory to report what happened. */
  beginReport(limits: ScriptLimits): void {
    this.#isReporting = true;
    this.engine.fuel.value = Math.max(this.engine.fuel.value, 0);
    this.#limitMemory(limits.memoryBytes + growthStep);
  }

  /** The machine's memory can no longer be trusted: all of it is cleared before the next script of any owner. */
  distrust(): void {
    this.#lastOwner = null;
  }

  /** Total consumption, including reading the input. */
  get fuelUsed(): number {
    return this.#inputFuel + this.#grantedFuel - Math.max(this.engine.fuel.value, 0);
  }

  /** Reads the input with separate fuel, so large workflow values cost the script nothing. */
  withInputFuel<T>(characters: number, read: () => T): T {
    const own = this.engine.fuel.value;
    const reserve = characters * fuelPerInputCharacter;
    this.engine.fuel.value = own + reserve;
    const result = read();
    const left = this.engine.fuel.value;
    this.engine.fuel.value = Math.min(own, left);
    this.#inputFuel = own + reserve - Math.max(left, own);
    return result;
  }

  /** How much the script has made the heap grow. */
  get heapBytes(): number {
    return this.#image.heapBytes;
  }

  get isOutOfFuel(): boolean {
    return this.engine.fuel.value < 0;
  }

  /** @throws FuelExhausted if the fuel doesn't cover the amount */
  charge(amount: number): void {
    const rest = this.engine.fuel.value - amount;
    this.engine.fuel.value = rest;
    if (rest < 0) throw new FuelExhausted('The script used up its computing time.');
  }

  /** Compiles and runs a text at the top level. Returns the value or the exception, as the engine does. */
  evaluate(source: string, fileName: string): Pointer {
    const text = this.#writeText(source);
    const name = this.#writeText(fileName);
    const value = this.engine.QTS_Eval(this.context, text.address, text.length, name.address, 0, 0);
    this.engine.free(text.address);
    this.engine.free(name.address);
    return value;
  }

  call(callee: Pointer, values: readonly Pointer[]): Pointer {
    const argv = this.engine.malloc(Math.max(values.length, 1) * 4);
    new Uint32Array(this.memory.buffer).set(values, argv >> 2);
    const result = this.engine.QTS_Call(this.context, callee, this.engine.QTS_GetUndefined(), values.length, argv);
    this.engine.free(argv);
    return result;
  }

  newString(text: string): Pointer {
    const written = this.#writeText(text);
    const value = this.engine.QTS_NewString(this.context, written.address);
    this.engine.free(written.address);
    return value;
  }

  /** Reads a string from the engine. @throws RangeError if it's longer than the limit, MemoryExhausted without room to write it out */
  readString(value: Pointer, limitBytes: number): string {
    const address = this.engine.QTS_GetString(this.context, value);
    if (address === 0) throw new MemoryExhausted('The text does not fit into the memory of the script.');
    const bytes = new Uint8Array(this.memory.buffer);
    const end = bytes.indexOf(0, address);
    this.charge(Math.ceil((end - address) / bytesPerFuel));
    if (end - address > limitBytes) throw new RangeError(`The text is longer than ${limitBytes} bytes.`);
    const text = decoder.decode(bytes.subarray(address, end));
    this.engine.QTS_FreeCString(this.context, address);
    return text;
  }

  #hostFunction(name: keyof typeof hostFunctions): Pointer {
    return this.engine.QTS_NewFunction(this.context, this.#writeText(name).address, 2, 0, hostFunctions[name]);
  }

  #callFunction(context: Pointer, argc: number, argv: Pointer, hostRef: number): Pointer {
    if (hostRef === hostFunctions.random) return this.engine.QTS_NewFloat64(context, Math.random());
    if (argc !== 2) return 0;
    const [name = '', text = ''] = [0, 1].map((index) =>
      this.readString(this.engine.QTS_ArgvGetJSValueConstPointer(argv, index), Infinity),
    );
    if (hostRef === hostFunctions.ask) return this.newString(handleScriptRequest(name, text, (fuel) => this.charge(fuel)));
    if (hostRef === hostFunctions.log) this.onLog(name, text);
    return 0;
  }

  #shouldInterrupt(): boolean {
    if (this.#isReporting) return false;
    if (this.engine.fuel.value < reportFuel) this.isCut = true;
    return this.isCut;
  }

  /** In this build QuickJS's own limit only catches single large blocks, so the end of the heap is limited as well. */
  #limitMemory(bytes: number): void {
    this.engine.QTS_RuntimeSetMemoryLimit(this.runtime, bytes);
    this.#memoryEnd = Math.min(Math.max(this.#stackTop + bytes, initialPages * pageSize), maximumPages * pageSize);
  }

  #grow(bytes: number): boolean {
    if (bytes > this.#memoryEnd) return false;
    const wanted = Math.min(Math.max(bytes, this.engine.pages.value * pageSize + growthStep), this.#memoryEnd);
    const pages = Math.ceil(wanted / pageSize);
    const missing = pages - this.memory.buffer.byteLength / pageSize;
    if (missing > 0) this.memory.grow(missing);
    this.engine.pages.value = pages;
    return true;
  }

  #writeText(text: string): { address: Pointer; length: number } {
    const encoded = encoder.encode(text);
    this.charge(Math.ceil(encoded.length / bytesPerFuel));
    const address = this.engine.malloc(encoded.length + 1);
    if (address === 0) throw new MemoryExhausted('The text does not fit into the memory of the script.');
    const bytes = new Uint8Array(this.memory.buffer);
    bytes.set(encoded, address);
    bytes[address + encoded.length] = 0;
    return { address, length: encoded.length };
  }
}
