import { type CallResponse, HOST_MEMBERS } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { compareContracts, type DescribedContract } from '@portage/contracts/compatibility';
import { type Bundle, plainFiles } from './bundle.ts';

/** What an area's scripts use of the contract with the API and the shell; it is stored with the version. */
export type ContractUses = NonNullable<CallResponse<Calls, 'GET /api/deployments/{name}/versions/{version}'>['uses']>;

/** The contract that an area is built with: these calls of it. */
export type DescribeCalls = (names: readonly string[]) => DescribedContract;

/** Finds what the built scripts use, by the names that they have; `built` is how the tree describes their calls. */
export function findUses(bundle: Bundle, describeCalls: DescribeCalls): { uses: ContractUses; built: DescribedContract } {
  const scripts = plainFiles(bundle)
    .filter(({ path }) => path.endsWith('.js'))
    .map(({ content }) => content.toString())
    .join('\n');
  const built = describeCalls(findCalls(scripts));
  const words = new Set(scripts.match(/[\w$]+/g));
  const fields = [...listFields(built)].filter((name) => words.has(name)).sort();
  // The kit asks for every service that it knows.
  return { uses: { calls: Object.keys(built), fields, host: Object.keys(HOST_MEMBERS) }, built };
}

/** A built script has the names of its calls as they are declared. */
export function findCalls(scripts: string): string[] {
  return [...new Set(scripts.match(/\b(?:GET|POST|PUT|PATCH|DELETE) \/api\/[\w/{}.-]+/g))];
}

/**
 * What an area uses of one contract and another one lacks, or has differently.
 *
 * @param before the contract that the area works with; calls that it doesn't use don't count
 */
export function findMissing(
  { calls, fields }: Pick<ContractUses, 'calls' | 'fields'>,
  before: DescribedContract,
  after: DescribedContract,
): string[] {
  const names = listFields(before);
  return compareContracts(before, after)
    .filter(({ call, severity }) => severity === 'break' && calls.includes(call))
    .filter(({ path }) => {
      const [, name] = /\.([\w$]+)(?:\[\])*$/.exec(path) ?? [];
      // What only the other contract knows and asks for, the area can't send.
      return !path.includes('.') || (name !== undefined && (fields.includes(name) || !names.has(name)));
    })
    .map(({ call, path }) => (path ? `${call} (${path})` : call));
}

/** The names of all fields of some calls, at any depth. */
function listFields(described: DescribedContract): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === 'properties') for (const name of Object.keys(member)) names.add(name);
      visit(member);
    }
  };
  visit(described);
  return names;
}
