import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
import { isMap, type Portable, Reference } from './reference.ts';
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

  constructor(folder: string) {
    this.folder = folder;
  }

  /** @throws CliError `invalid` that names file and line */
  read(): WorkflowFile[] {
    const folder = join(this.folder, WORKFLOWS);
    if (!existsSync(folder)) return [];
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .sort();
    return names.map((name) => ({
      stem: name.slice(0, -'.yaml'.length),
      document: YamlDocument.parse(readFileSync(join(folder, name), 'utf8'), `${WORKFLOWS}/${name}`),
    }));
  }

  /** The names of workflows that exist only here resolve to these ids. */
  resolve(files: readonly WorkflowFile[], names: Names): ResolvedFile[] {
    return files.map((file) => ({ ...file, ...resolveContent(file.document.value, names, (name) => this.#readScript(name)) }));
  }

  /** @param name `staging`: `environments/staging.yaml`, empty if there is none */
  readEnvironment(name: string): Environment {
    const path = join(this.folder, 'environments', `${name}.yaml`);
    if (!existsSync(path)) return { connectors: {}, values: {} };
    const value = YamlDocument.parse(readFileSync(path, 'utf8'), `environments/${name}.yaml`).value;
    const { connectors, values } = isMap(value) ? value : {};
    const named = Object.entries(isMap(connectors) ? connectors : {}).map(([inFiles, onTarget]) => [inFiles, String(onTarget)]);
    return { connectors: Object.fromEntries(named), values: isMap(values) ? values : {} };
  }

  /** Writes a workflow. An existing file keeps its comments, and all of it that has not changed. */
  write(stem: string, content: WorkflowContent, names: Names, existing: WorkflowFile | undefined): void {
    const { value, scripts } = toPortable(content, stem, names);
    const written = new Map<string, string>();
    let document = existing?.document;
    if (document) {
      const readScript = (name: string) => this.#readScript(name);
      document.update(
        value,
        (reference) => {
          if (reference.kind === 'script') return scripts.get(reference.name) ?? readScript(reference.name);
          const found = resolveReference(reference, names, readScript);
          return 'value' in found ? found.value : undefined;
        },
        (current, next) => {
          const text = current.kind === 'script' && next instanceof Reference ? scripts.get(next.name) : undefined;
          if (text === undefined) return false;
          written.set(current.name, text);
          return true;
        },
      );
    } else document = YamlDocument.create(value);
    for (const name of listScripts(document.value)) {
      const text = written.get(name) ?? scripts.get(name);
      if (text !== undefined && text !== this.#readScript(name)) this.#write(name, `${text}\n`);
    }
    this.#write(`${stem}.yaml`, document.toString());
    this.#writeTypes();
  }

  /** With its scripts. */
  remove({ stem, document }: WorkflowFile): void {
    for (const name of [...listScripts(document.value), `${stem}.yaml`]) rmSync(join(this.folder, WORKFLOWS, name), { force: true });
  }

  /** A name for a new file. */
  findFreeStem(name: string, taken: ReadonlySet<string>): string {
    const base = slugify(name, 'workflow');
    for (let count = 1; ; count += 1) {
      const stem = count === 1 ? base : `${base}-${count}`;
      if (!taken.has(stem)) return stem;
    }
  }

  #readScript(name: string): string | undefined {
    if (!/^[\w.-]+\.js$/.test(name)) throw new CliError(exitCodes.invalid, `A script is a .js file next to its workflow, not “${name}”.`);
    const path = join(this.folder, WORKFLOWS, name);
    // Files end with a line break, which isn't part of the script.
    return existsSync(path) ? readFileSync(path, 'utf8').replace(/\n$/, '') : undefined;
  }

  #write(name: string, text: string): void {
    mkdirSync(join(this.folder, WORKFLOWS), { recursive: true });
    writeFileWhole(join(this.folder, WORKFLOWS, name), text);
  }

  #writeTypes(): void {
    for (const [name, text] of Object.entries(scriptTypes)) {
      if (!existsSync(join(this.folder, WORKFLOWS, name))) this.#write(name, text);
    }
  }
}

function listScripts(value: Portable): string[] {
  if (value instanceof Reference) return value.kind === 'script' ? [value.name] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listScripts) : [];
}
