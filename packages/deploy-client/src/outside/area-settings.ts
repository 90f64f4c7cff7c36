import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AreaMenu } from '@portage/registry';
import { DeployError } from '../deploy-error.ts';
import type { DeployedArea } from '../deployed-area.ts';

export interface OutsideArea extends DeployedArea {
  menu: AreaMenu;
  /** Scripts of package.json that check the sources before a deploy. */
  checks: readonly string[];
}

const CHECKS = ['check', 'test'];

/** Reads the area of a repository from `portage` in its package.json. @throws DeployError */
export function readAreaSettings(root: string): OutsideArea {
  const file = join(root, 'package.json');
  const { portage, scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    portage?: Partial<AreaMenu & Pick<DeployedArea, 'name' | 'budget'>>;
    scripts?: Record<string, string>;
  };
  const { name, label, budget } = portage ?? {};
  if (!name || !label || !budget)
    throw new DeployError('package.json needs "portage" with name, label and budget, as a new repository has them.');
  const checks = CHECKS.filter((script) => Object.hasOwn(scripts, script));
  return { name, workspace: `mfe-${name}`, firstPage: `/${name}`, budget, budgetFile: 'package.json', menu: { label }, checks };
}
