import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AreaDeployments,
  canFallBack,
  type DeploymentEvent,
  fallBack,
  hold,
  mark,
  noDeployments,
  publish,
  remove,
  requireRevision,
  returnTo,
  rollBack,
  setCanary,
  type Transition,
} from './area-deployments.ts';
import { RegistryProblem } from './registry-problem.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

/** Applies them in order, all at one moment. */
function after(...transitions: Transition[]): AreaDeployments {
  return transitions.reduce((state, transition) => transition(state, NOW).state, noDeployments('workflows'));
}

function catchProblem(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof RegistryProblem) return error.code;
  }
  return 'none';
}

describe('publishing', () => {
  test('makes a version live and remembers the previous one', () => {
    expect(after(publish('a'), publish('b'))).toMatchObject({ live: 'b', previous: 'a', onTrialSince: NOW, revision: 2 });
  });

  test('changes nothing if the version is already live', () => {
    const state = after(publish('a'));
    expect(publish('a')(state, later(1))).toEqual({ state, event: null });
  });

  test('ends a canary and a hold', () => {
    expect(after(publish('a'), hold(true), setCanary('b', 10), publish('c'))).toMatchObject({ live: 'c', canary: null, isHeld: false });
    expect(after(publish('a'), setCanary('b', 10), publish('a'))).toMatchObject({ live: 'a', canary: null, previous: null });
  });
});

describe('rolling back', () => {
  test('returns to the previous version, without a trial, and marks the other as bad', () => {
    const back = after(publish('a'), publish('b'), rollBack());
    expect(back).toMatchObject({ live: 'a', previous: 'b', onTrialSince: null, bad: ['b'] });
  });

  test('never returns to a bad version unless it is named, which clears the mark', () => {
    const back = after(publish('a'), publish('b'), rollBack());
    expect(catchProblem(() => rollBack()(back, NOW))).toBe('previous-is-bad');
    expect(rollBack('b')(back, NOW).state).toMatchObject({ live: 'b', previous: 'a', bad: [] });
  });

  test('goes to the given version', () => {
    expect(after(publish('a'), publish('b'), publish('c'), rollBack('a'))).toMatchObject({ live: 'a', previous: 'c' });
  });

  test('reports that there is no earlier version', () => {
    expect(catchProblem(() => after(publish('a'), rollBack()))).toBe('no-previous-version');
    expect(catchProblem(() => after(publish('a'), rollBack('a')))).toBe('already-live');
  });
});

describe('a canary', () => {
  test('gets a share, then another share, and goes live at 100', () => {
    const state = after(publish('a'), setCanary('b', 10), setCanary(undefined, 40));
    expect(state).toMatchObject({ live: 'a', canary: { version: 'b', percent: 40, since: NOW } });
    expect(setCanary(undefined, 100)(state, NOW).state).toMatchObject({ live: 'b', previous: 'a', canary: null, onTrialSince: NOW });
  });

  test('ends with 0', () => {
    const { state, event } = setCanary(undefined, 0)(after(publish('a'), setCanary('b', 10)), NOW);
    expect([state.canary, state.live, event?.action, event?.version]).toEqual([null, 'a', 'CanaryEnded', 'b']);
    expect(setCanary(undefined, 0)(after(publish('a')), NOW).event).toBeNull();
    expect(setCanary('other', 0)(after(publish('a'), setCanary('b', 10)), NOW).event).toBeNull();
  });

  test('differs from the live version, and has a whole share', () => {
    expect(catchProblem(() => after(setCanary('b', 10)))).toBe('no-live-version');
    expect(catchProblem(() => after(publish('a'), setCanary('a', 10)))).toBe('already-live');
    expect(catchProblem(() => after(publish('a'), setCanary(undefined, 10)))).toBe('no-canary');
    for (const percent of [-1, 101, 1.5, Number.NaN])
      expect(catchProblem(() => after(publish('a'), setCanary('b', percent)))).toBe('invalid-percent');
  });
});

describe('returning to what a set had', () => {
  const reach = (state: AreaDeployments, part: Parameters<typeof returnTo>[0]) =>
    returnTo(part).reduce((next, transition) => transition(next, NOW).state, state);
  const now = after(publish('a'), publish('b'), publish('c'), setCanary('d', 50));

  test.each([
    { live: 'a', canary: null },
    { live: 'a', canary: { version: 'b', percent: 10 } },
    { live: 'c', canary: null },
    { live: 'c', canary: { version: 'b', percent: 30 } },
    { live: 'c', canary: { version: 'd', percent: 50 } },
    { live: 'd', canary: { version: 'c', percent: 20 } },
  ])('restores %o exactly, without a trial of the live version', (part) => {
    const { live, canary, onTrialSince } = reach(now, part);
    expect({ live, canary: canary && { version: canary.version, percent: canary.percent } }).toEqual(part);
    if (live !== now.live) expect(onTrialSince).toBeNull();
  });

  test('changes nothing if people have it', () => {
    expect(reach(now, { live: 'c', canary: { version: 'd', percent: 50 } })).toBe(now);
  });
});

