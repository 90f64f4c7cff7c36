/** The bundle of edge-api, deployed next to `routes-worker.ts`. */
declare const api: ExportedHandler<{ SHELL: Fetcher }>;
// biome-ignore lint/style/noDefaultExport: it is what a Worker's bundle exports.
export default api;
