import { readFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { isRunning, type ProcessIdentity } from '../../processes/process-identity.ts';
import { HangDetector } from './hang-detector.ts';
import { sampleProcess } from './process-sample.ts';

const SAMPLE_EVERY_MS = 1_000;
/** A name that Portage never has: the Workers refuse it at once, without a database, and every isolate shares their thread. */
const NO_NAME = 'watchdog.invalid';

export interface Watchdog {
  stop(): void;
}

/**
 * Watches from outside whether workerd still responds. One expression or a fault of the runtime may block its thread
 * forever, and nothing inside can end that.
 *
 * @param onHang called once for each process that hangs
 */
export function watch({ pidFile, port, onHang }: { pidFile: string; port: number; onHang(): void }): Watchdog {
  const detector = new HangDetector();
  let asked: ClientRequest | null = null;
  let ended = 0;

  function ask(): void {
    const call = request({ host: '127.0.0.1', port, path: '/', agent: false, headers: { host: NO_NAME } }, (response) => {
      response.resume();
      detector.responded();
      asked = null;
    });
    call.once('error', () => {
      if (asked === call) asked = null;
    });
    call.end();
    asked = call;
  }

  function look(): void {
    const identity = readIdentity(pidFile);
    const sample = identity && isRunning(identity) ? sampleProcess(identity.pid) : null;
    if (!sample || sample.pid === ended) return;
    if (detector.sample(sample)) {
      ended = sample.pid;
      asked?.destroy();
      onHang();
    } else if (!asked) ask();
  }

  const timer = setInterval(look, SAMPLE_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      asked?.destroy();
    },
  };
}

function readIdentity(pidFile: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(pidFile, 'utf8')) as ProcessIdentity;
  } catch {
    return null;
  }
}
