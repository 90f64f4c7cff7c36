import type { Budget } from '@portage/registry';

/** An area as its deployer knows it. */
export interface DeployedArea {
  /** As written in addresses and the registry: `billing`. */
  name: string;
  /** As messages and commands name it: `mfe-billing`. */
  workspace: string;
  /** The page that is shown in a check, and that a person is sent to after a deploy. */
  firstPage: string;
  budget: Budget;
  /** The file that has the budget. */
  budgetFile: string;
}
