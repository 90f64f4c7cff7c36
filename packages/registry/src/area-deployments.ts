import { RegistryProblem } from './registry-problem.ts';

/** Which versions of one area (or Worker) people get. Changed only by the functions below, which use no clock and no store. */
export interface AreaDeployments {
  area: string;
  /** Grows by one with every change; a change that names an earlier revision is refused. */
  revision: number;
  live: string | null;
  /** The version that a rollback returns to. */
  previous: string | null;
  /** Since when the live version is on trial; null: it was live before, and only a person rolls it back. */
  onTrialSince: Date | null;
  canary: { version: string; percent: number; since: Date } | null;
  /** A person is handling the live version: it isn't rolled back automatically. */
  isHeld: boolean;
  /** Versions that people or Portage itself took back, the latest last. People get one again only if somebody names it. */
  bad: readonly string[];
}

export type DeploymentAction =
  | 'Deployed'
  | 'RolledBack'
  | 'Canary'
  | 'CanaryEnded'
  | 'FellBack'
  | 'Held'
  | 'Released'
  | 'MarkedBad'
  | 'MarkedGood'
  | 'Removed';

export interface DeploymentEvent {
  action: DeploymentAction;
  version: string;
  /** The version that was live before. */
  fromVersion: string | null;
  percent: number | null;
}

/** `event` null: the requested state already existed. */
export interface Change {
  state: AreaDeployments;
  event: DeploymentEvent | null;
}

export type Transition = (state: AreaDeployments, at: Date) => Change;

/** How long a new version is watched: after that, failures are left to people. */
const TRIAL_MS = 24 * 3_600_000;
/** Files of older ones are gone by then. */
const REMEMBERED_BAD = 50;

export function noDeployments(area: string): AreaDeployments {
  return { area, revision: 0, live: null, previous: null, onTrialSince: null, canary: null, isHeld: false, bad: [] };
}

/** @throws RegistryProblem `revision-conflict` if `expected` is given and isn't the current one. */
export function requireRevision(state: AreaDeployments, expected: number | undefined): void {
  if (expected === undefined || expected === state.revision) return;
  throw new RegistryProblem(
    'revision-conflict',
    `Another person changed ${state.area} in the meantime (it is at revision ${state.revision}, not ${expected}). Look at it again, then decide.`,
  );
}

/** Gives the version to everyone; a canary ends with it. Changes nothing if it is already live. */
export function publish(version: string): Transition {
  return (state, at) => {
    if (state.live === version && !state.canary) return { state, event: null };
    const fromVersion = state.live === version ? (state.canary?.version ?? null) : state.live;
    const next = state.live === version ? { ...state, canary: null } : flipped(state, version, at);
    return changed(withoutBad(next, version), { action: 'Deployed', version, fromVersion, percent: null });
  };
}

/**
 * Gives an earlier version to everyone, without a trial: it was live before. The version that was live is bad from then on, unless the
 * target was: then this undoes a rollback.
 *
 * @throws RegistryProblem if no version is named, and there is no earlier one or it is bad
 */
export function rollBack(version?: string): Transition {
  return (state) => {
    const target = version ?? state.previous;
    if (target === null) {
      throw new RegistryProblem('no-previous-version', `There is no version of ${state.area} to go back to; name the one you want.`);
    }
    if (target === state.live) throw new RegistryProblem('already-live', `Version ${target} of ${state.area} is already live.`);
    const isTargetBad = state.bad.includes(target);
    if (version === undefined && isTargetBad) {
      throw new RegistryProblem(
        'previous-is-bad',
        `The version of ${state.area} before the live one, ${target}, was taken back. Name the version you want.`,
      );
    }
    const next = flipped(state, target, null);
    const marked = isTargetBad || state.live === null ? withoutBad(next, target) : withBad(next, state.live);
    return changed(marked, { action: 'RolledBack', version: target, fromVersion: state.live, percent: null });
  };
}

/**
 * Gives the version to a share of people; 100 makes it live, 0 ends the canary.
 *
 * @param version default: the current canary
 * @throws RegistryProblem
 */
