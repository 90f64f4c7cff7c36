interface ShellEnv {
  EDGE_API: { fetch(request: Request): Response | Promise<Response> };
  ASSETS: { fetch(request: Request): Promise<Response> };
  REGISTRY: { get(key: string): Promise<string | null> };
}
/** The bundle of the shell, deployed next to `routes-worker.ts`. */
declare const shell: {
  fetch(request: Request, env: ShellEnv, execution: ExecutionContext): Response | Promise<Response>;
};
// biome-ignore lint/style/noDefaultExport: it is what a Worker's bundle exports.
export default shell;
