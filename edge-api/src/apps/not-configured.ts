import { ApiProblem } from '../http/api-problem.ts';

/** For a missing setting that an app needs. @param setting name of its environment variable */
export function notConfigured(app: string, setting: string): ApiProblem {
  return new ApiProblem(501, 'not-configured', `${app} is not set up in this Portage: ${setting} is missing.`);
}
