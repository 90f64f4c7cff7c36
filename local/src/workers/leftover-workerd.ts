import { readFileSync } from 'node:fs';
import { killProcess, type ProcessIdentity } from '../start/process-identity.ts';

/** Kills the workerd that a killed Portage left behind on this data folder. @returns whether there was one */
export async function clearLeftoverWorkerd(pidFile: string): Promise<boolean> {
  try {
    return await killProcess(JSON.parse(readFileSync(pidFile, 'utf8')) as ProcessIdentity);
  } catch {
    return false;
  }
}
