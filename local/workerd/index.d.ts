/** The bundle of durable-runs, which lies beside `direct-worker.ts` where that runs. */
declare const engine: ExportedHandler;
// biome-ignore lint/style/noDefaultExport: it is what a Worker's bundle exports.
export default engine;
