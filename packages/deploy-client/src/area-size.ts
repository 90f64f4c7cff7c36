import { formatKilobytes } from '@portage/contracts';
import { type Bundle, plainFiles, transferredBytes } from './bundle.ts';
import { DeployError } from './deploy-error.ts';
import type { DeployedArea } from './deployed-area.ts';
import type { AreaManifest } from './manifest.ts';

/** The size of an area, in bytes as transferred to a browser. */
export interface BundleSize {
  firstBytes: number;
  totalBytes: number;
}

export function computeBundleSize(bundle: Bundle, { firstFiles }: AreaManifest): BundleSize {
  const sum = (paths: readonly string[]) => paths.reduce((bytes, path) => bytes + transferredBytes(bundle, path), 0);
  return { firstBytes: sum(firstFiles), totalBytes: sum(plainFiles(bundle).map(({ path }) => path)) };
}

/** @throws DeployError if the area is larger than its budget. */
export function checkSize({ workspace, budget, budgetFile }: Omit<DeployedArea, 'firstPage'>, size: BundleSize): void {
  const over = [
    { what: 'before its first page', bytes: size.firstBytes, limit: budget.firstKb * 1000 },
    { what: 'in all', bytes: size.totalBytes, limit: budget.totalKb * 1000 },
  ].find(({ bytes, limit }) => bytes > limit);
  if (!over) return;
  throw new DeployError(
    `${workspace} weighs ${formatKilobytes(over.bytes)} ${over.what} (brotli), and its budget is ${formatKilobytes(over.limit)}. Take out what it does not need at once, or raise the budget in ${budgetFile} and say why.`,
  );
}
