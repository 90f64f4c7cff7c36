import type { Deployment } from '@portage/deploy-client';
import { getWorkspace } from './deployable.ts';
import { formatTable } from './table.ts';

/** The live versions: one line per area and Worker. */
export function deploymentsTable(deployments: readonly Deployment[]): string {
  const rows = deployments.map((one) => [
    getWorkspace(one.name),
    one.live ?? '-',
    one.canary ? `${one.canary.version} ${one.canary.percent} %` : '-',
    one.previous ?? '-',
    one.changed ? (one.changed.by ?? 'Portage itself') : '-',
    one.changed ? localMinute(new Date(one.changed.at)) : '-',
  ]);
  return formatTable(['name', 'live', 'canary', 'previous', 'by', 'when'], rows);
}

/** `2026-11-21 14:05`, in this machine's time zone. */
function localMinute(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
