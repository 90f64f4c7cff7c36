// Imports the OpenAPI document posted to it, within the heap that its workerd was given.
import { formatProblem, importDocument } from '@portage/connectors/document';

// biome-ignore lint/style/noDefaultExport: workerd reads the default export
export default {
  async fetch(request: Request): Promise<Response> {
    const text = await request.text();
    // The same round trip without the import, to be subtracted.
    if (new URL(request.url).pathname === '/read') return Response.json({ characters: text.length });
    const imported = importDocument(text);
    if (!imported.ok) return Response.json({ problems: imported.problems.map(formatProblem) }, { status: 422 });
    const { summary, stored } = imported;
    return Response.json({
      operations: summary.operations.length,
      events: summary.events.length,
      storedCharacters: stored.parts.reduce((sum, part) => sum + part.length, stored.index.length),
    });
  },
};
