/** The bundle of durable-runs, deployed next to `direct-worker.ts`. */
declare const engine: ExportedHandler;
// biome-ignore lint/style/noDefaultExport: it is what a Worker's bundle exports.
export default engine;
