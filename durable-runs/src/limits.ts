import { dataLimits } from '@portage/contracts';
import { HOUR_MS } from '@portage/primitives/durations';
import { workLimits } from '@portage/workflow';

/** Bounds of the run engine, each with its reason. */
export const runLimits = {
  /** Runs that advance at the same time in one shard; the rest wait on disk in order. Runs that wait for an answer do not count. */
  activeRuns: 64,
  /** Runs of one shard that wait for an answer from outside at a time, and those of one workflow; the rest wait on disk in order. */
  callingRuns: 128,
  callingRunsOfWorkflow: 64,
  /** Calls a run makes before others of its workflow that wait have their turn. */
  callsInARow: 16,
  /**
   * A shard breathes after so many turns, or so long. A breath is a commit, which takes longer than the turns: two hundred
   * runs that wake at the same instant have all gone on after one or two.
   */
  breath: { turns: 64, ms: 12 },
  /** The same while many starts come in. */
  breathInBurst: { turns: 16, ms: 4 },
  /** While many starts come in, a breath is so long, until so many runs wait. */
  burstBreathMs: 15,
  burstRuns: 2_000,
  /**
   * While they come by the hundred a second, and breaths end so late that the thread cannot do both, runs get a few turns between
   * long breaths, and more may wait: a flood of some seconds is answered first. One that lasts longer slows its senders down and not
   * the runs. Workflows take turns meanwhile.
   */
  breathInFlood: { turns: 16, ms: 8 },
  floodBreathMs: 100,
  floodRuns: 10_000,
  floodMs: 10_000,
  busyLateMs: 3,
  /**
   * The active runs of a shard hold at most so many values, as JSON; a large run beyond that waits on disk, in order. Two of the
   * largest webhooks fit. Of the 128 MB of an isolate the sandbox takes up to 52 and the engine itself about 20; a value takes up to twice its
   * JSON, and the one that is just being read exists as text, too.
   */
  heldBytes: 24_000_000,
  /** A run that grows beyond this leaves memory after its step and comes back in order. The distance keeps runs from moving at every step. */
  heldGrownBytes: 32_000_000,
  /** A run that holds no more takes no turn: the 192 that may be active hold 10 MB at most. */
  smallRunBytes: 50_000,
  /** Starts of waiting runs that a shard keeps in memory, as JSON; an owner's runs of an hour have four shards, which may share an isolate. */
  keptStartBytes: 1_000_000,
  /** Slices that run side by side: a script that pauses lets the others on. */
  parallelSlices: 4,
  /** Of those, runs whose last slice was heavy: their scripts wait for turns, and the others must not wait with them. */
  heavySlices: 2,
  /** A slice ends after this long, or after this many steps where the clock stands still between I/O. */
  sliceMs: 12,
  sliceSteps: 256,
  /** Fuel its scripts use in one slice; a million is about 10 ms. */
  sliceFuel: 2_000_000,
  /** One script may use more than a slice's fuel. From here on its run then waits for half as long as that took (the others' turn). */
  heavySliceFuel: 10_000_000,
  fuelPerPausedMs: 2_000_000,
  /** Work that is counted for a step besides its expressions, and for the call of a script besides its fuel; about what they take, in units of `workLimits`. */
  stepWork: 500,
  scriptWork: 2_000,
  /** A slice whose expressions used so much (10 ms) is heavy as well: its run waits for half as long as that took. */
  heavySliceWork: 10 * workLimits.unitsPerMs,
  workPerPausedMs: 2 * workLimits.unitsPerMs,
  /** Shards of an isolate that are busy share a turn's time, so that together they keep the thread no longer than one would. Each has this much. */
  leastTurnMs: 2,
  /** A shard counts as busy for so long after a turn. */
  busyForMs: 200,
  /** Finished steps kept in memory before they are written, in steps, characters and time. */
  bufferedSteps: 400,
  bufferedChars: 512_000,
  bufferMs: 400,
  /** Steps of one run, loop iterations included. */
  stepsPerRun: 1_000_000,
  /** One value (a payload, a response, a script's result), as JSON. */
  valueBytes: dataLimits.valueBytes,
  /** Everything one run stores. */
  runBytes: dataLimits.runBytes,
  /** The longest text kept of what only people read: a body sent, a stored value. */
  shownChars: 100_000,
  /** A value larger than this leaves its row for chunks of its own. */
  inlineChars: 32_000,
  chunkBytes: 1024 * 1024,
  /** Lists and objects inside one another in one value. */
  valueLevels: 500,
  /** Depth of loops and branches in one another. */
  nesting: 250,
  /** Abnormal ends without progress before a run is sealed as Failed. */
  strikes: 3,
  /** The same while the run waits for an answer from outside: then it is most often not the run that ended the object. */
  strikesWhileWaiting: 20,
  /** Of these, ends because the process no longer responded: the next one seals the run. */
  hangs: 1,
  hangsWhileWaiting: 3,
} as const;

export const retryLimits = {
  /** A call that may be tried again is tried three times in all, with growing pauses (spec ENG-15). */
  attempts: 3,
  firstPauseMs: 1_000,
  growth: 3,
  /** The longest pause a server may ask for by Retry-After. */
  longestPauseMs: HOUR_MS,
} as const;

export const shardLimits = {
  /** The alarm that brings a crashed shard back while it has work. */
  watchdogMs: 5_000,
  /** A caller whose clock is a little behind may still start runs in the past hour. */
  hourGraceMs: 10_000,
  outboxDelayMs: 250,
  /** For starts that no person made; a run that ends sooner costs one summary. */
  outboxStartDelayMs: 1_000,
  /** The same of starts in a flood, where runs wait for their turn. */
  outboxFloodDelayMs: 5_000,
  outboxBatch: 500,
  outboxRetryFirstMs: 1_000,
  outboxRetryLongestMs: 60_000,
  livePushMs: 150,
} as const;
