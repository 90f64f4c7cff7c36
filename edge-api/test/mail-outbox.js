// The mail server of the tests: takes what the MAIL binding takes, gives it back by address.
const messages = [];

// biome-ignore lint/style/noDefaultExport: a Worker's entry is its default export
export default {
  async fetch(request) {
    if (request.method === 'POST') {
      messages.push(await request.json());
      return new Response(null, { status: 202 });
    }
    const to = new URL(request.url).searchParams.get('to');
    return Response.json(messages.filter((message) => message.to === to));
  },
};
