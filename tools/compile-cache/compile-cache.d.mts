export function compileCacheOf(parent: string, lockHash: string): string;
