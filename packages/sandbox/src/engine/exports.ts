/** An address in the engine's memory. */
export type Pointer = number;

/** Exports of the metered module (named by packages/sandbox/tools). Values are passed by the address of a JSValue. */
export interface EngineExports {
  fuel: { value: number };
  /** How many pages the allocator believes the memory has. */
  pages: { value: number };
  initialize(): void;
  stackRestore(address: Pointer): void;
  stackCurrent(): Pointer;
  malloc(size: number): Pointer;
  free(address: Pointer): void;
  QTS_NewRuntime(): Pointer;
  QTS_RuntimeSetMemoryLimit(runtime: Pointer, bytes: number): void;
  QTS_RuntimeSetMaxStackSize(runtime: Pointer, bytes: number): void;
  QTS_RuntimeEnableInterruptHandler(runtime: Pointer): void;
  QTS_NewContext(runtime: Pointer, intrinsics: number): Pointer;
  QTS_GetUndefined(): Pointer;
  QTS_NewFloat64(context: Pointer, value: number): Pointer;
  QTS_NewString(context: Pointer, text: Pointer): Pointer;
  QTS_GetString(context: Pointer, value: Pointer): Pointer;
  QTS_FreeCString(context: Pointer, text: Pointer): void;
  QTS_FreeValuePointer(context: Pointer, value: Pointer): void;
  QTS_GetPropNumber(context: Pointer, object: Pointer, index: number): Pointer;
  QTS_NewFunction(context: Pointer, name: Pointer, parameters: number, isConstructor: number, hostRef: number): Pointer;
  QTS_ArgvGetJSValueConstPointer(argv: Pointer, index: number): Pointer;
  QTS_Eval(context: Pointer, source: Pointer, length: number, fileName: Pointer, detectModule: number, flags: number): Pointer;
  QTS_Call(context: Pointer, callee: Pointer, self: Pointer, argc: number, argv: Pointer): Pointer;
  QTS_ResolveException(context: Pointer, value: Pointer): Pointer;
  QTS_IsJobPending(runtime: Pointer): number;
  QTS_ExecutePendingJob(runtime: Pointer, maximum: number, lastContext: Pointer): Pointer;
  QTS_PromiseState(context: Pointer, promise: Pointer): number;
  QTS_PromiseResult(context: Pointer, promise: Pointer): Pointer;
}

/** Results of QTS_PromiseState. */
export const promiseState = { pending: 0, fulfilled: 1, rejected: 2 } as const;
