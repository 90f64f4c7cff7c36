/** The Workers: deployed by the platform's own tool, recorded with the areas. */
export const WORKER_NAMES = ['durable-runs', 'edge-api', 'shell'] as const;
