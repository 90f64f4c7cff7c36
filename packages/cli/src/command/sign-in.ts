import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { CliError, type ExitCode, exitCodes } from '../cli-error.ts';
import { PortageClient } from '../server/portage-client.ts';
import { findTarget, nameTarget, readOrigin, requireFileName, saveTarget, type Target } from '../server/targets.ts';
import type { Invocation } from './invocation.ts';

/** `portage login URL`: checks an API key and stores it. */
export async function login({ arguments: [address], options, env, io }: Invocation): Promise<ExitCode> {
  if (!address) throw new CliError(exitCodes.error, 'Which Portage? For example: portage login https://portage.example.com');
  const url = readOrigin(address);
  const question = `API key (create one at ${url}/account under “API keys”, with the scopes Read, Run and Manage): `;
  const entered = env.PORTAGE_API_KEY || (await io.askSecret(question));
  const apiKey = (entered ?? (await io.readStandardInput())).trim();
  if (!apiKey) throw new CliError(exitCodes.unauthorized, 'An API key is needed to sign in.');
  if (!/^[!-~]+$/.test(apiKey)) throw new CliError(exitCodes.unauthorized, 'That isn’t an API key. Copy it again, without spaces.');
  const target = { name: options.target ?? nameTarget(url), url, apiKey };
  requireFileName(target.name, 'target');
  const email = await readEmail(target);
  saveTarget(target, env);
  io.print(
    options.json
      ? JSON.stringify({ target: target.name, url, email })
      : `Signed in to ${url} as ${email}. The target is called “${target.name}”.`,
  );
  const { protocol, hostname } = new URL(url);
  if (!options.json && protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname))
    io.print('Warning: this address isn’t encrypted. Others on the network could read the API key: use https.');
  return exitCodes.ok;
}

export async function whoami({ options, env, io }: Invocation): Promise<ExitCode> {
  const target = findTarget(options.target, env);
  const email = await readEmail(target);
  io.print(
    options.json ? JSON.stringify({ target: target.name, url: target.url, email }) : `${email} on ${target.url} (target “${target.name}”)`,
  );
  return exitCodes.ok;
}

async function readEmail(target: Target): Promise<string> {
  const { user } = await new PortageClient(target).get<HandlerResult<Calls, 'GET /api/users/me'>>('/api/users/me');
  return user.email;
}
