import type { PublishedArea, PublishedVersion } from './published-registry.ts';

/**
 * The version of an area for this person. A person has the same one on every device and after every reload, and a growing share takes the
 * canary away from no one. People who aren't signed in get the live version.
 */
export function chooseVersion(area: string, entry: PublishedArea, userId: string | null): PublishedVersion {
  const { canary } = entry;
  return canary && userId !== null && canaryBucket(area, userId) < canary.percent ? canary : entry;
}

/** A person's bucket for an area, 0 to 99: buckets below the canary's share get it. Each area distributes independently. */
export function canaryBucket(area: string, userId: string): number {
  return hash(`${area}\n${userId}`) % 100;
}

/** FNV-1a, then MurmurHash3's final mixing: FNV's low digits alone are biased. */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01_00_01_93);
  value = Math.imul(value ^ (value >>> 16), 0x85_eb_ca_6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2_b2_ae_35);
  return (value ^ (value >>> 16)) >>> 0;
}
