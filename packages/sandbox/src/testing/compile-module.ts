/** Compiles a module from its bytes, which Node can and a Worker cannot (so the Workers' types say). */
export const compileModule = (bytes: Uint8Array): WebAssembly.Module =>
  new (WebAssembly.Module as unknown as new (bytes: Uint8Array) => WebAssembly.Module)(bytes);
