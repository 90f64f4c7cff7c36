import type { Request as MiniflareRequest, Response as MiniflareResponse } from 'miniflare';

/** Handles in Node what a Worker received. */
export type LocalHandler = (request: MiniflareRequest) => Promise<MiniflareResponse>;
