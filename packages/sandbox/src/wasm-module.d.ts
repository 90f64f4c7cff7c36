declare module '*.wasm' {
  const module: WebAssembly.Module;
  // biome-ignore lint/style/noDefaultExport: how bundlers give a compiled module
  export default module;
}
