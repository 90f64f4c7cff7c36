import { DurableObject } from 'cloudflare:workers';
import type { EventObjectRpc, EventReceiver, EventStatus, SyncEventRequest } from '@portage/contracts';

const OFF: EventStatus = {
  state: 'off',
  mode: null,
  message: null,
  retryable: false,
  isUnauthorized: false,
  lastReadAt: null,
  nextReadAt: null,
  renewsAt: null,
  waitingEvents: 0,
  pendingRemovals: 0,
};

/** Stands in for the engine's object in tests that need only its interface. */
export class EventObject extends DurableObject implements EventObjectRpc {
  async reseal(): Promise<void> {}

  #receiver: EventReceiver | null = null;
  #next: EventStatus[] = [];
  #status = OFF;
  #calls: string[] = [];

  async calls(): Promise<string[]> {
    return this.#calls;
  }

  async willReceive(receiver: EventReceiver | null): Promise<void> {
    this.#receiver = receiver;
  }

  async willAnswer(...statuses: Partial<EventStatus>[]): Promise<void> {
    this.#next = statuses.map((status) => ({ ...OFF, ...status }));
  }

  async sync({ publicOrigin }: SyncEventRequest): Promise<EventStatus> {
    this.#calls.push(`sync ${publicOrigin}`);
    this.#status = this.#next.shift() ?? { ...OFF, state: 'listening', mode: 'registered' };
    return this.#status;
  }

  async check(_workflowId: string, versionId: string | null, publicOrigin = ''): Promise<boolean> {
    this.#calls.push(`check ${versionId} ${publicOrigin}`);
    return (versionId === null) !== (this.#status.state === 'off');
  }

  async status(): Promise<EventStatus> {
    return this.#status;
  }

  async receiver(): Promise<EventReceiver | null> {
    return this.#receiver;
  }

  async fetchNews(): Promise<void> {
    this.#calls.push('fetchNews');
  }

  async removeNow(connectorId: string): Promise<void> {
    this.#calls.push(`removeNow ${connectorId}`);
  }
}
