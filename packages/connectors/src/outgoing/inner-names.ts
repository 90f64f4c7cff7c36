/** Top-level names that are internal: a machine, a home or office network, a container network, a cloud's own services. */
const INNER_SUFFIXES = ['localhost', 'localdomain', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'svc', 'home.arpa'];

/** Public names whose owners point them, or any address in them, at loopback and private addresses. */
const MIRROR_SUFFIXES = ['localtest.me', 'lvh.me', 'vcap.me', 'lacolhost.com', 'nip.io', 'sslip.io', 'xip.io', 'localho.st'];

/**
 * Whether a host name is recognisably internal. A single-label name (`postgres`, `metadata`) always is.
 *
 * @param host in lower case, without a trailing dot.
 */
export function isInnerName(host: string): boolean {
  if (!host.includes('.')) return true;
  return [...INNER_SUFFIXES, ...MIRROR_SUFFIXES].some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}
