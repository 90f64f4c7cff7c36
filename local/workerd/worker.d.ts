/** The bundle of edge-api, which lies beside `routes-worker.ts` where that runs. */
declare const api: ExportedHandler<{ SHELL: Fetcher }>;
// biome-ignore lint/style/noDefaultExport: it is what a Worker's bundle exports.
export default api;
