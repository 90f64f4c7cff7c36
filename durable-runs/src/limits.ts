import { dataLimits } from '@portage/contracts';
import { HOUR_MS } from '@portage/primitives/durations';
import { workLimits } from '@portage/workflow';

/** Bounds of the run engine, each with its reason. */
export const runLimits = {
  /** Runs that advance at the same time in one shard; the rest wait on disk in order. Runs that wait for a response don't count. */
  activeRuns: 64,
  /** Runs of one shard that wait for an outside response at a time, and those of one workflow; the rest wait on disk in order. */
  callingRuns: 128,
  callingRunsOfWorkflow: 64,
  /** Calls a run makes before other waiting runs of its workflow get their turn. */
  callsInARow: 16,
  /**
   * A shard pauses ("breathes") after this many turns or this much time. A breath is a commit, which takes longer than the turns:
   * two hundred runs that wake at the same instant have all advanced after one or two.
   */
  breath: { turns: 64, ms: 12 },
  /** The same while many starts come in. */
  breathInBurst: { turns: 16, ms: 4 },
  /** Length of a breath while many starts come in, until this many runs wait. */
  burstBreathMs: 15,
  burstRuns: 2_000,
  /**
   * For hundreds of starts per second, when breaths end so late that the thread can't do both: runs get a few turns between long
   * breaths, and more may wait. A flood of a few seconds is answered first; a longer one slows down its senders, not the runs.
   * Workflows take turns meanwhile.
   */
  breathInFlood: { turns: 16, ms: 8 },
  floodBreathMs: 100,
  floodRuns: 10_000,
  floodMs: 10_000,
  busyLateMs: 3,
  /**
   * The most values, as JSON, that the active runs of a shard hold; a large run beyond that waits on disk, in order. Two of the
   * largest webhooks fit. Of an isolate's 128 MB the sandbox takes up to 52 and the engine about 20. A value takes up to twice its
   * JSON, and while being read it also exists as text.
   */
  heldBytes: 24_000_000,
  /**
   * A run that grows beyond this leaves memory after its step and comes back in order. The gap to `heldBytes` keeps runs from
   * moving at every step.
   */
  heldGrownBytes: 32_000_000,
  /** A run that holds no more than this needs no turn: the 192 that may be active hold at most 10 MB. */
  smallRunBytes: 50_000,
  /**
   * Starts of waiting runs that a shard keeps in memory, as JSON. An owner's runs of an hour have four shards, which may share an
   * isolate.
   */
  keptStartBytes: 1_000_000,
  /** Slices that run in parallel: a script that pauses lets the others continue. */
  parallelSlices: 4,
  /** How many of those may be runs whose last slice was heavy: their scripts wait for turns, and the others must not wait with them. */
  heavySlices: 2,
  /** A slice ends after this long, or after this many steps if the clock stands still between I/O. */
  sliceMs: 12,
  sliceSteps: 256,
  /** Fuel that scripts use in one slice; a million is about 10 ms. */
  sliceFuel: 2_000_000,
  /**
   * One script may use more than a slice's fuel. From here on its run then waits for half as long as that took, so others get
   * their turn.
   */
  heavySliceFuel: 10_000_000,
  fuelPerPausedMs: 2_000_000,
  /**
   * Work counted for a step besides its expressions, and for calling a script besides its fuel. Roughly their real cost, in units
   * of `workLimits`.
   */
  stepWork: 500,
  scriptWork: 2_000,
  /** A slice whose expressions used this much (10 ms) is heavy as well: its run waits for half as long as that took. */
  heavySliceWork: 10 * workLimits.unitsPerMs,
  workPerPausedMs: 2 * workLimits.unitsPerMs,
  /**
   * Busy shards of an isolate share a turn's time, so together they hold the thread no longer than one would. Each gets at least
   * this much.
   */
  leastTurnMs: 2,
  busyForMs: 200,
  /** Finished steps held in memory before they are written: number of steps, characters and time. */
  bufferedSteps: 400,
  bufferedChars: 512_000,
  bufferMs: 400,
  /** Steps of one run, loop iterations included. */
  stepsPerRun: 1_000_000,
  /** One value (a payload, a response, a script's result), as JSON. */
  valueBytes: dataLimits.valueBytes,
  runBytes: dataLimits.runBytes,
  /** The longest stored text that only people read: a sent body, a stored value. */
  shownChars: 100_000,
  /** A larger value moves from its row to its own chunks. */
  inlineChars: 32_000,
  chunkBytes: 1024 * 1024,
  /** Nesting of lists and objects in one value. */
  valueLevels: 500,
  /** Nesting of loops and branches. */
  nesting: 250,
  /** Abnormal ends without progress before a run is sealed as Failed. */
  strikes: 3,
  /** The same while the run waits for an outside response: then something else usually ended the object. */
  strikesWhileWaiting: 20,
  /** How many of these may be hangs of the process: the next one seals the run. */
  hangs: 1,
  hangsWhileWaiting: 3,
} as const;

export const retryLimits = {
  /** The longest pause between two attempts, and the longest a server may ask for with Retry-After. */
  longestPauseMs: HOUR_MS,
  /** Of the message of an attempt that is followed by another. */
  messageChars: 1_000,
} as const;

export const shardLimits = {
  /** The alarm that brings a crashed shard back while it has work. */
  watchdogMs: 5_000,
  /** A caller whose clock is slightly behind may still start runs in the past hour. */
  hourGraceMs: 10_000,
  outboxDelayMs: 250,
  /** For starts no person made; a run that ends sooner costs one summary. */
  outboxStartDelayMs: 1_000,
  /** The same for starts in a flood, when runs wait for their turn. */
  outboxFloodDelayMs: 5_000,
  outboxBatch: 500,
  outboxRetryFirstMs: 1_000,
  outboxRetryLongestMs: 60_000,
  livePushMs: 150,
} as const;
