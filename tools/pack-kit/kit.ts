/** A package that an area in a repository of its own installs. */
export interface KitPackage {
  /** `ui`: the folder in `packages`, and its name below @portage. */
  name: string;
  description: string;
  /** The packed entries, by their names in `exports`, and the sources that they are compiled from. */
  entries: Readonly<Record<string, string>>;
  /** Sources that no import leads to: loaders, a command. */
  further?: readonly string[];
  /** Folders of the main entry whose exports know the product's own data, and stay here. */
  leavesOut?: readonly string[];
  /** Packages that areas outside don't name: their files become part of this one. */
  includes?: readonly string[];
  bin?: Readonly<Record<string, string>>;
}

export const KIT: readonly KitPackage[] = [
  {
    name: 'contracts',
    description: 'The calls of Portage’s API: their types, and a client.',
    entries: { '.': 'src/index.ts', './compatibility': 'src/compatibility/index.ts' },
    leavesOut: ['connectors', 'engine', 'run-jobs', 'assistant', 'dashboards'],
    includes: ['primitives'],
  },
  {
    name: 'ui',
    description: 'Portage’s design system.',
    entries: { '.': 'src/index.ts', './base': 'src/base/index.ts' },
  },
  {
    name: 'area-kit',
    description: 'What an area of Portage is made with: its frame, the shell’s services, lists and stored input.',
    entries: { '.': 'src/index.ts', './kept': 'src/kept/kept-json.ts' },
    leavesOut: ['approvals', 'audit', 'connectors', 'run-history', 'status', 'sync', 'templates'],
  },
  {
    name: 'area-build',
    description: 'Builds an area of Portage, so that the shell can load it.',
    entries: { '.': 'src/area-config.ts', './shared-modules': 'src/shared-modules.ts' },
    further: ['src/scoped-styles-loader.ts', 'src/written-file-loader.ts'],
    includes: ['registry'],
  },
  {
    name: 'deploy-client',
    description: 'Checks and deploys an area of Portage from its own repository.',
    entries: {},
    further: ['src/outside/main.ts'],
    includes: ['build-output'],
    bin: { 'portage-area': 'src/outside/main.ts' },
  },
];
