// The mail server of the tests: takes what the MAIL binding takes, gives it back by address. A message whose key is known is not taken twice.
const messages = [];
const keys = new Set();

// biome-ignore lint/style/noDefaultExport: a Worker's entry is its default export
export default {
  async fetch(request) {
    if (request.method === 'POST') {
      const message = await request.json();
      const key = request.headers.get('idempotency-key');
      if (key === null || !keys.has(key)) messages.push(message);
      if (key !== null) keys.add(key);
      return new Response(null, { status: 202 });
    }
    const to = new URL(request.url).searchParams.get('to');
    return Response.json(messages.filter((message) => message.to === to));
  },
};
