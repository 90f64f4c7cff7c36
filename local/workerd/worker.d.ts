/** The bundle of edge-api, deployed next to `routes-worker.ts`. */
declare const api: Pick<ExportedHandler<object>, 'scheduled'> & {
  fetch(request: Request, env: object, execution: ExecutionContext): Response | Promise<Response>;
};
// biome-ignore lint/style/noDefaultExport: it is what a Worker's bundle exports.
export default api;
