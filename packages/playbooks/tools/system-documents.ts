/// <reference types="node" />
import { openDocument } from '@portage/connectors/stored';
import { readSystemFolder, systemNames } from '../../connectors/tools/read-system-types.ts';
import type { TemplateSystem } from '../src/template/check-systems.ts';
import type { TemplateDefinition } from '../src/template/template-definition.ts';
import type { TemplateProblem } from '../src/template/template-problem.ts';

const opened = new Map<string, TemplateSystem>();

/** A template's systems that come with Portage. */
export function loadSystems({ connectors }: Pick<TemplateDefinition, 'connectors'>): Map<string, TemplateSystem> {
  const known = systemNames();
  return new Map(
    connectors.flatMap(({ key, connectorTypeId }) => {
      const name = connectorTypeId.replace(/^system-/, '');
      return known.includes(name) ? [[key, loadSystem(name)] as const] : [];
    }),
  );
}

/** A template that comes with Portage may only connect systems that come with it. */
export function unknownSystems({ connectors }: Pick<TemplateDefinition, 'connectors'>): TemplateProblem[] {
  const known = systemNames();
  return connectors.flatMap(({ connectorTypeId, orConnectorTypeIds }, at) =>
    [connectorTypeId, ...orConnectorTypeIds]
      .filter((id) => !known.some((name) => id === `system-${name}`))
      .map((id) => ({ path: `connectors[${at}].connectorTypeId`, message: `There is no connector type “${id}”.` })),
  );
}

function loadSystem(name: string): TemplateSystem {
  const known = opened.get(name);
  if (known) return known;
  const { settings, stored } = readSystemFolder(name);
  const system = { name: settings.name, document: openDocument(stored.index, async (part) => stored.parts[part] ?? '') };
  opened.set(name, system);
  return system;
}
