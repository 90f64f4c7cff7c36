import os from 'node:os';

/** Watches the machine's cores from now on. @returns the share of time since then that they were busy with anything, from 0 to 1 */
export function watchCores(): () => number {
  const before = coreTimes();
  return () => {
    const now = coreTimes();
    const busyMs = now.busyMs - before.busyMs;
    const idleMs = now.idleMs - before.idleMs;
    return busyMs / (busyMs + idleMs || 1);
  };
}

/** Of all cores, since the machine started. */
function coreTimes(): { busyMs: number; idleMs: number } {
  const all = os.cpus().map(({ times }) => times);
  return {
    busyMs: all.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0),
    idleMs: all.reduce((sum, { idle }) => sum + idle, 0),
  };
}
