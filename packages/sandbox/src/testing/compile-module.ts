/** Compiles a module from its bytes, which Node can do and a Worker can't (according to the Workers' types). */
export const compileModule = (bytes: Uint8Array): WebAssembly.Module =>
  new (WebAssembly.Module as unknown as new (bytes: Uint8Array) => WebAssembly.Module)(bytes);
