import type { DeploymentRow } from '@portage/database';
import type { AreaDeployments } from '@portage/registry';

export function toAreaState(row: DeploymentRow): AreaDeployments {
  const { canaryVersion, canaryPercent, canarySince } = row;
  const hasCanary = canaryVersion !== null && canaryPercent !== null && canarySince !== null;
  return {
    area: row.name,
    revision: row.revision,
    live: row.liveVersion,
    previous: row.previousVersion,
    onTrialSince: row.onTrialSince,
    canary: hasCanary ? { version: canaryVersion, percent: canaryPercent, since: canarySince } : null,
    isHeld: row.isHeld,
    bad: row.badVersions,
  };
}

export function toDeploymentRow(state: AreaDeployments): DeploymentRow {
  return {
    name: state.area,
    revision: state.revision,
    liveVersion: state.live,
    previousVersion: state.previous,
    onTrialSince: state.onTrialSince,
    canaryVersion: state.canary?.version ?? null,
    canaryPercent: state.canary?.percent ?? null,
    canarySince: state.canary?.since ?? null,
    isHeld: state.isHeld,
    badVersions: [...state.bad],
  };
}
