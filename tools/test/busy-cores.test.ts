import os from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { watchCores } from './busy-cores.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const core = (user: number, sys: number, idle: number) => ({ model: '', speed: 0, times: { user, nice: 0, sys, idle, irq: 0 } });

test('reports how busy the cores have been since it started, and not before', () => {
  const cpus = vi.spyOn(os, 'cpus').mockReturnValue([core(100, 0, 900), core(500, 500, 0)]);
  const busyShare = watchCores();
  cpus.mockReturnValue([core(130, 20, 950), core(550, 500, 50)]);
  expect(busyShare()).toBe(0.5);
});

test('counts a moment in which no clock moved as idle', () => {
  vi.spyOn(os, 'cpus').mockReturnValue([core(1, 1, 1)]);
  expect(watchCores()()).toBe(0);
});
