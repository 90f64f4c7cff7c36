import type { DeploymentHookRow, SecretBox } from '@portage/database';

/** Where a hook's messages go, and the secret that signs them; null: its receiver can't check signatures. */
export interface HookTarget {
  url: string;
  secret: string | null;
}

export function sealHookTarget(box: SecretBox, hookId: string, target: HookTarget): Promise<string> {
  return box.seal(buildSealContext(hookId), JSON.stringify(target));
}

export async function openHookTarget(box: SecretBox, { id, target }: Pick<DeploymentHookRow, 'id' | 'target'>): Promise<HookTarget> {
  return JSON.parse(await box.open(buildSealContext(id), target));
}

/** Seals the target with the current key. */
export function resealHookTarget(box: SecretBox, { id, target }: Pick<DeploymentHookRow, 'id' | 'target'>): Promise<string> {
  return box.reseal(buildSealContext(id), target);
}

function buildSealContext(hookId: string): string {
  return `deployment-hook:${hookId}`;
}
