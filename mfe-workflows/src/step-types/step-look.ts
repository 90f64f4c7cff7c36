import { color } from '@portage/ui';
import { type StepType, stepLabel } from '@portage/workflow';
import { Braces, type LucideIcon } from 'lucide-react';
import { stepViews } from './step-views.ts';

export interface StepLook {
  word: string;
  color: string;
  icon: LucideIcon;
}

/** The look of a step type. Records of runs may name a type of a newer version, which gets a plain look and its own name. */
export function getStepLook(type: string): StepLook {
  if (!isStepType(type)) return { word: type, color: color.muted, icon: Braces };
  const { icon, color: stepColor } = stepViews[type];
  return { word: stepLabel(type), color: stepColor, icon };
}

export function isPause(type: string): boolean {
  return isStepType(type) && stepViews[type].isPause === true;
}

function isStepType(type: string): type is StepType {
  return Object.hasOwn(stepViews, type);
}
