import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { CliError, exitCodes } from '../cli-error.ts';
import {
  type Environment,
  type Names,
  resolveContent,
  resolveReference,
  toPortable,
  type UnresolvedReference,
  type WorkflowContent,
} from './content.ts';
import { projectPath, readProjectFile } from './project-path.ts';
import { isMap, type Portable, Reference } from './reference.ts';
import { ScriptFiles, type StepScript } from './script-files.ts';
import { scriptTypes } from './script-types.ts';
import { slugify } from './slugify.ts';
import { writeFileWhole } from './write-file-whole.ts';
import { YamlDocument } from './yaml-document.ts';

const WORKFLOWS = 'workflows';

export interface WorkflowFile {
  /** Its name without the ending. */
  stem: string;
  document: YamlDocument;
}

export interface ResolvedFile extends WorkflowFile {
  content: WorkflowContent;
  unresolved: UnresolvedReference[];
}

/** A folder with workflows as files. */
export class Project {
  readonly folder: string;
  /** The scripts that the workflow files name, as of `read`. */
  #scriptUses: (StepScript & { stem: string })[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  /** @throws CliError `invalid` that names file and line */
  read(): WorkflowFile[] {
    const folder = projectPath(this.folder, WORKFLOWS);
    if (!existsSync(folder)) return [];
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.yaml') && !name.startsWith('.'))
      .sort();
    const files = names.map((name) => ({
      stem: name.slice(0, -'.yaml'.length),
      document: YamlDocument.parse(readProjectFile(this.folder, WORKFLOWS, name) ?? '', `${WORKFLOWS}/${name}`),
    }));
    this.#scriptUses = files.flatMap(({ stem, document }) => listScripts(document.value).map((script) => ({ stem, ...script })));
    return files;
  }

  /** The names of workflows that exist only here resolve to these ids. */
  resolve(files: readonly WorkflowFile[], names: Names): ResolvedFile[] {
    return files.map((file) => ({ ...file, ...resolveContent(file.document.value, names, (name) => this.#readScript(name)) }));
  }

  /** @param name `staging`: `environments/staging.yaml`, empty if there is none */
  readEnvironment(name: string): Environment {
    const text = readProjectFile(this.folder, 'environments', `${name}.yaml`);
    if (text === undefined) return { connectors: {}, values: {} };
    const { value } = YamlDocument.parse(text, `environments/${name}.yaml`);
    const { connectors, values } = isMap(value) ? value : {};
    const named = Object.entries(isMap(connectors) ? connectors : {}).map(([inFiles, onTarget]) => [inFiles, String(onTarget)]);
    return { connectors: Object.fromEntries(named), values: isMap(values) ? values : {} };
  }

  /** Writes a workflow. An existing file keeps its comments, and all of it that has not changed. */
  write(stem: string, content: WorkflowContent, names: Names, existing: WorkflowFile | undefined): void {
    const current = existing ? listScripts(existing.document.value) : [];
    const scripts = new ScriptFiles(stem, current, (file, text) => this.#isUsedElsewhere(file, stem) && this.#readScript(file) !== text);
    const value = toPortable(content, names, scripts);
    const readScript = (name: string) => scripts.texts.get(name) ?? this.#readScript(name);
    const document = existing?.document ?? YamlDocument.create(value);
    document.update(value, (reference) => {
      const found = resolveReference(reference, names, readScript);
      return 'value' in found ? found.value : undefined;
    });
    for (const { file } of listScripts(document.value)) {
      const text = scripts.texts.get(file);
      if (text !== undefined && text !== this.#readScript(file)) this.#write(file, `${text}\n`);
    }
    this.#write(`${stem}.yaml`, document.toString());
    this.#writeTypes();
  }

  /** With the scripts that only this workflow names. */
  remove({ stem, document }: WorkflowFile): void {
    const scripts = listScripts(document.value).filter(({ file }) => !this.#isUsedElsewhere(file, stem));
    for (const name of [...scripts.map(({ file }) => file), `${stem}.yaml`])
      rmSync(projectPath(this.folder, WORKFLOWS, name), { force: true });
    this.#scriptUses = this.#scriptUses.filter((use) => use.stem !== stem);
  }

  /** A name for a new file. */
  findFreeStem(name: string, taken: ReadonlySet<string>): string {
    const base = slugify(name, 'workflow');
    // On macOS and Windows, Orders.yaml and orders.yaml are the same file.
    const lowerCase = new Set([...taken].map((stem) => stem.toLowerCase()));
    for (let count = 1; ; count += 1) {
      const stem = count === 1 ? base : `${base}-${count}`;
      if (!lowerCase.has(stem)) return stem;
    }
  }

  #isUsedElsewhere(file: string, stem: string): boolean {
    return this.#scriptUses.some((use) => use.file === file && use.stem !== stem);
  }

  #readScript(name: string): string | undefined {
    if (!/^[^/\\:\p{Cc}]+\.js$/u.test(name))
      throw new CliError(exitCodes.invalid, `A script is a .js file next to its workflow, not “${name}”.`);
    // Git and editors may change line ends. The last one isn't part of the script.
    return readProjectFile(this.folder, WORKFLOWS, name)?.replaceAll('\r\n', '\n').replace(/\n$/, '');
  }

  #write(name: string, text: string): void {
    mkdirSync(projectPath(this.folder, WORKFLOWS), { recursive: true });
    writeFileWhole(projectPath(this.folder, WORKFLOWS, name), text);
  }

  #writeTypes(): void {
    for (const [name, text] of Object.entries(scriptTypes)) {
      if (!existsSync(projectPath(this.folder, WORKFLOWS, name))) this.#write(name, text);
    }
  }
}

function listScripts(value: Portable): StepScript[] {
  const steps = isMap(value) && Array.isArray(value.steps) ? value.steps : [];
  return steps.flatMap((step) =>
    isMap(step) && step.script instanceof Reference && step.script.kind === 'script'
      ? [{ stepId: String(step.stepId), file: step.script.name }]
      : [],
  );
}