describe('a bad version', () => {
  test('is one that fell back', () => {
    expect(after(publish('a'), publish('b'), fallBack('b')).bad).toEqual(['b']);
    expect(after(publish('a'), setCanary('b', 10), fallBack('b'))).toMatchObject({ bad: ['b'], canary: null });
  });

  test('is one that somebody marks, and its canary ends with that', () => {
    const { state, event } = mark('b', true)(after(publish('a'), setCanary('b', 10)), NOW);
    expect([state.bad, state.canary, event?.action]).toEqual([['b'], null, 'CanaryEnded']);
    expect(mark('c', true)(state, NOW)).toMatchObject({ state: { bad: ['b', 'c'] }, event: { action: 'MarkedBad' } });
    expect(mark('b', false)(state, NOW)).toMatchObject({ state: { bad: [] }, event: { action: 'MarkedGood' } });
    expect(mark('b', true)(state, NOW).event).toBeNull();
    expect(catchProblem(() => mark('a', true)(state, NOW))).toBe('already-live');
  });

  test('is no longer bad once somebody gives it to people by name', () => {
    const marked = after(publish('a'), mark('b', true));
    expect(publish('b')(marked, NOW).state.bad).toEqual([]);
    expect(setCanary('b', 10)(marked, NOW).state.bad).toEqual([]);
  });
});

describe('falling back', () => {
  test('rolls a failing live version back, and the previous one stays whatever it does', () => {
    const { state, event } = fallBack('b')(after(publish('a'), publish('b')), later(1));
    expect(state).toMatchObject({ live: 'a', previous: null, onTrialSince: null });
    expect(event).toEqual({ action: 'FellBack', version: 'a', fromVersion: 'b', percent: null });
    expect(canFallBack(state, 'a', later(1))).toBe(false);
  });

  test('ends a failing canary and leaves the live version', () => {
    const { state, event } = fallBack('b')(after(publish('a'), setCanary('b', 10)), later(1));
    expect(state).toMatchObject({ live: 'a', canary: null });
    expect(event).toEqual({ action: 'FellBack', version: 'a', fromVersion: 'b', percent: null });
  });

  test.each<[string, AreaDeployments, Date]>([
    ['a held version', after(publish('a'), publish('b'), hold(true)), later(1)],
    ['a version that has been live for a day', after(publish('a'), publish('b')), later(24)],
    ['a version that somebody went back to', after(publish('b'), publish('c'), rollBack('b')), later(1)],
    ['the first version', after(publish('b')), later(1)],
    ['a version that nobody has', after(publish('a'), publish('c')), later(1)],
  ])('leaves %s', (_, state, at) => {
    expect(fallBack('b')(state, at)).toEqual({ state, event: null });
  });
});

test('a change requested for an earlier revision is refused', () => {
  const state = after(publish('a'), publish('b'));
  expect(catchProblem(() => requireRevision(state, 1))).toBe('revision-conflict');
  expect(catchProblem(() => requireRevision(state, 2))).toBe('none');
  expect(catchProblem(() => requireRevision(state, undefined))).toBe('none');
});

/** The actions of two teams, each based on its own read from a store with compare-and-set. */
const step = fc.record({
  who: fc.constantFrom(0, 1),
  /** Begins another change, or writes the pending one. */
  part: fc.constantFrom('read' as const, 'write' as const),
  area: fc.constantFrom('workflows', 'admin'),
  kind: fc.constantFrom('publish' as const, 'rollBack' as const, 'canary' as const, 'fallBack' as const),
  version: fc.constantFrom('a', 'b', 'c', 'd'),
  percent: fc.integer({ min: 0, max: 100 }),
});

function toTransition({ kind, version, percent }: { kind: string; version: string; percent: number }): Transition {
  if (kind === 'publish') return publish(version);
  if (kind === 'rollBack') return rollBack(version);
  return kind === 'canary' ? setCanary(version, percent) : fallBack(version);
}

test('however two deployers interleave, no accepted change is lost and no refused one is applied', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const store = new Map<string, AreaDeployments>();
      const taken: { area: string; event: DeploymentEvent; revision: number }[] = [];
      const begun: ({ area: string; read: AreaDeployments; transition: Transition } | null)[] = [null, null];
      for (const { who, part, area, ...change } of steps) {
        const present = (name: string) => store.get(name) ?? noDeployments(name);
        const pending = begun[who];
        if (part === 'read' || !pending) {
          begun[who] = { area, read: present(area), transition: toTransition(change) };
          continue;
        }
        begun[who] = null;
        try {
          const result = pending.transition(pending.read, NOW);
          requireRevision(present(pending.area), pending.read.revision);
          if (!result.event) continue;
          store.set(pending.area, result.state);
          taken.push({ area: pending.area, event: result.event, revision: result.state.revision });
        } catch (error) {
          if (!(error instanceof RegistryProblem)) throw error;
        }
      }
      for (const area of ['workflows', 'admin']) {
        const state = store.get(area) ?? noDeployments(area);
        const ofArea = taken.filter((one) => one.area === area);
        // Every accepted change is one revision, without a gap, …
        expect(ofArea.map(({ revision }) => revision)).toEqual(ofArea.map((_, index) => index + 1));
        expect(state.revision).toBe(ofArea.length);
        // … and the accepted changes, applied in order, result in what people get.
        let [live, canary]: [string | null, string | null] = [null, null];
        for (const { event } of ofArea) {
          if (event.action === 'Canary') canary = event.version;
          else if (event.action === 'CanaryEnded') canary = null;
          else [live, canary] = [event.version, null];
        }
        expect([state.live, state.canary?.version ?? null]).toEqual([live, canary]);
        if (state.canary) expect(state.canary.version).not.toBe(state.live);
      }
    }),
    { numRuns: 2_000 },
  );
});

describe('removing', () => {
  test('leaves nothing live, ends a canary and a hold, and a rollback undoes it', () => {
    const removed = after(publish('a'), setCanary('b', 10), hold(true), remove());
    expect(removed).toMatchObject({ live: null, previous: 'a', canary: null, isHeld: false, bad: [] });
    expect(remove()(removed, NOW)).toEqual({ state: removed, event: null });
    expect(after(publish('a'), remove(), rollBack())).toMatchObject({ live: 'a', previous: null, bad: [] });
  });
});
