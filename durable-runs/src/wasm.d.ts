declare module '*.wasm' {
  const module: WebAssembly.Module;
  // biome-ignore lint/style/noDefaultExport: that is how the bundler hands a compiled module over
  export default module;
}
