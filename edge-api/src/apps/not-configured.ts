import { ApiProblem } from '../http/api-problem.ts';

/** What an app needs is not set where Portage runs. @param setting name of the variable that whoever runs Portage sets */
export function notConfigured(app: string, setting: string): ApiProblem {
  return new ApiProblem(501, 'not-configured', `${app} is not set up in this Portage: ${setting} is missing.`);
}
