import { useHost } from '@portage/area-kit';
import { useConfirm } from '@portage/ui';
import { type ReactNode, useState } from 'react';
import { CanaryDialog } from './canary-dialog.tsx';
import { choosableVersions, type Deployment, isBad } from './deployment.ts';
import { useChanges } from './deployment-queries.ts';

export interface DeploymentAction {
  id: string;
  label: string;
  onAction: () => void;
}

export interface DeploymentActions {
  /** The actions on a deployment that are possible now; none for Workers. */
  actionsOf(deployment: Deployment): DeploymentAction[];
  askToMakeLive(deployment: Deployment, version: string): void;
  askForShare(deployment: Deployment, version?: string): void;
  /** At once: it changes nothing that people get, except that a canary ends. */
  mark(deployment: Deployment, version: string, isBad: boolean): void;
  /** Render them once. */
  dialogs: ReactNode;
}

const OPEN_PAGES = 'Open pages update with the next click; an open editor updates when the person leaves it.';

/** An admin's actions on deployments; each first says what people will notice. */
export function useDeploymentActions(): DeploymentActions {
  const changes = useChanges();
  const { notify } = useHost();
  const [confirm, question] = useConfirm();
  const [share, setShare] = useState<{ deployment: Deployment; version?: string | undefined } | null>(null);

  function ask(title: string, text: string, confirmLabel: string, onConfirm: () => Promise<void>): void {
    confirm({ title, message: <p>{text}</p>, confirmLabel, cancelLabel: 'Cancel', isDanger: false, onConfirm });
  }

  function askToMakeLive(deployment: Deployment, version: string): void {
    const text = `Everyone gets version ${version} of ${deployment.name}, instead of ${deployment.live ?? 'none'}. ${OPEN_PAGES}`;
    ask('Make live', text, 'Make live', () => changes.makeLive(deployment, version));
  }

  function askForShare(deployment: Deployment, version?: string): void {
    setShare({ deployment, version });
  }

  function mark(deployment: Deployment, version: string, isNowBad: boolean): void {
    void changes.mark(deployment, version, isNowBad).catch(notify.error);
  }

  function actionsOf(deployment: Deployment): DeploymentAction[] {
    const { name, kind, live, previous, canary, isHeld } = deployment;
    if (kind === 'worker' || live === null) return [];
    const actions: DeploymentAction[] = [];
    if (previous !== null && !isBad(deployment, previous)) {
      const text = `Everyone gets version ${previous} of ${name} again, instead of ${live}, which is marked as bad. ${OPEN_PAGES}`;
      actions.push({
        id: 'roll-back',
        label: 'Roll back',
        onAction: () => ask('Roll back', text, 'Roll back', () => changes.rollBack(deployment)),
      });
    }
    if (choosableVersions(deployment).length > 0) {
      actions.push({ id: 'share', label: 'Set canary share', onAction: () => askForShare(deployment) });
    }
    if (canary) {
      const text = `No one gets version ${canary.version} of ${name} any more: the ${canary.percent} % who had it get ${live}. ${OPEN_PAGES}`;
      actions.push({
        id: 'end-canary',
        label: 'End canary',
        onAction: () => ask('End canary', text, 'End canary', () => changes.endCanary(deployment)),
      });
    }
    const hold = isHeld
      ? `When version ${live} of ${name} fails for many people, it is rolled back automatically again.`
      : `Version ${live} of ${name} stays live, even if it fails for many people, until another version goes live.`;
    const label = isHeld ? 'Release' : 'Hold';
    actions.push({ id: 'hold', label, onAction: () => ask(label, hold, label, () => changes.hold(deployment, !isHeld)) });
    return actions;
  }

  const dialogs = (
    <>
      {question}
      {share ? (
        <CanaryDialog
          key={share.deployment.name}
          deployment={share.deployment}
          version={share.version}
          onSet={(version, percent) => changes.setCanary(share.deployment, version, percent)}
          onClose={() => setShare(null)}
        />
      ) : null}
    </>
  );
  return { actionsOf, askToMakeLive, askForShare, mark, dialogs };
}
