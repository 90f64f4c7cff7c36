import { DeployError, type Deployment } from '@portage/deploy-client';
import { type SharedVersions, sharedMismatches } from '@portage/registry';

/**
 * Checks that the areas which people have, canaries included, fit a shell: it takes the others from them at once.
 *
 * @param offered the shared packages of that shell
 * @throws DeployError that names each area that doesn't fit, and the way through
 */
export function requireFittingAreas(deployments: readonly Deployment[], offered: SharedVersions): void {
  const problems = deployments
    .filter(({ kind }) => kind === 'area')
    .flatMap(({ name, live, canary, versions }) =>
      versions
        .filter(({ version }) => version === live || version === canary?.version)
        .flatMap(({ version, shared }) => sharedMismatches(shared ?? {}, offered, `mfe-${name} ${version}`)),
    );
  if (problems.length === 0) return;
  throw new DeployError(
    `This shell does not fit areas that people have, and they would lose them. ${problems.join(' ')} Use the packages that these areas ask for. If they have to change, say --anyway after -- and deploy the areas right after the shell.`,
  );
}
