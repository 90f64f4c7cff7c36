import { readFileSync, writeFileSync } from 'node:fs';
import { configFile, type EnvironmentName, environmentNames, findDomain, readWorkerConfig, workerFolders } from './worker-files.ts';

/** An environment's values in a Cloudflare account. */
export interface Account {
  domain: string;
  /** Id of the registry's KV namespace, from Cloudflare. */
  registryId: string;
}

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;
/** Placeholders in the files as shipped. */
const EXAMPLE_DOMAIN = /(^|\.)example\.com$/;
const EXAMPLE_ID = /^0{8}/;

/** An environment's missing values, as sentences; empty: it can be deployed. */
export function accountProblems({ domain, registryId }: Account): string[] {
  return [
    ...(DOMAIN.test(domain) ? [] : [`"${domain}" is no domain; it looks like portage.acme.com.`]),
    ...(EXAMPLE_DOMAIN.test(domain) ? ['The domain is still the example: --domain portage.acme.com.'] : []),
    ...(/^[0-9a-f]{32}$/.test(registryId)
      ? []
      : ['The id of the KV namespace is 32 hexadecimal digits, as `wrangler kv namespace create` prints it.']),
    ...(EXAMPLE_ID.test(registryId)
      ? ['The KV namespace is still the example: --registry-id <id that `wrangler kv namespace create` printed>.']
      : []),
  ];
}

/** An environment's present values in the files. */
export function readAccount(name: EnvironmentName): Account {
  const { kv_namespaces } = readWorkerConfig('edge-api').env[name];
  return { domain: findDomain(readWorkerConfig('shell').env[name]) ?? '', registryId: kv_namespaces?.[0]?.id ?? '' };
}

/**
 * Writes an environment's domain and namespace to every Worker's configuration.
 *
 * @throws Error with a sentence for values that are invalid or used by another environment
 */
export function writeAccount(name: EnvironmentName, account: Account): void {
  const problems = accountProblems(account);
  for (const other of environmentNames.filter((one) => one !== name)) {
    const { domain, registryId } = readAccount(other);
    if (domain === account.domain) problems.push(`${other} has this domain.`);
    if (registryId === account.registryId) problems.push(`${other} has this KV namespace.`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const before = readAccount(name);
  const texts = new Map([
    [before.domain, account.domain],
    [`${before.domain}/api/*`, `${account.domain}/api/*`],
    [`https://${before.domain}`, `https://${account.domain}`],
    [before.registryId, account.registryId],
  ]);
  for (const worker of workerFolders()) writeFileSync(configFile(worker), replaceTexts(readFileSync(configFile(worker), 'utf8'), texts));
}

/** Replaces whole text values in a file of JSON with comments; comments and layout stay. @param texts maps old texts to new ones */
export function replaceTexts(jsonc: string, texts: ReadonlyMap<string, string>): string {
  return jsonc.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"/g, (part) => {
    if (!part.startsWith('"')) return part;
    const next = texts.get(JSON.parse(part) as string);
    return next === undefined ? part : JSON.stringify(next);
  });
}