export function setCanary(version: string | undefined, percent: number): Transition {
  return (state, at) => {
    if (!Number.isInteger(percent) || percent < 0 || percent > 100) {
      throw new RegistryProblem('invalid-percent', 'A canary’s share is a whole number from 0 to 100.');
    }
    const { area, live, canary } = state;
    if (percent === 0) {
      if (!canary || (version !== undefined && version !== canary.version)) return { state, event: null };
      return changed({ ...state, canary: null }, { action: 'CanaryEnded', version: canary.version, fromVersion: live, percent: null });
    }
    const target = version ?? canary?.version;
    if (target === undefined) throw new RegistryProblem('no-canary', `No version of ${area} is a canary; name the one you want.`);
    if (percent === 100) return publish(target)(state, at);
    if (live === null) throw new RegistryProblem('no-live-version', `No version of ${area} is live yet: make one live first.`);
    if (target === live) throw new RegistryProblem('already-live', `Version ${target} of ${area} is already live, for everyone.`);
    if (canary?.version === target && canary.percent === percent) return { state, event: null };
    const since = canary?.version === target ? canary.since : at;
    return changed(
      { ...withoutBad(state, target), canary: { version: target, percent, since } },
      { action: 'Canary', version: target, fromVersion: live, percent },
    );
  };
}

/** Nobody gets the area any more, until a version of it is made live again. A rollback returns to the one that was. */
export function remove(): Transition {
  return (state) => {
    const { live } = state;
    if (live === null) return { state, event: null };
    const next = { ...state, live: null, previous: live, onTrialSince: null, canary: null, isHeld: false };
    return changed(next, { action: 'Removed', version: live, fromVersion: live, percent: null });
  };
}

/** The changes that give people this live version and this canary again, in order; none if they have them. */
export function returnTo({ live, canary }: { live: string; canary: { version: string; percent: number } | null }): Transition[] {
  return [
    (state, at) => (state.live === live ? { state, event: null } : rollBack(live)(state, at)),
    canary ? setCanary(canary.version, canary.percent) : setCanary(undefined, 0),
  ];
}

/** Whether a failing version may be rolled back automatically. */
export function canFallBack({ live, previous, onTrialSince, canary, isHeld }: AreaDeployments, version: string, at: Date): boolean {
  if (isHeld) return false;
  if (canary?.version === version) return true;
  return live === version && previous !== null && onTrialSince !== null && at.getTime() - onTrialSince.getTime() < TRIAL_MS;
}

/**
 * Rolls a failing version back: the canary ends, or everyone gets the previous version. That one isn't on trial and has no earlier one, so
 * two bad versions don't alternate. Changes nothing if this isn't allowed (any more).
 */
export function fallBack(version: string): Transition {
  return (state, at) => {
    if (!canFallBack(state, version, at)) return { state, event: null };
    const { live, previous, canary } = state;
    const isCanary = canary?.version === version;
    const next = isCanary ? { ...state, canary: null } : { ...state, live: previous, previous: null, onTrialSince: null, canary: null };
    return changed(withBad(next, version), {
      action: 'FellBack',
      version: next.live ?? version,
      fromVersion: isCanary ? version : live,
      percent: null,
    });
  };
}

/** Whether automatic rollback is off; ends when another version becomes live. */
export function hold(isHeld: boolean): Transition {
  return (state) => {
    if (state.isHeld === isHeld) return { state, event: null };
    if (state.live === null) throw new RegistryProblem('no-live-version', `No version of ${state.area} is live yet.`);
    const event: DeploymentEvent = { action: isHeld ? 'Held' : 'Released', version: state.live, fromVersion: null, percent: null };
    return changed({ ...state, isHeld }, event);
  };
}

/**
 * Marks a version as bad, so that people get it only if somebody names it, or takes the mark away. A canary that is marked ends.
 *
 * @throws RegistryProblem for the live version, which has to be rolled back
 */
export function mark(version: string, isBad: boolean): Transition {
  return (state) => {
    if (state.bad.includes(version) === isBad) return { state, event: null };
    if (!isBad) return changed(withoutBad(state, version), { action: 'MarkedGood', version, fromVersion: null, percent: null });
    if (state.live === version) throw new RegistryProblem('already-live', `Version ${version} of ${state.area} is live: roll it back.`);
    const isCanary = state.canary?.version === version;
    const next = withBad(isCanary ? { ...state, canary: null } : state, version);
    return changed(next, { action: isCanary ? 'CanaryEnded' : 'MarkedBad', version, fromVersion: state.live, percent: null });
  };
}

function withBad(state: AreaDeployments, version: string): AreaDeployments {
  return { ...state, bad: [...withoutBad(state, version).bad, version].slice(-REMEMBERED_BAD) };
}

function withoutBad(state: AreaDeployments, version: string): AreaDeployments {
  return { ...state, bad: state.bad.filter((bad) => bad !== version) };
}

function flipped(state: AreaDeployments, version: string, onTrialSince: Date | null): AreaDeployments {
  return { ...state, live: version, previous: state.live, onTrialSince, canary: null, isHeld: false };
}

function changed(state: AreaDeployments, event: DeploymentEvent): Change {
  return { state: { ...state, revision: state.revision + 1 }, event };
}
