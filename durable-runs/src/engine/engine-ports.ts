import type { ActiveRun } from '../active-run/active-run.ts';
import type { MemoryObserver, RunObserver, SyncObserver } from '../active-run/run-observer.ts';
import type { ApprovalPorts } from '../approvals/approval-ports.ts';
import type { CallPorts } from '../calls/call-ports.ts';
import type { LeasingConnection } from '../connection/lease.ts';
import type { StepRecord } from '../core/run-event.ts';
import type { DashboardItemPort } from '../data/dashboard-item-port.ts';
import type { VariablePort } from '../data/run-variables.ts';
import type { WorkflowDataPort } from '../data/workflow-data-port.ts';
import type { DocumentLibrary } from '../documents/document-library.ts';
import type { EgressRequest, EgressResult } from '../egress/egress-message.ts';
import type { RunScript } from '../script/run-script.ts';
import type { RunSync } from '../step-context/sync-port.ts';
import type { SyncOwner } from '../sync/postgres-sync.ts';

export interface EnginePorts {
  now(): number;
  /** 0: the process never stopped responding. */
  hungAtMs: number;
  /** In [0, 1). */
  random(): number;
  runScript: RunScript;
  send(request: EgressRequest, signal: AbortSignal): Promise<EgressResult>;
  sendOneOfMany(request: EgressRequest): Promise<EgressResult>;
  connection(connectorId: string): LeasingConnection;
  documents: DocumentLibrary;
  workflowData: WorkflowDataPort;
  variables: VariablePort;
  dashboardItems: DashboardItemPort;
  calls: CallPorts;
  approvals: ApprovalPorts;
  /** Called when the run no longer waits for this answer. @param isExpired because its time is up */
  abandon(run: ActiveRun, ref: string, isExpired: boolean): void;
  /** Called when the run ends while its step starts another run. */
  abandonStart(run: ActiveRun): void;
  /** The operations that a run may do on its owner's flows. */
  flows(owner: SyncOwner): RunSync;
  /** Resolves when everything written so far is on disk. */
  sync(): Promise<void>;
  /** Whether many starts are coming in: responding to them then takes precedence over running them. */
  isBurst(): boolean;
  /** Whether starts are coming in by the hundred per second. */
  isFlood(): boolean;
  nextStarts(): Promise<void>;
  /** Pauses for this long, so that other events of the object come in. */
  breathe(ms: number): Promise<void>;
  wakeBy(atMs: number): void;
  onSaved(run: ActiveRun, summaryChanged: boolean): void;
  /** Called when a run that could not even be read was ended. */
  onSealed(runKey: number): void;
  /** @param attempt the step's attempt that produced this record. */
  onRecord(run: ActiveRun, record: StepRecord, attempt: number): void;
  observer: RunObserver & MemoryObserver & SyncObserver;
}
