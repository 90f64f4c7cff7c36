interface Violation {
  location?: string[];
  message?: string;
}

/** Prism's complaint about a request. Complaints about its own response don't count. */
export async function readRefusal(response: Response): Promise<string | null> {
  const text = await response.text();
  if (!text.includes('stoplight.io/prism/errors')) return null;
  const { type = '', title = '', validation = [] } = JSON.parse(text) as { type?: string; title?: string; validation?: Violation[] };
  const ofRequest = validation.filter(({ location }) => location?.[0] !== 'response');
  if (type.endsWith('#VIOLATIONS') && ofRequest.length === 0) return null;
  return `${response.status} ${title} ${ofRequest.map(({ location, message }) => `${location?.join('.')}: ${message}`).join('; ')}`;
}
