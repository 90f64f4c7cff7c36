import { DurableObject } from 'cloudflare:workers';
import type { ArmScheduleRequest, PastFire, RunChain, ScheduleObjectRpc, ScheduleStatus } from '@portage/contracts';
import { connectHttp, findPublishedWorkflow } from '@portage/database';
import { findTrigger, firstFire, nextFires, type ScheduleRule, scheduleRule } from '@portage/workflow';
import type { Env } from '../src/env.ts';

/**
 * Stands in for the engine's schedules in tests that need only their interface: it follows the database and knows its fires, but
 * never starts a run.
 */
export class ScheduleObject extends DurableObject<Env> implements ScheduleObjectRpc {
  #armed: { rule: ScheduleRule; firstMs: number | null; versionId: string } | null = null;

  #chain: RunChain | null = null;

  async sync(workflowId: string, chain?: RunChain): Promise<ScheduleStatus> {
    this.#chain = chain ?? null;
    const workflow = await findPublishedWorkflow(connectHttp(this.env), workflowId);
    const trigger = findTrigger(workflow?.steps ?? []);
    if (!workflow?.isActive || trigger?.triggerType !== 'Scheduled' || !trigger.schedule) return this.disarm();
    return this.arm({ schedule: trigger.schedule, version: { ...workflow, workflowId } });
  }

  async check(workflowId: string, versionId: string | null): Promise<boolean> {
    if ((this.#armed?.versionId ?? null) === versionId) return false;
    await this.sync(workflowId);
    return true;
  }

  async arm({ schedule, version }: ArmScheduleRequest): Promise<ScheduleStatus> {
    const rule = scheduleRule(schedule, Date.now());
    this.#armed = { rule, firstMs: firstFire(rule, Date.now()), versionId: version.versionId };
    return this.#status();
  }

  async disarm(): Promise<ScheduleStatus> {
    this.#armed = null;
    return this.#status();
  }

  async status(): Promise<ScheduleStatus> {
    return this.#status();
  }

  /** For tests: simulates an alarm that never fired. */
  async missFire(atMs: number): Promise<void> {
    if (this.#armed) this.#armed.firstMs = atMs;
  }

  async forget(): Promise<void> {
    this.#armed = null;
  }

  async nextFires(count: number): Promise<string[]> {
    if (!this.#armed || this.#armed.firstMs === null) return [];
    return nextFires(this.#armed.rule, this.#armed.firstMs - 1, count).map((fireMs) => new Date(fireMs).toISOString());
  }

  async pastFires(): Promise<PastFire[]> {
    return [];
  }

  /** For tests: the version that its runs would have; null while it is disarmed. */
  async armedVersion(): Promise<string | null> {
    return this.#armed?.versionId ?? null;
  }

  /** For tests: the run whose call changed the schedule last. */
  async lastChain(): Promise<RunChain | null> {
    return this.#chain;
  }

  #status(): ScheduleStatus {
    const firstMs = this.#armed?.firstMs ?? null;
    return { isArmed: this.#armed !== null, nextFireAt: firstMs === null ? null : new Date(firstMs).toISOString() };
  }
}
