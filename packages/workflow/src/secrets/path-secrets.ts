/** Addresses whose path is the secret: anyone who knows the last parts may write there. */
const PATHS = [
  /(?<=hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)[^?#\s"'`<>${}]+/gi,
  /(?<=api\.telegram\.org\/(?:file\/)?bot)[^/?#\s"'`<>${}]+/gi,
  /(?<=(?:discord|discordapp)\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/)[^/?#\s"'`<>${}]+/gi,
  /(?<=\.webhook\.office\.com\/webhookb2\/)[^?#\s"'`<>${}]+/gi,
  /(?<=chat\.googleapis\.com\/v1\/spaces\/[^/?#\s]{1,100}\/messages\?key=)[^#\s"'`<>${}]+/gi,
];

/** Secrets in the paths of addresses in a text. */
export function pathSecretsIn(text: string): string[] {
  return PATHS.flatMap((pattern) => text.match(pattern) ?? []);
}

export function withoutPathSecrets(text: string): string {
  return PATHS.reduce((sofar, pattern) => sofar.replace(pattern, ''), text);
}
