import type { StepType } from '../model/values.ts';
import type { StepRule } from './step-rule.ts';

/** Why a step of a type that has its form but not yet its work cannot run; validation and the engine say the same. */
export function stepNotAvailable(type: StepType): string {
  // "GetDataStep" is a "Get Data" step for people.
  const words = type.replace(/Step$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return `${words} steps cannot run in this version yet`;
}

/** A step type whose steps can be drawn and kept but not run: the first thing validation says of one. */
export function notBuilt<Type extends StepType>(type: Type, rule: StepRule<Type>): StepRule<Type> {
  return {
    ...rule,
    isNotBuilt: true,
    check(step, report) {
      report('type', stepNotAvailable(type));
      rule.check(step, report);
    },
  };
}
